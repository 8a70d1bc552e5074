/** Audio meetings (assumed; the root node of id -1 and the meeting server are stated). */
export const MEETING_MEMBERS_MAX = 32
export const MEETINGS_MAX = 20
export const MEETING_INVITE_WAIT_MS = 30_000

/** Devices that one broadcast reaches. */
export const BROADCAST_TARGETS_MAX = 50
/** How long a device's call waits for an answer. */
export const INCOMING_WAIT_MS = 30_000
