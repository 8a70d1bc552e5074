/** RTCP as a sender of live media needs it (RFC 3550, 6.4.1 sender report, 6.5 CNAME, 6.6 BYE). */

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
  const name = Buffer.from(report.cname, 'utf8')
  if (name.length > 255) throw new RangeError('a CNAME of more than 255 bytes')
  // Item, its length, the name, and the end of the list, filled up to four bytes.
  const chunk = Math.ceil((4 + 2 + name.length + 1) / 4) * 4
  const bytes = Buffer.alloc(28 + 4 + chunk)
  const { seconds, fraction } = ntpOf(report.atMs)
  writeHead(bytes, 0, SENDER_REPORT, 0, 28)
  bytes.writeUInt32BE(report.ssrc >>> 0, 4)
  bytes.writeUInt32BE(seconds, 8)
  bytes.writeUInt32BE(fraction, 12)
  bytes.writeUInt32BE(report.timestamp >>> 0, 16)
  bytes.writeUInt32BE(report.packets >>> 0, 20)
  bytes.writeUInt32BE(report.octets >>> 0, 24)
  writeHead(bytes, 28, SOURCES, 1, 4 + chunk)
  bytes.writeUInt32BE(report.ssrc >>> 0, 32)
  bytes[36] = CNAME
  bytes[37] = name.length
  bytes.set(name, 38)
  return bytes
}

/** The end of a stream. */
export function writeGoodbye(ssrc: number): Buffer {
  const bytes = Buffer.alloc(8)
  writeHead(bytes, 0, GOODBYE, 1, 8)
  bytes.writeUInt32BE(ssrc >>> 0, 4)
  return bytes
}

/** Whether a datagram is RTCP from a receiver: a compound packet begins with a report (6.1). */
export function isReport(bytes: Uint8Array): boolean {
  const type = bytes[1]
  return bytes.length >= 8 && bytes[0]! >> 6 === 2 && (type === RECEIVER_REPORT || type === SENDER_REPORT)
}

function writeHead(bytes: Buffer, at: number, type: number, count: number, size: number): void {
  bytes[at] = 0x80 | count
  bytes[at + 1] = type
  bytes.writeUInt16BE(size / 4 - 1, at + 2)
}
