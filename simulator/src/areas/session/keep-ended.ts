/** Ended sessions are kept this long, so that their owners are told what became of them. */
export const KEEP_ENDED_MS = 7 * 86_400_000
