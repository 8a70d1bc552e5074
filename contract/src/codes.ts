/**
 * Reply codes of the platform. `stated` codes come from the platform's specification; the others are ours.
 * 0 is success; every other code carries a message in `msg`.
 */
export const CODES = {
  ok: 0,
  /** Two password entries differ (stated). */
  passwordsDiffer: 20012,
  /** The new password equals the old one (stated). */
  passwordUnchanged: 20013,
  /** Signed in with a one-time password: nothing is answered before it is changed (assumed, handler argument 0). */
  passwordMustChange: 20014,
  /** Signed out, expired or kicked out: the console shows it and reloads (stated, handler argument 1). */
  sessionExpired: 20011,
  /** Not signed in (stated, handler argument 0). */
  notSignedIn: 401,
  /** Signed in, but the permission list does not grant the call (stated, handler argument 0). */
  notPermitted: 40003,
  /** Signed in, but the system function mask lacks the capability (stated, handler argument 0). */
  notLicensed: 40010,
  // Assumed codes from here on.
  invalid: 400,
  notFound: 404,
  methodNotAllowed: 405,
  conflict: 409,
  tooLarge: 413,
  unsupportedMediaType: 415,
  /** The requested part of a file begins behind its end. */
  rangeNotSatisfiable: 416,
  tooManyRequests: 429,
  failed: 500,
  unavailable: 503,
  /** The platform has no room to store the request; nothing was changed. */
  storageFull: 507,
  verifyCodeWrong: 20001,
  verifyCodeExpired: 20002,
  wrongCredentials: 20003,
  accountLocked: 20004,
  /** The one-time password of a reset is too old. */
  oneTimePasswordExpired: 20005,
  deviceOffline: 30001,
  noAnalysis: 30002,
  /** The device does something else: it is being upgraded, a disk is formatted, its channel is fed from outside. */
  deviceBusy: 30003,
  /** The device answered that it has a fault. */
  deviceFault: 30004,
  /** The device is connected and did not answer. */
  deviceNoAnswer: 30005,
  /** The device connects by a protocol of its own, which has no such order or parameter. */
  deviceUnsupported: 30006,
  alarmAlreadyProcessed: 31001,
  alarmNotEditable: 31002,
  alarmChanged: 31003,
  alarmNotAuditable: 31004,
  /** Another operator responds to it. */
  alarmTaken: 31005,
  /** The processing of an alarm cannot be taken back (any more). */
  alarmNotUndoable: 31006,
  /** Only the archive has the alarm: it cannot be changed any more. */
  alarmArchived: 31007,
  /** Another version of the work order than the sender saw. */
  workOrderChanged: 32001,
  workOrderState: 32002,
  workOrderRight: 32003,
  /** An order cannot be withdrawn (any more). */
  workOrderNotWithdrawable: 32004,
} as const

export type CodeName = keyof typeof CODES

/** Codes that reach the console's one not-authorised handler, with its argument. */
export const NOT_AUTHORISED: Readonly<Record<number, 0 | 1>> = {
  [CODES.notPermitted]: 0,
  [CODES.notLicensed]: 0,
  [CODES.passwordMustChange]: 0,
  [CODES.notSignedIn]: 0,
  [CODES.sessionExpired]: 1,
}

/** HTTP status that accompanies a code. Business refusals stay 200 so that proxies and old clients read them. */
export const HTTP_STATUS: Readonly<Record<number, number>> = {
  [CODES.invalid]: 400,
  [CODES.notSignedIn]: 401,
  [CODES.sessionExpired]: 401,
  [CODES.notPermitted]: 403,
  [CODES.notLicensed]: 403,
  [CODES.passwordMustChange]: 403,
  [CODES.notFound]: 404,
  [CODES.methodNotAllowed]: 405,
  [CODES.conflict]: 409,
  [CODES.tooLarge]: 413,
  [CODES.unsupportedMediaType]: 415,
  [CODES.rangeNotSatisfiable]: 416,
  [CODES.tooManyRequests]: 429,
  [CODES.failed]: 500,
  [CODES.unavailable]: 503,
  [CODES.storageFull]: 507,
}

/** Live-start failures (stated): `code` of the reply to a live start. */
export const LIVE_START_CODES = {
  shownInfoA: -1,
  shownInfoB: -2,
  getMediaServerFailed: 1,
  mediaServerNotBound: 2,
  playFailedUnknown: 3,
} as const
