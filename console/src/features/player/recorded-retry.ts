import { PlatformReplyError } from '../../platform/platform-reply-error.ts'

/** Number and interval of retries of a broken recording: a restarting platform takes some seconds. */
const RETRIES = 3
export const RECORDED_RETRY_MS = 1500

/**
 * Whether a recorded playback is started again: after `errors` in a row, the last of which was `failure`; undefined: its
 * stream broke. A platform that refused refuses again; one that did not answer may be on its way back.
 */
export function isTriedAgain(errors: number, failure: unknown): boolean {
  const isRefused =
    failure !== undefined && !(failure instanceof PlatformReplyError && failure.httpStatus === 0)
  return !isRefused && errors <= RETRIES
}
