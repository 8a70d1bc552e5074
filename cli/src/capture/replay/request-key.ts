import { isSecretParam, plainFieldName } from '@backlot/contract/redaction'

/**
 * Common parts of two requests for the same thing: method, path, parameters and body, without values that differ each
 * time (docs/record-replay.md). Moments are compared separately: a page that requests the last hour computes it from
 * its clock.
 */
export type RequestKey = { key: string; moments: readonly number[] }

/** Parameters and fields with a new value for each request. */
const VOLATILE = new Set([
  '',
  't',
  'ts',
  'timestamp',
  'r',
  'rand',
  'random',
  'nonce',
  'seq',
  'requestid',
  'traceid',
  'idempotencykey',
])
/** Names of moments. */
const MOMENT_NAME = /time|date|day|from|to$|start|end|begin|since|until|after|before|at$|ms$/i
/** Epoch seconds and milliseconds from 2001 to 2033. */
const SECONDS: Span = [1e9, 2e9]
const MILLISECONDS: Span = [1e12, 2e12]
const MOMENT_TEXT = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/
type Span = readonly [number, number]

export type RequestParts = {
  method: string
  /** With its query. */
  path: string
  /** Text of the body; undefined: it had none, or none that can be compared. */
  body?: string | undefined
  range?: string | undefined
}

export function requestKey({ method, path, body, range }: RequestParts): RequestKey {
  const moments: number[] = []
  const [name = '', ...query] = path.split('?')
  const parts = [method, decodedPath(name), parameters(query.join('?'), moments)]
  if (body !== undefined && body !== '') parts.push(bodyKey(body, moments))
  if (range !== undefined) parts.push(range)
  return { key: parts.join(' '), moments }
}

function bodyKey(body: string, moments: number[]): string {
  try {
    return JSON.stringify(canonical(JSON.parse(body), '', moments))
  } catch {
    return parameters(body, moments)
  }
}

function parameters(text: string, moments: number[]): string {
  return [...new URLSearchParams(text)]
    .filter(([name]) => isAsked(name))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${name}=${canonical(value, name, moments)}`)
    .join('&')
}

/** Fields in the order of their names, moments taken out. */
function canonical(value: unknown, name: string, moments: number[]): unknown {
  if (Array.isArray(value)) return value.map((one) => canonical(one, name, moments))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([field]) => isAsked(field))
        .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
        .map(([field, inner]) => [field, canonical(inner, field, moments)]),
    )
  }
  const momentMs = momentOf(value, name)
  if (momentMs === undefined) return value
  moments.push(momentMs)
  return '<moment>'
}

function isAsked(name: string): boolean {
  return !VOLATILE.has(plainFieldName(name)) && !isSecretParam(name)
}

/** Milliseconds of a moment; of a text without a zone, as if it were UTC. */
function momentOf(value: unknown, name: string): number | undefined {
  if (!MOMENT_NAME.test(name)) return undefined
  if (typeof value === 'string' && MOMENT_TEXT.test(value)) {
    const text = value.replace(' ', 'T')
    const ms = Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10)) ? text : `${text}Z`)
    return Number.isNaN(ms) ? undefined : ms
  }
  const number = typeof value === 'string' && /^\d{10,13}(\.\d+)?$/.test(value) ? Number(value) : value
  if (typeof number !== 'number') return undefined
  if (number >= SECONDS[0] && number < SECONDS[1]) return number * 1000
  return number >= MILLISECONDS[0] && number < MILLISECONDS[1] ? number : undefined
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
