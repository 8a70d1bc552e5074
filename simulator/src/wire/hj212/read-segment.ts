import type { Deviation, Packet, SplitNumbers } from './packet.ts'
import { isSplit, VERSION_2025, versionOf } from './packet.ts'
import { readParameters } from './read-parameters.ts'
import { QN_RTN, type ReturnCode } from './return-codes.ts'
import type { ProblemCode, WireProblem } from './wire-problem.ts'

export type SegmentResult = { ok: true; packet: Packet } | { ok: false; problem: WireProblem }

/** Longest parameters by the letter of the standard, bytes. */
const PARAMETERS_MAX = 950
const MN_MAX = 24
const PASSWORD_MAX = 32
/** Fields of the head in the order of the standard: one before an earlier one is out of order. */
const ORDER = ['QN', 'ST', 'CN', 'PW', 'MN', 'Flag', 'PNUM', 'PNO'] as const
const NO_DEVIATIONS: readonly Deviation[] = []

/**
 * Reads a data segment (between the length and the checksum), given as one character a byte: offsets and lengths are in
 * bytes. Non-ASCII text is left to `withTexts`. Never throws.
 */
export function readSegment(text: string): SegmentResult {
  const fail = (code: ProblemCode, at: number, message: string, returnCode?: ReturnCode): SegmentResult => ({
    ok: false,
    problem: {
      code,
      offset: at,
      message,
      returnCode,
      head: readableHead(text),
    },
  })
  const wrong = (code: ProblemCode, name: string, message: string, returnCode: ReturnCode) =>
    fail(code, valuePlace(text, name), message, returnCode)

  const headEnd = headEndOf(text)
  let deviations: Deviation[] | undefined
  const deviate = (deviation: Deviation) => {
    deviations ??= []
    if (!deviations.includes(deviation)) deviations.push(deviation)
  }
  /** Values by their places in ORDER. */
  const fields: (string | undefined)[] = [
    undefined,
    '',
    '',
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]
  let seen = 0
  let reached = -1
  for (let at = 0; at < headEnd; ) {
    const found = text.indexOf(';', at)
    const stop = found < 0 || found >= headEnd ? headEnd : found
    if (stop > at) {
      const equals = text.indexOf('=', at)
      if (equals <= at || equals >= stop) return fail('field', at, 'A field is name=value', QN_RTN.unknown)
      const order = orderOf(text, at, equals)
      if (order < 0) {
        // A CP that does not begin with && is no field, and its contents are split here.
        if (text.startsWith('CP=', at)) break
        deviate('unknownField')
      } else {
        if ((seen >> order) & 1) {
          return fail('field', at, `${text.slice(at, equals)} stands twice`, QN_RTN.unknown)
        }
        seen |= 1 << order
        fields[order] = text.slice(equals + 1, stop)
        if (order < reached) deviate('fieldOrder')
        reached = order
      }
    } else deviate('trailingSeparator')
    at = stop + 1
  }

  const headQn = fields[0]
  const [, st = '', cn = '', password, mn, flagText] = fields
  if (!isDigits(st, 2, 2)) return wrong('st', 'ST', 'ST has two digits', QN_RTN.st)
  if (!isDigits(cn, 4, 4)) return wrong('cn', 'CN', 'CN has four digits', QN_RTN.cn)
  if (flagText !== undefined && (!isDigits(flagText, 1, 3) || Number(flagText) > 255)) {
    return wrong('flag', 'Flag', 'Flag is 0 to 255', QN_RTN.flag)
  }
  const flag = flagText === undefined ? undefined : Number(flagText)
  if (headQn !== undefined && !isDigits(headQn, 17, 17)) {
    return wrong('qn', 'QN', 'QN has 17 digits', QN_RTN.qn)
  }
  if (password !== undefined && password.length > PASSWORD_MAX) {
    return wrong('password', 'PW', 'PW has six characters', QN_RTN.password)
  }
  if (mn !== undefined && (mn.length === 0 || mn.length > MN_MAX || !isPlain(mn))) {
    return wrong('mn', 'MN', 'MN has up to 24 plain characters', QN_RTN.mn)
  }
  const split = splitNumbers(fields[6], fields[7])
  if (split === 'wrong') {
    return wrong('splitNumbers', 'PNUM', 'PNO is 1 to PNUM', QN_RTN.unknown)
  }

  const first = headEnd + 5
  if (headEnd === text.length) return fail('parameters', text.length, 'CP=&& is missing', QN_RTN.unknown)
  let last = text.length
  while (last > first && text.charCodeAt(last - 1) === 59) last--
  if (last < text.length) deviate('trailingSeparator')
  if (last < first + 2 || !text.startsWith('&&', last - 2)) {
    return fail('parameters', last, 'The parameters end with &&', QN_RTN.unknown)
  }
  const cp = text.slice(first, last - 2)
  const marks = cp.indexOf('&&')
  if (marks >= 0) return fail('parameters', first + marks, '&& stands within the parameters', QN_RTN.unknown)
  if (versionOf(flag) === VERSION_2025 && isCipherText(cp)) {
    return fail('encrypted', first, `${cp.length} characters of cipher text`, QN_RTN.refused)
  }
  const parameters = readParameters(text, deviate, split !== undefined && split.count > 1, first, last - 2)
  if ('text' in parameters) {
    return fail('item', parameters.offset, 'A parameter is name=value', QN_RTN.unknown)
  }

  const innerQn = headQn === undefined ? parameters.params.get('QN') : undefined
  if (innerQn !== undefined && isDigits(innerQn, 17, 17)) deviate('qnInParameters')
  else if (headQn === undefined) deviate('noQn')
  if (flag === undefined) deviate('noFlag')
  if (password === undefined) deviate('noPassword')
  else if (password.length !== 6) deviate('passwordLength')
  if (mn === undefined) deviate('noMn')
  else if (mn.length !== 14 && mn.length !== 24) deviate('mnLength')
  if (isSplit(flag) && !split) deviate('splitWithoutNumbers')
  if (split && flag !== undefined && !isSplit(flag)) deviate('numbersWithoutSplit')
  if (cp.length > PARAMETERS_MAX) deviate('longParameters')
  return {
    ok: true,
    packet: {
      qn: headQn ?? (innerQn !== undefined && isDigits(innerQn, 17, 17) ? innerQn : undefined),
      st,
      cn,
      password,
      mn,
      flag,
      split,
      cp,
      params: parameters.params,
      factors: parameters.factors,
      deviations: deviations ?? NO_DEVIATIONS,
    },
  }
}

