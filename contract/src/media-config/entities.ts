import { z } from 'zod'

/** Ports of a media server; other keys of a platform's configJson pass. */
export const MediaServerPorts = z
  .object({
    wsPort: z.number().int().min(0).max(65_535),
    wssPort: z.number().int().min(0).max(65_535),
  })
  .loose()

/** A media server as players need it (stated fields). Addresses are host names or IP addresses, empty when unset. */
export const MediaServerInfo = z.object({
  addr1: z.string(),
  addr2: z.string(),
  addr3: z.string(),
  /** How it is reached inside the own network. */
  localAddr: z.string(),
  loginName: z.string(),
  /** The name of a key, never a password: `{key}`. */
  password: z.string(),
  configJson: MediaServerPorts,
})
export type MediaServerInfo = z.infer<typeof MediaServerInfo>

/** When the media server records (assumed). */
export const RECORD_MODES = ['always', 'alarm', 'off'] as const

/** What and how the media server records (assumed, but for the packing interval of 1 to 240 minutes). */
export const RecordPlan = z.object({
  recordMode: z.enum(RECORD_MODES),
  /** Length of a file. */
  packMinutes: z.number().int().min(1).max(240),
  keepDays: z.number().int().min(1).max(180),
})
export type RecordPlan = z.infer<typeof RecordPlan>

const address = z
  .string()
  .max(253)
  .regex(/^[A-Za-z0-9._:[\]-]*$/, 'an address holds letters, digits, dots, colons and minus signs')

/** The media server with its addresses and what it records. Ports 0: the platform's own. */
export const MediaServerConfig = z.object({
  ...MediaServerInfo.shape,
  addr1: address,
  addr2: address,
  addr3: address,
  localAddr: address,
  name: z.string().trim().min(1).max(64),
  plan: RecordPlan,
})
export type MediaServerConfig = z.infer<typeof MediaServerConfig>

/** Pictures taken at intervals (all fields assumed). */
export const CaptureRule = z.object({
  id: z.number().int(),
  name: z.string().trim().min(1).max(32),
  /** Who takes them. */
  source: z.enum(['device', 'server']),
  intervalMinutes: z.number().int().min(1).max(240),
  /** Hours of the day, from (included) to (excluded). */
  fromHour: z.number().int().min(0).max(23),
  toHour: z.number().int().min(1).max(24),
  enabled: z.boolean(),
})
export type CaptureRule = z.infer<typeof CaptureRule>
/** At most so many rules can be added (stated). */
export const CAPTURE_RULES_MAX = 8
