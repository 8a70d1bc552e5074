/**
 * SSRC of GB/T 28181 (y=): ten decimal digits. The first is 0 for a live picture and 1 for history, the next five are
 * the fourth to eighth of the 20 digits of the domain's server, the last four number the stream within the domain.
 */
import { type SdpRead, sdpProblem } from './sdp-problem.ts'

export type GbSsrc = {
  history: boolean
  /** Five digits. */
  domain: string
  /** 0–9999. */
  serial: number
}

/** Reads the ten digits. Devices that make up their own SSRC may have another first digit: a problem `value`. */
export function readGbSsrc(text: string): SdpRead<GbSsrc> {
  const digits = text.trim()
  if (!/^\d{10}$/.test(digits)) return sdpProblem('value', 0, `y=${digits.slice(0, 20)} has no ten digits`)
  if (digits[0] !== '0' && digits[0] !== '1')
    return sdpProblem('value', 0, `y=${digits} begins with neither 0 nor 1`)
  const value = { history: digits[0] === '1', domain: digits.slice(1, 6), serial: Number(digits.slice(6)) }
  return { ok: true, value }
}

/** Throws a RangeError for another domain than five digits and a serial outside 0–9999. */
export function writeGbSsrc({ history, domain, serial }: GbSsrc): string {
  if (!/^\d{5}$/.test(domain)) throw new RangeError(`domain '${domain}'`)
  if (!(Number.isInteger(serial) && serial >= 0 && serial <= 9999)) throw new RangeError(`serial ${serial}`)
  return `${history ? 1 : 0}${domain}${String(serial).padStart(4, '0')}`
}

/** The five digits for the SSRCs of a domain, from its 20-digit id (or the first eight of it). */
export function ssrcDomain(domainId: string): string {
  if (!/^\d{8,}$/.test(domainId)) throw new RangeError(`domain id '${domainId}'`)
  return domainId.slice(3, 8)
}

/** The number in RTP headers, unsigned 32 bits; undefined unless the text is one. */
export function ssrcNumber(text: string): number | undefined {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  return number <= 0xffff_ffff ? number : undefined
}
