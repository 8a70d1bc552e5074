import { NOT_AUTHORISED } from '@backlot/contract/codes'

/** 0: not permitted or not signed in. 1: the sign-in expired (message, then reload). */
type NotAuthorisedArgument = 0 | 1
type Handler = (argument: NotAuthorisedArgument, msg: string) => void

let handler: Handler = () => undefined

/** Sets the one handler that every refused call reaches. */
export function onNotAuthorised(next: Handler): void {
  handler = next
}

/** The handler's argument for a reply, or undefined when the reply is no matter of authorisation. */
export function notAuthorisedArgument(code: number, httpStatus: number): NotAuthorisedArgument | undefined {
  return NOT_AUTHORISED[code] ?? (httpStatus === 403 ? 0 : undefined)
}

/** Passes a refused call to the handler. */
export function reportNotAuthorised(argument: NotAuthorisedArgument, msg: string): void {
  handler(argument, msg)
}
