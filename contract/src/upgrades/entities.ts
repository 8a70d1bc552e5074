import { z } from 'zod'
import { DEVICE_KINDS } from '../control/fleet-choices.ts'
import { UPGRADE_STATES } from '../device-config/entities.ts'

/** Limits of versions and upgrade runs (assumed; 50 MB a version is stated in `LIMITS`). */
export const UPGRADE_LIMITS = { versions: 100, totalBytes: 1024 ** 3, devices: 500, runs: 1000 } as const

/** Kinds of devices whose software can be changed: all of them. */
export const UPGRADE_KINDS = DEVICE_KINDS

/** What the file of a version may be called: no path, and an ending of software. */
export const VERSION_FILE = /^[\p{L}\p{N}][\p{L}\p{N}._ ()-]{0,99}$/u
export const VERSION_FILE_ENDING = /\.(bin|img|pkg|zip|gz)$/i

export const VersionNumber = z
  .string()
  .trim()
  .max(32)
  .regex(/^\d{1,5}(\.\d{1,5}){1,3}$/, 'a version is numbers with dots')

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

/**
 * How a device stands in a run. cancelled: its download was given up. Not asked, with the reason: offline; busy with
 * another upgrade; it has the version already.
 */
export const RUN_DEVICE_STATES = [...UPGRADE_STATES, 'cancelled', 'offline', 'busy', 'same'] as const
export type RunDeviceState = (typeof RUN_DEVICE_STATES)[number]

export const RUN_STATES = ['running', 'ended', 'cancelled'] as const

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
  /** What it runs now; empty when it is gone. */
  version: z.string(),
})
export type RunDevice = z.infer<typeof RunDevice>
