import { z } from 'zod'
import { PROTOCOL_TYPES } from '../devices/constants.ts'
import { KindName, KnownKind } from '../devices/kind-schemas.ts'
import { oneLine } from '../texts.ts'
import { WIRES } from '../wires/wires.ts'
import { DEVICE_LIMITS, DEVICE_ORIGINS, type IMPORT_COLUMNS, IMPORT_RESULTS } from './constants.ts'

export const DeviceName = oneLine(1, DEVICE_LIMITS.nameMax)
const Text = oneLine(0, DEVICE_LIMITS.textMax).default('')
const Version = z.number().int().min(0)

/** Digits, letters, underscore and minus. */
const SerialNumber = z
  .string()
  .trim()
  .min(DEVICE_LIMITS.snMin)
  .max(DEVICE_LIMITS.snMax)
  .regex(/^[A-Za-z0-9_-]+$/)

/** Forms of serial numbers by protocol; the others take any. */
const SERIAL_FORMS: Readonly<Record<number, RegExp>> = {
  [PROTOCOL_TYPES.gb28181]: /^\d{20}$/,
  ...Object.fromEntries(
    Object.values(WIRES).map(({ protocolType, serialForm }) => [protocolType, serialForm]),
  ),
}

/** Whether a serial number has the form of a protocol. */
export function fitsProtocol(sn: string, protocolType: number): boolean {
  return SERIAL_FORMS[protocolType]?.test(sn) ?? true
}

/** All ability bits together. */
const ABILITY_MAX = 511

/** A type of device: initial values of new devices. */
export const DeviceType = z.object({
  id: z.number().int(),
  name: z.string(),
  kind: KindName,
  protocolType: z.number().int(),
  /** Bits of the ability mask. */
  ability: z.number().int().min(0).max(ABILITY_MAX),
  manufacturer: z.string(),
  remark: z.string(),
  /** Comes with the platform: it cannot be changed or deleted. */
  system: z.boolean(),
  /** Devices of it that the caller sees. */
  deviceCount: z.number().int(),
  version: z.number().int(),
  updateTime: z.number().describe('seconds; 0: never changed'),
})
export type DeviceType = z.infer<typeof DeviceType>

export const NewDeviceType = z.object({
  name: oneLine(1, 32),
  kind: KnownKind,
  protocolType: z.number().int().min(0).max(5),
  ability: z.number().int().min(1).max(ABILITY_MAX),
  manufacturer: Text,
  remark: Text,
})
export type NewDeviceType = z.infer<typeof NewDeviceType>

/** A device as its administrators see it. */
export const ManagedDevice = z.object({
  sn: z.string(),
  deviceId: z.number().int(),
  name: z.string(),
  groupId: z.number().int(),
  groupName: z.string(),
  typeId: z.number().int(),
  typeName: z.string(),
  kind: z.string(),
  protocolType: z.number().int(),
  ability: z.number().int(),
  onlineStatus: z.number().int(),
  channelNum: z.number().int(),
  longitude: z.number().optional(),
  latitude: z.number().optional(),
  /** It moves by itself: nobody places it. */
  moves: z.boolean(),
  address: z.string(),
  installer: z.string(),
  installTime: z.number().describe('seconds'),
  origin: z.enum(DEVICE_ORIGINS),
  /** Grows with each change by an administrator: an update names the one it knows. */
  version: z.number().int(),
})
export type ManagedDevice = z.infer<typeof ManagedDevice>

/** Fields of a new device. A fixed one has a position or none yet: both coordinates, or neither. */
export const NewDevice = z.object({
  sn: SerialNumber,
  name: DeviceName,
  groupId: z.number().int().min(1),
  typeId: z.number().int().min(1),
  /** Bits of the ability mask; left out: those of its type. */
  ability: z.number().int().min(1).max(ABILITY_MAX).optional(),
  longitude: z.number().min(-180).max(180).optional(),
  latitude: z.number().min(-90).max(90).optional(),
  address: Text,
  installer: Text,
})
export type NewDevice = z.infer<typeof NewDevice>

export const DeviceChange = z.object({
  sn: z.string().min(1).max(64),
  version: Version,
  name: DeviceName,
  ability: z.number().int().min(1).max(ABILITY_MAX),
  address: Text,
  installer: Text,
})
export type DeviceChange = z.infer<typeof DeviceChange>

/** A device with the version that the sender knows of it. */
export const KnownDevice = z.object({ sn: z.string().min(1).max(64), version: Version })
export type KnownDevice = z.infer<typeof KnownDevice>

/** A group as its administrators see it. */
export const ManagedGroup = z.object({
  id: z.number().int(),
  /** 0: at the top of the caller's scope. */
  parentId: z.number().int(),
  name: z.string(),
  deviceCount: z.number().int().describe('devices in the group and below'),
  /** Kept by the platform itself: it is neither renamed, moved nor deleted. */
  fixed: z.boolean(),
  version: z.number().int(),
})
export type ManagedGroup = z.infer<typeof ManagedGroup>
export const ImportRow = z.object({
  /** As the file counts them: the heading is row 1. */
  row: z.number().int(),
  sn: z.string(),
  name: z.string(),
  result: z.enum(IMPORT_RESULTS),
  /** Why it was refused. */
  reasons: z.array(z.object({ column: z.string(), text: z.string() })),
})
export type ImportRow = z.infer<typeof ImportRow>
export type ImportColumn = (typeof IMPORT_COLUMNS)[number]['key']
