import type { IncomingMessage } from 'node:http'
import { languageOf } from '../kernel/language.ts'
import { message } from '../kernel/messages.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import type { Caller } from './route.ts'
import { SESSION_COOKIE, type SessionPort } from './session-port.ts'

/**
 * Who makes a request, in its language: by the session cookie, or by `Authorization: Bearer <sessionId>` for programs. Throws
 * notSignedIn or sessionExpired.
 */
export function requireCaller(sessions: SessionPort, request: IncomingMessage): Caller {
  const language = languageOf(request.headers)
  let ended = false
  for (const id of sessionIdsOf(request)) {
    const found = sessions.find(id)
    if ('caller' in found)
      return found.caller.language === language ? found.caller : { ...found.caller, language }
    ended ||= found.reason !== 'unknown'
  }
  const key = ended ? 'sessionExpired' : 'notSignedIn'
  throw new PlatformError(key, message(key, language))
}

const BEARER = /^Bearer ([\w.~+/=-]{1,256})$/i

/** Candidates, most trusted first. A host can carry the cookies of several simulators on other ports. */
export function sessionIdsOf(request: IncomingMessage): string[] {
  const { authorization } = request.headers
  const bearer = authorization === undefined ? null : BEARER.exec(authorization)
  if (bearer) return [bearer[1]!]
  return cookieValues(request.headers.cookie, SESSION_COOKIE)
}

/** All values of a cookie, in the order sent. */
function cookieValues(header: string | undefined, name: string): string[] {
  if (header === undefined) return []
  const values: string[] = []
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) values.push(pair.slice(at + 1).trim())
  }
  return values
}
