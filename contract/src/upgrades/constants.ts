import { UPGRADE_STATES } from '../device-config/constants.ts'

/** Limits of versions and upgrade runs (assumed; 50 MB a version is stated in `LIMITS`). */
export const UPGRADE_LIMITS = { versions: 100, totalBytes: 1024 ** 3, devices: 500, runs: 1000 } as const

/** Valid file names of a version: no path, and a software extension. */
export const VERSION_FILE = /^[\p{L}\p{N}][\p{L}\p{N}._ ()-]{0,99}$/u
export const VERSION_FILE_ENDING = /\.(bin|img|pkg|zip|gz)$/i

/**
 * State of a device in a run. cancelled: its download was given up. Not asked, with the reason: offline; busy with
 * another upgrade; it has the version already.
 */
export const RUN_DEVICE_STATES = [...UPGRADE_STATES, 'cancelled', 'offline', 'busy', 'same'] as const

export const RUN_STATES = ['running', 'ended', 'cancelled'] as const
