/** Counters of the gateway since its start. */
export type GbCounters = {
  registered: number
  refreshed: number
  deregistered: number
  /** Registrations refused: wrong password or realm, devices that are not taken, too many at a time. */
  registrationsRefused: number
  loginFailures: number
  /** Registrations that ended because the device was silent or did not renew them. */
  lost: number
  keepalives: number
  messages: number
  /** Bodies that could not be read, and messages of those who are not registered. */
  badMessages: number
  strangers: number
  queries: number
  queriesUnanswered: number
  alarms: number
  positions: number
  invites: number
  invitesFailed: number
  /** Calls to loudspeakers. */
  broadcasts: number
  broadcastsFailed: number
  controls: number
  controlsFailed: number
}

export const createGbCounters = (): GbCounters => ({
  registered: 0,
  refreshed: 0,
  deregistered: 0,
  registrationsRefused: 0,
  loginFailures: 0,
  lost: 0,
  keepalives: 0,
  messages: 0,
  badMessages: 0,
  strangers: 0,
  queries: 0,
  queriesUnanswered: 0,
  alarms: 0,
  positions: 0,
  invites: 0,
  invitesFailed: 0,
  broadcasts: 0,
  broadcastsFailed: 0,
  controls: 0,
  controlsFailed: 0,
})
