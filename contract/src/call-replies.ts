import type { AnyCall } from './call.ts'
import { CODES, HTTP_STATUS } from './codes.ts'
import { CONFLICTS, NOT_FOUND } from './refusing-calls.ts'
import { BEFORE_PASSWORD_CHANGE } from './session/calls.ts'

/** Calls whose replies carry an ETag, and are 304 without a body for who has them already (RFC 9110, 15.4.5). */
const CONDITIONAL: ReadonlySet<string> = new Set([
  'alarms.export',
  'alarms.list',
  'alarms.picture',
  'devices.positions',
  'devices.tree',
  'map.tile',
  'mapHeat.alarms',
])
/** Calls that may have nothing to answer: 204. */
const EMPTY: ReadonlySet<string> = new Set(['map.tile'])

/** A refusal that a call may answer with, in the envelope. */
export type Refusal = {
  code: number
  text: string
  /** The text is that of every call; otherwise the call has words of its own. */
  isCommon: boolean
}

const COMMON: Readonly<Record<number, string>> = {
  [CODES.invalid]: 'invalid input; data.field names the field if there is one',
  [CODES.notSignedIn]: 'not signed in',
  [CODES.sessionExpired]: 'the session has ended: signed out, expired or kicked out',
  [CODES.notPermitted]: 'the caller has no permission, or the Host or Origin is not allowed',
  [CODES.passwordMustChange]: 'signed in with a one-time password: change it first',
  [CODES.notLicensed]: 'the account does not have the capability',
  [CODES.notFound]: 'not found, or not visible to the caller',
  [CODES.conflict]: 'conflict with existing data, or somebody else has changed it meanwhile',
  [CODES.tooLarge]: 'the body is too large',
  [CODES.unsupportedMediaType]: 'the body has another media type, or is compressed',
  [CODES.rangeNotSatisfiable]: 'the byte range is outside the file; Content-Range contains its size',
  [CODES.tooManyRequests]: 'too many calls; wait for the time in Retry-After',
  [CODES.failed]: 'internal error; see the log of the platform',
  [CODES.unavailable]: 'the platform is starting or stopping, or a part that the call needs is off',
  [CODES.storageFull]: 'the disk is full; nothing was changed',
}

/** Every refusal of a call, by code: the common ones of its kind, and its own, which take their place. */
export function refusalsOf(call: AnyCall): Refusal[] {
  const own = Object.entries(call.codes ?? {}).map(([code, text]) => [Number(code), text] as const)
  const texts = new Map<number, string>(commonCodes(call).map((code) => [code, COMMON[code]!]))
  for (const [code, text] of own) texts.set(code, text)
  return [...texts]
    .map(([code, text]) => ({ code, text, isCommon: text === COMMON[code] }))
    .sort((a, b) => a.code - b.code)
}

function commonCodes(call: AnyCall): number[] {
  const { access, name } = call
  const codes: number[] = [CODES.invalid, CODES.notPermitted, CODES.failed, CODES.unavailable]
  if (access.kind === 'signedIn' || access.kind === 'routes')
    codes.push(CODES.notSignedIn, CODES.sessionExpired, CODES.tooManyRequests)
  if (codes.includes(CODES.notSignedIn) && !BEFORE_PASSWORD_CHANGE.has(name))
    codes.push(CODES.passwordMustChange)
  if (access.kind === 'routes' && access.anyOf) codes.push(CODES.notLicensed)
  if (call.method === 'POST') codes.push(CODES.tooLarge, CODES.unsupportedMediaType)
  if (call.writes) codes.push(CODES.storageFull)
  if (call.raw?.parts) codes.push(CODES.rangeNotSatisfiable)
  if (NOT_FOUND.has(name)) codes.push(CODES.notFound)
  if (CONFLICTS.has(name) || call.idempotencyKey) codes.push(CODES.conflict)
  return codes
}

/** HTTP status of a refusal; business refusals have 200. */
export const statusOf = (code: number): number => HTTP_STATUS[code] ?? 200

/** Statuses of success without a body. */
export function emptyStatusesOf({ name }: AnyCall): number[] {
  return [...(EMPTY.has(name) ? [204] : []), ...(CONDITIONAL.has(name) ? [304] : [])]
}

/** Every HTTP status that a call may answer with. */
export function statusesOf(call: AnyCall): ReadonlySet<number> {
  const successes = [200, ...(call.raw?.parts ? [206] : []), ...emptyStatusesOf(call)]
  return new Set([...successes, ...refusalsOf(call).map(({ code }) => statusOf(code))])
}
