/** When the media server records (assumed). */
export const RECORD_MODES = ['always', 'alarm', 'off'] as const

/**
 * The first media server is the platform itself: its record is MediaServerConfig, it listens where the platform does,
 * and it can neither be deleted nor switched off.
 */
export const FIRST_MEDIA_SERVER = 1

/** Limits of media servers (assumed). */
export const MEDIA_SERVER_LIMITS = { servers: 16, groups: 500, portMax: 65_535 } as const

/** running; off: switched off; unreachable: it is on, and its port could not be opened. */
export const MEDIA_SERVER_STATES = ['running', 'off', 'unreachable'] as const
/** Most rules that can be added (stated). */
export const CAPTURE_RULES_MAX = 8
