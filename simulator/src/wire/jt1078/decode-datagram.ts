/** Packets of JT/T 1078 in UDP. */
import { SIM_LENGTHS, whyOf } from './choose-packet.ts'
import type { Jt1078Problem } from './problem.ts'
import { BODY_MAX, MAGIC, type RtpPacket, readRtpPacket } from './rtp-packet.ts'
import type { RtpReaderOptions } from './rtp-reader.ts'

/**
 * Reads a datagram, which holds one packet (JT/T 1078-2016, 5.5). The length of the SIM number is the one with which
 * the packet ends where the datagram does. Offsets are those in the datagram. Never throws.
 */
export function decodeRtpDatagram(
  datagram: Uint8Array,
  { simBytes, bodyMax = BODY_MAX }: RtpReaderOptions = {},
): { ok: true; value: RtpPacket } | { ok: false; problem: Jt1078Problem } {
  const bytes = Buffer.from(datagram.buffer, datagram.byteOffset, datagram.length)
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) {
    return refused('noise', 0, 'the datagram does not begin with 30316364')
  }
  const read = (simBytes ? [simBytes] : SIM_LENGTHS).map((length) => readRtpPacket(bytes, length, bodyMax))
  const heads = read.filter((one) => one !== 'more' && 'length' in one)
  const exact = heads.find(({ length }) => length === bytes.length)
  if (exact?.packet) return { ok: true, value: exact.packet }
  const whole = heads.find(({ packet }) => packet !== undefined)
  if (whole) return refused('length', whole.length, `${bytes.length - whole.length} bytes follow the packet`)
  if (heads.length > 0 || read.includes('more')) {
    return refused('cut', bytes.length, 'the datagram ends inside the packet')
  }
  return refused('head', 0, whyOf(read))
}

const refused = (code: Jt1078Problem['code'], offset: number, message: string) =>
  ({ ok: false, problem: { code, offset, message } }) as const
