import type { AnyCall } from '../call.ts'
import { filledTemplate, type Json, valueAt, withoutValueAt, withValueAt } from './dotted-path.ts'
import type { PlatformAdapter } from './platform-adapter.ts'

/** Parts that a call is made of. */
export type CallParts = {
  params?: Readonly<Record<string, string | number>> | undefined
  query?: unknown
  body?: unknown
  /** Of the session, where there is one. */
  sessionId?: string | undefined
}

/** A call as the platform wants it. */
export type PlatformRequest = {
  method: 'GET' | 'POST'
  /** Path and query, without the platform's address. */
  path: string
  /** Only meaningful ones: Content-Type of a body, and those of the session. */
  headers: Record<string, string>
  /** Text of the body; undefined where there is none (raw uploads send their own bytes). */
  body: string | undefined
}

/** Whether the platform is known not to have a call. */
export function lacksCall(adapter: PlatformAdapter, callName: string): boolean {
  return adapter.lacks.some((name) =>
    name.endsWith('.*') ? callName.startsWith(name.slice(0, -1)) : callName === name,
  )
}

/** A path of the contract (a template too) as the platform has it: the longest start in `paths` that fits is replaced. */
export function platformPath(adapter: PlatformAdapter, path: string): string {
  const fits = (start: string) => path === start || path.startsWith(start.endsWith('/') ? start : `${start}/`)
  const [start] = Object.keys(adapter.paths)
    .filter(fits)
    .sort((a, b) => b.length - a.length)
  return start === undefined ? path : adapter.paths[start] + path.slice(start.length)
}

/**
 * How the platform wants a call to be made. Empty values are left out of a query. Whether it has the call at all is
 * asked of `lacksCall`.
 */
export function platformRequest(adapter: PlatformAdapter, call: AnyCall, parts: CallParts): PlatformRequest {
  const form = adapter.calls[call.name]
  const method = form?.method ?? call.method
  const path = platformPath(adapter, call.path).replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(String(parts.params?.[name])),
  )
  const headers = sessionHeaders(adapter, parts.sessionId)
  const raw = call.raw?.request !== undefined
  const given = call.method === 'GET' || raw ? { ...(parts.query as Json | undefined) } : (parts.body ?? {})
  const sent = sentFields(adapter, call.name, given)
  if (method === 'GET' || raw) return { method, path: path + queryText(sent), headers, body: undefined }
  if (form?.bodyAs === 'form') {
    headers['Content-Type'] = 'application/x-www-form-urlencoded'
    return { method, path, headers, body: queryText(sent).slice(1) }
  }
  headers['Content-Type'] = 'application/json'
  return { method, path, headers, body: JSON.stringify(sent) }
}

/** Fields of a query or body by the platform's names, with its additional ones. */
export function sentFields(adapter: PlatformAdapter, callName: string, given: unknown): unknown {
  const form = adapter.calls[callName]
  if (!form) return given
  let sent = renamed(given, form.send)
  for (const [name, value] of Object.entries(form.also)) sent = withValueAt(sent, name, value)
  return sent
}

/** Ours → the platform's. All old names go before the new ones come, so that two may be swapped. */
export function renamed(given: unknown, names: Readonly<Record<string, string>>): unknown {
  const moves = Object.entries(names)
    .map(([ours, theirs]) => ({ ours, theirs, value: valueAt(given, ours) }))
    .filter(({ value }) => value !== undefined)
  let sent = given
  for (const { ours } of moves) sent = withoutValueAt(sent, ours)
  for (const { theirs, value } of moves) sent = withValueAt(sent, theirs, value)
  return sent
}

function sessionHeaders(adapter: PlatformAdapter, sessionId: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, template] of Object.entries(adapter.session.headers)) {
    const value = filledTemplate(template, [{ sessionId: sessionId ?? '' }])
    if (value !== undefined) headers[name] = value
  }
  return headers
}

function queryText(fields: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((fields ?? {}) as Json)) {
    if (value === undefined || value === null || value === '') continue
    search.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  const text = search.toString()
  return text ? `?${text}` : ''
}
