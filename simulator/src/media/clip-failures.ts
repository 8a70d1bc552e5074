/** Why a clip was not made. */
export class ClipFailed extends Error {
  override name: string = 'ClipFailed'
}

/** There is no such camera, or there is one no longer. */
export class CameraGone extends ClipFailed {
  override name = 'CameraGone'
}

/** The disk is full. */
export class DiskFull extends ClipFailed {
  override name = 'DiskFull'
}

/** Whether an error means that a file could not be written for lack of room. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return error instanceof DiskFull || code === 'ENOSPC' || code === 'EDQUOT'
}
