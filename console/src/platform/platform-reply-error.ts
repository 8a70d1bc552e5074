import { CODES } from '@backlot/contract/codes'

/** A call that did not succeed: refused by the platform, unreadable, or never answered (`code` -1). */
export class PlatformReplyError extends Error {
  override readonly name = 'PlatformReplyError'
  readonly code: number
  readonly msg: string
  /** 0 when there was no answer. */
  readonly httpStatus: number
  readonly callName: string

  constructor(reply: { code: number; msg: string; httpStatus: number; callName: string }) {
    super(`${reply.callName}: ${reply.code} ${reply.msg}`)
    this.code = reply.code
    this.msg = reply.msg
    this.httpStatus = reply.httpStatus
    this.callName = reply.callName
  }
}

/** Whether a platform answered that it has no such call. */
export const isCallMissing = (error: unknown): boolean =>
  error instanceof PlatformReplyError && isMissingStatus(error.httpStatus)

/** Whether the platform did not answer: a write may have been done or not. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof PlatformReplyError && error.code === CLIENT_CODES.unreachable

/** Whether the shown state is outdated: somebody else changed it, or it is gone. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof PlatformReplyError && (error.code === CODES.conflict || error.code === CODES.notFound)

/** HTTP statuses by which a server reports that nothing is there. */
export const isMissingStatus = (httpStatus: number): boolean =>
  httpStatus === CODES.notFound || httpStatus === CODES.methodNotAllowed

/** Codes of the console itself, below every code of a platform. */
export const CLIENT_CODES = {
  /** No answer: network or platform down. */
  unreachable: -1001,
  /** An answer that does not fit the contract. */
  unreadable: -1002,
  /** A call over the channel while it is not open, or unanswered there. */
  channelDown: -1003,
  /** The platform has no such call, by its answer or by `config.json`. */
  callMissing: -1006,
  /** A device answered that it did not take an order. */
  deviceRefused: -1004,
  /** A device did not answer an order in time. */
  deviceSilent: -1005,
} as const
