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
  [CODES.invalid]: 'an input does not fit; data.field names it where one does',
  [CODES.notSignedIn]: 'nobody is signed in',
  [CODES.sessionExpired]: 'the session has ended: signed out, expired or kicked out',
  [CODES.notPermitted]: "the permission list does not grant it, or the Host or Origin is not the platform's",
  [CODES.passwordMustChange]: 'signed in with a one-time password, which must be changed first',
  [CODES.notLicensed]: 'the system function mask lacks the capability',
  [CODES.notFound]: 'what is named does not exist, or the caller does not see it',
  [CODES.conflict]: 'it contradicts what there is, or somebody else changed it meanwhile',
  [CODES.tooLarge]: 'the body is too large',
  [CODES.unsupportedMediaType]: 'the body is of another type, or compressed',
  [CODES.rangeNotSatisfiable]: 'the range of bytes lies outside the file; Content-Range says how long it is',
  [CODES.tooManyRequests]: 'too many calls; Retry-After says for how long to wait',
  [CODES.failed]: 'the platform failed; its log says why',
  [CODES.unavailable]: 'the platform is starting or stopping, or what the call needs is off',
  [CODES.storageFull]: 'the platform has no room for it; nothing was changed',
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
