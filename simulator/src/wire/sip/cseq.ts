import { type SipRead, sipProblem } from './sip-problem.ts'

/** CSeq (RFC 3261 section 20.16). `number` is below 2³¹ in requests of today; up to 2³² − 1 is read. */
export type CSeq = { number: number; method: string }

const NUMBER_MAX = 0xffff_ffff

/** Reads `20 REGISTER`. */
export function readCSeq(text: string): SipRead<CSeq> {
  const [, digits, method] = /^\s*(\d{1,10})\s+([\w.!%*+`'~-]+)\s*$/.exec(text) ?? []
  if (digits === undefined) return sipProblem('cseq', 0, `'${text.slice(0, 40)}' is no CSeq`)
  const number = Number(digits)
  if (number > NUMBER_MAX) return sipProblem('cseq', 0, `number ${digits}`)
  return { ok: true, value: { number, method: method! } }
}

/** Throws a RangeError for a number that is no unsigned 32-bit integer. */
export function writeCSeq({ number, method }: CSeq): string {
  if (!(Number.isInteger(number) && number >= 0 && number <= NUMBER_MAX))
    throw new RangeError(`CSeq ${number}`)
  return `${number} ${method}`
}
