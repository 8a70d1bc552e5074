import { CODES } from '@backlot/contract/codes'
import { PlatformError } from '../http/platform-error.ts'

/** Whether a write was refused because the disk is full: the same write may find room a little later. */
export const isStorageFull = (error: unknown): boolean =>
  error instanceof PlatformError && error.code === CODES.storageFull
