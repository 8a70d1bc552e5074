import { platformPath } from '@backlot/contract/adapters/call-request'
import { valueAt } from '@backlot/contract/adapters/dotted-path'
import type { PlatformAdapter } from '@backlot/contract/adapters/platform-adapter'
import { login } from '@backlot/contract/session/calls'
import { sessionHeader } from '../adapter-fields.ts'
import type { Exchange } from '../capture.ts'
import { readJson } from '../read-json.ts'
import { sentText } from './recorded-calls.ts'

export type SignIn = { loginName: string; exchange: Exchange }

/** The recorded sign-ins that succeeded: any password and any code will do for them. */
export function signInsOf(exchanges: readonly Exchange[], adapter: PlatformAdapter): SignIn[] {
  return exchanges.flatMap((exchange) => {
    const loginName = loginNameIn(adapter, exchange.path, sentText(exchange))
    return loginName !== undefined && succeeded(exchange, adapter) ? [{ loginName, exchange }] : []
  })
}

/** Who signs in with this request; undefined: it is none. */
export function loginNameIn(
  adapter: PlatformAdapter,
  path: string,
  body: string | undefined,
): string | undefined {
  if (path.split('?')[0] !== platformPath(adapter, login.path) || body === undefined) return undefined
  const sent = readJson(body) ?? Object.fromEntries(new URLSearchParams(body))
  const field = adapter.calls[login.name]?.send.loginName ?? 'loginName'
  const name = valueAt(sent, field)
  return typeof name === 'string' ? name : undefined
}

/** A platform that lets somebody in gives him a session: a cookie, a header, or a field of the reply. */
function succeeded({ reply, body }: Exchange, adapter: PlatformAdapter): boolean {
  if (!reply || reply.status >= 300 || !body || !('text' in body)) return false
  const header = sessionHeader(adapter)
  if (header !== undefined) return reply.headers[header] !== undefined
  if (adapter.session.in === 'cookie') return reply.headers['set-cookie'] !== undefined
  const name = JSON.stringify(adapter.session.name.split('.').at(-1))
  return new RegExp(`${name}:"[^"]`).test(body.text)
}
