/** Rules that a platform keeps (the stated limit of rules). */
export const PUSH_RULES_MAX = 8
export const PUSH_URL_MAX = 512
/** Events of one request. */
export const PUSH_BATCH_EVENTS = 200
/** Requests of a rule that wait; past it events are dropped and counted. */
export const PUSH_WAITING_MAX = 50
/** Tries of one request, the first included. */
export const PUSH_ATTEMPTS_MAX = 6

/** Events of an alarm that are pushed. */
export const PUSH_EVENTS = ['start', 'stop', 'processing'] as const

/** delivered: answered with 2xx; failed: will not be tried again; dropped: never sent, there were too many. */
export const PUSH_STATES = ['waiting', 'delivered', 'failed', 'dropped'] as const

/** Why a request came to nothing. */
export const PUSH_FAULTS = [
  'url',
  'hostNotAllowed',
  'addressNotAllowed',
  'ownPort',
  'portNotAllowed',
  'notResolved',
  'connect',
  'tls',
  'timeout',
  'redirect',
  'status',
  'answer',
  'ruleGone',
  'ownerMayNot',
] as const
