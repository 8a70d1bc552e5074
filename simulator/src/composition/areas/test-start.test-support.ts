/** 2026-11-20 10:00 UTC+8. */
export const START_MS = 1_795_140_000_000
