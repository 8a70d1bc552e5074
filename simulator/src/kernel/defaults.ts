/** Default password of every demo account. Refused off loopback. */
export const DEFAULT_PASSWORD = 'Backlot@2026'

/** The seed of a new world when none is given. */
export const DEFAULT_SEED = 20_260
