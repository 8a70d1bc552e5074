/** SIP URIs (RFC 3261 section 19.1): `sip:34020000001320000001@3402000000:5060;transport=tcp`. */
import { readParameters, type SipParameter, writeParameters } from './sip-parameters.ts'
import { type SipRead, sipProblem } from './sip-problem.ts'

export type SipUri = {
  scheme: 'sip' | 'sips'
  /** As it is written, escapes included. In GB/T 28181 the 20 digits of a device. */
  user?: string
  /** Host name, address, or the domain's id; IPv6 with its brackets. */
  host: string
  port?: number
  parameters: readonly SipParameter[]
  /** What stands behind the ?, as it is written. */
  headers?: string
}

const HOST_PORT = /^(\[[\da-fA-F:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/
const USER = /^[^\s@<>"[\]]+$/
/** A URI has no quotes: other values are escaped by whoever writes them. */
const PARAMETER_VALUE = /^[^\s@<>";,?=]+$/

/** Reads a URI; blanks around it are allowed. Offsets count from the first sign of `text`. */
export function readSipUri(text: string): SipRead<SipUri> {
  const uri = text.trim()
  const scheme = /^(sips?):/i.exec(uri)?.[1]?.toLowerCase()
  if (scheme === undefined) return sipProblem('uri', 0, `'${uri.slice(0, 40)}' is no sip: URI`)
  const from = scheme.length + 1
  const signAt = uri.indexOf('@', from)
  const userEnd = signAt < 0 ? from : signAt
  const hostFrom = signAt < 0 ? from : signAt + 1
  const hostEnd = firstOf(uri, /[;?]/, hostFrom)
  const user = signAt < 0 ? undefined : uri.slice(from, userEnd)
  if (user !== undefined && !USER.test(user)) return sipProblem('uri', from, `user '${user.slice(0, 40)}'`)
  const address = readHostPort(uri.slice(hostFrom, hostEnd))
  if (!address) return sipProblem('uri', hostFrom, `host '${uri.slice(hostFrom, hostEnd).slice(0, 40)}'`)
  const questionAt = uri.indexOf('?', hostEnd)
  const parametersEnd = questionAt < 0 ? uri.length : questionAt
  const parameters = readParameters(uri.slice(hostEnd, parametersEnd), hostEnd)
  if (!parameters.ok) return parameters
  const value: SipUri = { scheme: scheme as 'sip' | 'sips', ...address, parameters: parameters.value }
  if (user !== undefined) value.user = user
  if (questionAt >= 0) value.headers = uri.slice(questionAt + 1)
  return { ok: true, value }
}

/** `host` or `host:port`; undefined for anything else. Ports are 1–65535. */
export function readHostPort(text: string): { host: string; port?: number } | undefined {
  const [, host, port] = HOST_PORT.exec(text) ?? []
  if (host === undefined) return undefined
  if (port === undefined) return { host }
  const number = Number(port)
  return number >= 1 && number <= 65_535 ? { host, port: number } : undefined
}

/** Throws a RangeError for a user, host, port or parameter that would not be read back. */
export function writeSipUri({ scheme, user, host, port, parameters, headers }: SipUri): string {
  if (user !== undefined && !USER.test(user)) throw new RangeError(`user '${user}'`)
  if (headers !== undefined && /[\s<>"]/.test(headers)) throw new RangeError(`headers '${headers}'`)
  const bad = parameters.find(({ value }) => value !== undefined && !PARAMETER_VALUE.test(value))
  if (bad) throw new RangeError(`parameter ${bad.name} '${bad.value}'`)
  const tail = headers === undefined ? '' : `?${headers}`
  const who = user === undefined ? '' : `${user}@`
  return `${scheme}:${who}${writeHostPort(host, port)}${writeParameters(parameters)}${tail}`
}

/** `host` or `host:port`. Throws a RangeError for values that would not be read back. */
export function writeHostPort(host: string, port: number | undefined): string {
  const text = port === undefined ? host : `${host}:${port}`
  const read = readHostPort(text)
  if (read?.host !== host) throw new RangeError(`address '${text}'`)
  return text
}

function firstOf(text: string, signs: RegExp, from: number): number {
  const found = text.slice(from).search(signs)
  return found < 0 ? text.length : from + found
}
