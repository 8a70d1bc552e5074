import { z } from 'zod'
import { RUN_DEVICE_STATES, RUN_STATES } from './constants.ts'

export const VersionNumber = z
  .string()
  .trim()
  .max(32)
  .regex(/^\d{1,5}(\.\d{1,5}){1,3}$/, 'must be numbers separated by dots')

/** Software that devices can be upgraded to. */
export const DeviceVersion = z.object({
  id: z.number().int(),
  name: z.string(),
  version: z.string(),
  /** Kind of device that it is for; empty: any. */
  kind: z.string(),
  fileName: z.string(),
  sizeBytes: z.number().int(),
  sha256: z.string(),
  notes: z.string(),
  creator: z.string(),
  /** Seconds. */
  createTime: z.number(),
  /** Upgrade runs that use it now. */
  running: z.number().int(),
})
export type DeviceVersion = z.infer<typeof DeviceVersion>
export type RunDeviceState = (typeof RUN_DEVICE_STATES)[number]

export const UpgradeRun = z.object({
  id: z.number().int(),
  name: z.string(),
  version: z.string(),
  state: z.enum(RUN_STATES),
  creator: z.string(),
  /** Seconds. */
  startTime: z.number(),
  total: z.number().int(),
  succeeded: z.number().int(),
  failed: z.number().int(),
  running: z.number().int(),
  /** Of those that run: they have not begun to install, and can be given up. */
  downloading: z.number().int(),
  /** 0 to 100, over all its devices. */
  progress: z.number().int().min(0).max(100),
  /** It has devices that the caller does not see: they may not cancel it. */
  beyond: z.boolean(),
})
export type UpgradeRun = z.infer<typeof UpgradeRun>

export const RunDevice = z.object({
  sn: z.string(),
  name: z.string(),
  state: z.enum(RUN_DEVICE_STATES),
  /** 0 to 100, of the present step. */
  progress: z.number().int().min(0).max(100),
  /** Its current version; empty when the device is gone. */
  version: z.string(),
})
export type RunDevice = z.infer<typeof RunDevice>
