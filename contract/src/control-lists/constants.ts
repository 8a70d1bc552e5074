/** Limits of control lists (assumed; lengths as stated for names and texts). */
export const CONTROL_LIMITS = { persons: 5000, nameMax: 32, labelMax: 32, addrMax: 255 } as const