/** Where the head ends: before CP=&&, or at the end when there is none. */
function headEndOf(text: string): number {
  if (text.startsWith('CP=&&')) return 0
  const at = text.indexOf(';CP=&&')
  return at < 0 ? text.length : at + 1
}

/** Index of the head's field at `from`; -1 for none of the standard's. */
function orderOf(text: string, from: number, equals: number): number {
  for (let i = 0; i < ORDER.length; i++) {
    const name = ORDER[i]!
    if (name.length === equals - from && text.startsWith(name, from)) return i
  }
  return -1
}

/** The fields of a head that may be broken, as far as they can be recognised. */
function readableHead(text: string): Record<string, string> {
  const head = Object.create(null) as Record<string, string>
  for (const field of text.slice(0, headEndOf(text)).split(';')) {
    const equals = field.indexOf('=')
    if (equals > 0) head[field.slice(0, equals)] ??= field.slice(equals + 1)
  }
  return head
}

/** Where the value of a field begins; 0 when it is not there. */
function valuePlace(text: string, name: string): number {
  if (text.startsWith(`${name}=`)) return name.length + 1
  const at = text.indexOf(`;${name}=`)
  return at < 0 ? 0 : at + name.length + 2
}

function splitNumbers(
  countText: string | undefined,
  indexText: string | undefined,
): SplitNumbers | 'wrong' | undefined {
  if (countText === undefined && indexText === undefined) return undefined
  if (!isDigits(countText ?? '', 1, 4) || !isDigits(indexText ?? '', 1, 4)) return 'wrong'
  const count = Number(countText)
  const index = Number(indexText)
  return index >= 1 && index <= count ? { count, index } : 'wrong'
}

function isDigits(text: string, least: number, most: number): boolean {
  if (text.length < least || text.length > most) return false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c < 48 || c > 57) return false
  }
  return true
}

/** Printable ASCII without spaces. */
function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c < 33 || c > 126) return false
  }
  return true
}

const BLOCK_BYTES = 16
const HEX = /^[0-9A-Fa-f]+$/
const BASE_64 = /^[A-Za-z0-9+/]+={0,2}$/

/** Whole blocks of a cipher, as hexadecimal digits or in base 64. No list of parameters looks like that. */
function isCipherText(cp: string): boolean {
  const { length } = cp
  if (length === 0) return false
  if (length % (2 * BLOCK_BYTES) === 0 && HEX.test(cp)) return true
  const padding = cp.endsWith('==') ? 2 : cp.endsWith('=') ? 1 : 0
  return length % 4 === 0 && ((length / 4) * 3 - padding) % BLOCK_BYTES === 0 && BASE_64.test(cp)
}
