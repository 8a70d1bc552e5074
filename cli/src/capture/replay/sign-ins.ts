import { login } from '@backlot/contract/session/calls'
import type { Exchange } from '../read-capture.ts'
import { readJson } from '../read-json.ts'
import { sentText } from './call-book.ts'

export type SignIn = { loginName: string; exchange: Exchange }

/** The recorded sign-ins that succeeded: any password and any code will do for them. */
export function signInsOf(exchanges: readonly Exchange[]): SignIn[] {
  return exchanges.flatMap((exchange) => {
    const loginName = loginNameIn(exchange.path, sentText(exchange))
    return loginName !== undefined && succeeded(exchange) ? [{ loginName, exchange }] : []
  })
}

/** Who signs in with this request; undefined: it is none. */
export function loginNameIn(path: string, body: string | undefined): string | undefined {
  if (path.split('?')[0] !== login.path || body === undefined) return undefined
  const sent = readJson(body)
  const fields =
    typeof sent === 'object' && sent !== null ? sent : Object.fromEntries(new URLSearchParams(body))
  const { loginName, username, userName, account } = fields as Record<string, unknown>
  const name = loginName ?? username ?? userName ?? account
  return typeof name === 'string' ? name : undefined
}

/** A platform that lets somebody in gives him a session, in the reply or as a cookie. */
function succeeded({ reply, body }: Exchange): boolean {
  if (!reply || reply.status >= 300 || !body || !('text' in body)) return false
  if (reply.headers['set-cookie'] !== undefined) return true
  const answer = readJson(body.text)
  return typeof answer === 'object' && answer !== null && /"(sessionId|token)":"/i.test(body.text)
}
