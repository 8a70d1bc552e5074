/** Pictures a second, and kbit/s, that cameras can be set to. */
export const FRAME_RATE = { min: 1, max: 30 } as const
export const BIT_RATE_KBPS = { min: 64, max: 40_000 } as const
