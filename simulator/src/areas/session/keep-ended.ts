/** Ended sessions are kept this long, so that their owners get the reason. */
export const KEEP_ENDED_MS = 7 * 86_400_000
