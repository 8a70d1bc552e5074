/** Default password of every demo account. Refused off loopback. */
export const DEFAULT_PASSWORD = 'Backlot@2026'

/** The account of cameras themselves, which those who read their streams from them need. */
export const DEVICE_ACCOUNT = 'admin'

/** The seed of a new world when none is given. */
export const DEFAULT_SEED = 20_260

/**
 * This many connections are a proxy with everybody behind it, or a load test: a browser opens at most six, and some
 * dozen WebSockets.
 */
export const CONNECTIONS_PER_ADDRESS = 4096
