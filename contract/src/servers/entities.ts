import { z } from 'zod'
import { TROUBLE_KINDS } from '../troubles.ts'
import { ALL_SERVER_KINDS, CLIENT_FAULTS, SERVER_STATES, SERVICE_PARTS } from './constants.ts'
export type ServerKind = (typeof ALL_SERVER_KINDS)[number]['kind']
const KIND_NAMES = ALL_SERVER_KINDS.map(({ kind }) => kind) as [ServerKind, ...ServerKind[]]
export const ServerKindName = z.enum(KIND_NAMES)

const ip = z.union([z.literal(''), z.ipv4()])
/** Advertised addresses of one server alone; empty ones, or 0, follow those of all servers (assumed). */
export const ServerAddress = z.object({
  publicIp: ip,
  localIp: ip,
  port: z.number().int().min(0).max(65_535),
})
export type ServerAddress = z.infer<typeof ServerAddress>

/** Counts of a part, by name: those of SERVER_FIGURES, and what a platform counts besides. */
const Figures = z.record(z.string(), z.number())
const state = {
  state: z.enum(SERVER_STATES),
  address: z.string().describe('host:port, or a path of the web server; empty if none'),
  /** Addresses given to clients outside and inside the private network; empty or omitted: none. */
  publicAddress: z.string().optional(),
  localAddress: z.string().optional(),
  /** Addresses set for this server alone. */
  own: ServerAddress.optional(),
  connections: z.number().int().nullable().describe('null: not counted'),
  bytesIn: z.number().nullable().describe('since its start; null: not counted'),
  bytesOut: z.number().nullable(),
  figures: Figures,
}

export const ServerState = z.object({ type: z.number().int(), kind: ServerKindName, ...state })
export type ServerState = z.infer<typeof ServerState>

/** Somebody or something that is connected to a server. Times in seconds, of the machine. */
export const ServerClient = z.object({
  name: z.string().describe('serial number or account'),
  remote: z.string(),
  sinceTime: z.number().int().nullable(),
  heardTime: z.number().int().nullable(),
  what: z.string().describe('service, stream or version that it uses'),
  lastFault: z
    .object({
      time: z.number().int().describe('seconds'),
      code: z.enum(CLIENT_FAULTS),
      detail: z.string().describe('what the device said; empty when it said nothing'),
    })
    .optional()
    .describe('why its last registration, call or question failed'),
})
export type ServerClient = z.infer<typeof ServerClient>

export const PartState = z.object({
  part: z.enum(SERVICE_PARTS),
  ...state,
  trouble: z.enum(TROUBLE_KINDS).optional().describe('reason of the failure'),
})
export type PartState = z.infer<typeof PartState>

/** The program that all parts run in. */
export const ServiceState = z.object({
  time: z.number().int().describe('seconds, machine time'),
  version: z.string(),
  startTime: z.number().int(),
  /** Of one core: 100 is one core at work. */
  cpuPercent: z.number(),
  cores: z.number().int(),
  memoryBytes: z.number(),
  systemMemoryBytes: z.number(),
  systemFreeBytes: z.number(),
  diskTotalBytes: z.number(),
  diskFreeBytes: z.number(),
  servers: z.array(ServerState),
  parts: z.array(PartState),
})
export type ServiceState = z.infer<typeof ServiceState>

/** How the program did over a time, columns of equal length; `time` is the end of each. */
export const ServiceHistory = z.object({
  stepSeconds: z.number().int(),
  time: z.array(z.number().int()),
  cpuPercent: z.array(z.number()),
  memoryBytes: z.array(z.number()),
  connections: z.array(z.number()),
  bytesInPerSecond: z.array(z.number()),
  bytesOutPerSecond: z.array(z.number()),
  devicesOnline: z.array(z.number()),
})
export type ServiceHistory = z.infer<typeof ServiceHistory>

/** One device as the platform knows it at this moment. Times in seconds. */
export const DeviceStateRow = z.object({
  sn: z.string(),
  name: z.string(),
  groupName: z.string(),
  kind: z.string(),
  protocolType: z.number().int(),
  online: z.boolean(),
  alarmFlg: z.number().int(),
  channels: z.number().int(),
  locatedTime: z.number().int().nullable(),
  gpsLost: z.boolean(),
  /** Of its connection to a gateway; empty and null when it has none of its own. */
  remote: z.string(),
  sinceTime: z.number().int().nullable(),
  heardTime: z.number().int().nullable(),
})
export type DeviceStateRow = z.infer<typeof DeviceStateRow>
