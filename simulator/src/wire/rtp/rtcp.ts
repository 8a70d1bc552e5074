/** RTCP of live media (RFC 3550: 6.4.1 sender report, 6.4.2 receiver report, 6.5 CNAME, 6.6 BYE). */

/** Seconds from 1900, when NTP begins, to 1970. */
const NTP_EPOCH_S = 2_208_988_800
const [SENDER_REPORT, RECEIVER_REPORT, SOURCES, GOODBYE] = [200, 201, 202, 203]
const CNAME = 1

export type SenderReport = {
  ssrc: number
  /** Wall clock of the report, milliseconds since 1970, and the RTP timestamp of that moment. */
  atMs: number
  timestamp: number
  packets: number
  /** Of payloads alone. */
  octets: number
  /** Name that the streams of one sender share, at most 255 bytes of UTF-8. */
  cname: string
}

/** An NTP timestamp of 64 bits: seconds since 1900 and their fraction. */
export function ntpOf(atMs: number): { seconds: number; fraction: number } {
  const whole = Math.floor(atMs / 1000)
  return { seconds: (whole + NTP_EPOCH_S) >>> 0, fraction: Math.round((atMs / 1000 - whole) * 2 ** 32) >>> 0 }
}

/** A compound packet: sender report without report blocks, then the CNAME. */
export function writeSenderReport(report: SenderReport): Buffer {
  const bytes = Buffer.alloc(28)
  const { seconds, fraction } = ntpOf(report.atMs)
  writeHead(bytes, 0, SENDER_REPORT, 0, 28)
  bytes.writeUInt32BE(report.ssrc >>> 0, 4)
  bytes.writeUInt32BE(seconds, 8)
  bytes.writeUInt32BE(fraction, 12)
  bytes.writeUInt32BE(report.timestamp >>> 0, 16)
  bytes.writeUInt32BE(report.packets >>> 0, 20)
  bytes.writeUInt32BE(report.octets >>> 0, 24)
  return Buffer.concat([bytes, writeSources(report.ssrc, report.cname)])
}

/** The name of a source. Throws a RangeError when it is too long. */
function writeSources(ssrc: number, cname: string): Buffer {
  const name = Buffer.from(cname, 'utf8')
  if (name.length > 255) throw new RangeError('a CNAME of more than 255 bytes')
  // Item, its length, the name, and the end of the list, filled up to four bytes.
  const chunk = Math.ceil((4 + 2 + name.length + 1) / 4) * 4
  const bytes = Buffer.alloc(4 + chunk)
  writeHead(bytes, 0, SOURCES, 1, 4 + chunk)
  bytes.writeUInt32BE(ssrc >>> 0, 4)
  bytes[8] = CNAME
  bytes[9] = name.length
  bytes.set(name, 10)
  return bytes
}

/** The end of a stream, as a compound packet: an empty receiver report, the CNAME, BYE (6.1). */
export function writeGoodbye(ssrc: number, cname: string): Buffer {
  const bytes = Buffer.alloc(16)
  writeHead(bytes, 0, RECEIVER_REPORT, 0, 8)
  bytes.writeUInt32BE(ssrc >>> 0, 4)
  writeHead(bytes, 8, GOODBYE, 1, 8)
  bytes.writeUInt32BE(ssrc >>> 0, 12)
  return Buffer.concat([bytes.subarray(0, 8), writeSources(ssrc, cname), bytes.subarray(8)])
}

/** The wall clock (milliseconds since 1970) of an RTP timestamp, by a sender report; undefined when it begins with none. */
export function readSenderReport(
  bytes: Uint8Array,
): { ssrc: number; atMs: number; timestamp: number } | undefined {
  if (bytes.length < 28 || bytes[0]! >> 6 !== 2 || bytes[1] !== SENDER_REPORT) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const seconds = view.getUint32(8) - NTP_EPOCH_S
  const atMs = seconds * 1000 + (view.getUint32(12) * 1000) / 2 ** 32
  return { ssrc: view.getUint32(4), atMs, timestamp: view.getUint32(16) }
}

/** Whether bytes are RTCP and not RTP (RFC 5761, 4): packet types 192 to 223. */
export function isRtcp(bytes: Uint8Array): boolean {
  const type = bytes[1] ?? 0
  return bytes.length >= 4 && bytes[0]! >> 6 === 2 && type >= 192 && type <= 223
}

/** Whether a compound packet ends a source: `ssrc`, or any when that is left out. */
export function hasGoodbye(bytes: Uint8Array, ssrc?: number): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 4 <= bytes.length; at += (view.getUint16(at + 2) + 1) * 4) {
    if (view.getUint8(at) >> 6 !== 2) return false
    if (view.getUint8(at + 1) !== GOODBYE) continue
    const count = view.getUint8(at) & 31
    for (let i = 0; i < count && at + 8 + i * 4 <= bytes.length; i++)
      if (ssrc === undefined || view.getUint32(at + 4 + i * 4) === ssrc) return true
  }
  return false
}

export type ReceiverReport = {
  /** Of the receiver, and of the source that it tells of. */
  ssrc: number
  source: number
  /** Lost so far; of 256 packets since the last report. */
  lost: number
  lostFraction: number
  /** The highest sequence number, with its wraps in the upper 16 bits. */
  highest: number
  cname: string
}

/** A compound packet: receiver report with one block, then the CNAME. Jitter and the last report are left 0. */
export function writeReceiverReport(report: ReceiverReport): Buffer {
  const sources = writeSources(report.ssrc, report.cname)
  const bytes = Buffer.alloc(32)
  writeHead(bytes, 0, RECEIVER_REPORT, 1, 32)
  bytes.writeUInt32BE(report.ssrc >>> 0, 4)
  bytes.writeUInt32BE(report.source >>> 0, 8)
  bytes[12] = Math.min(255, Math.max(0, Math.floor(report.lostFraction)))
  bytes.writeUIntBE(Math.min(0x7f_ffff, Math.max(0, report.lost)), 13, 3)
  bytes.writeUInt32BE(report.highest >>> 0, 16)
  return Buffer.concat([bytes, sources])
}

function writeHead(bytes: Buffer, at: number, type: number, count: number, size: number): void {
  bytes[at] = 0x80 | count
  bytes[at + 1] = type
  bytes.writeUInt16BE(size / 4 - 1, at + 2)
}
