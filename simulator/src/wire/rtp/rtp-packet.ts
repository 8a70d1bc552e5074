/** RTP packets (RFC 3550, 5.1) with at most one header extension (5.3.1). */

export const RTP_HEAD_BYTES = 12

export type RtpHead = {
  payloadType: number
  /** End of a picture, or of a burst of speech. */
  marker: boolean
  /** 0 to 65,535. */
  sequence: number
  /** 0 to 2^32 − 1, in the clock of the payload. */
  timestamp: number
  ssrc: number
}

export type RtpExtension = {
  /** Its kind, 16 bits, by whoever defines it. */
  profile: number
  /** A multiple of four bytes. */
  data: Uint8Array
}

export type RtpPacket = RtpHead & { extension: RtpExtension | undefined; payload: Uint8Array }

export type RtpProblem = { code: 'length' | 'version' | 'padding'; offset: number; message: string }

/** Writes a packet; the payload may come in parts. Throws a RangeError when the extension does not fit. */
export function writeRtp(
  head: RtpHead,
  parts: readonly Uint8Array[],
  extension?: RtpExtension | undefined,
): Buffer {
  const extensionBytes = extension ? 4 + extension.data.length : 0
  if (extension && (extension.data.length % 4 !== 0 || extension.data.length > 0xffff * 4))
    throw new RangeError(`an extension of ${extension.data.length} bytes`)
  const size = parts.reduce((sum, part) => sum + part.length, RTP_HEAD_BYTES + extensionBytes)
  const bytes = Buffer.allocUnsafe(size)
  bytes[0] = extension ? 0x90 : 0x80
  bytes[1] = (head.marker ? 0x80 : 0) | head.payloadType
  bytes.writeUInt16BE(head.sequence & 0xffff, 2)
  bytes.writeUInt32BE(head.timestamp >>> 0, 4)
  bytes.writeUInt32BE(head.ssrc >>> 0, 8)
  let at = RTP_HEAD_BYTES
  if (extension) {
    bytes.writeUInt16BE(extension.profile, at)
    bytes.writeUInt16BE(extension.data.length / 4, at + 2)
    bytes.set(extension.data, at + 4)
    at += extensionBytes
  }
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Reads a datagram; contributing sources are skipped, padding is cut. */
export function readRtp(
  bytes: Uint8Array,
): { ok: true; packet: RtpPacket } | { ok: false; problem: RtpProblem } {
  const bad = (code: RtpProblem['code'], offset: number, message: string) =>
    ({ ok: false, problem: { code, offset, message } }) as const
  if (bytes.length < RTP_HEAD_BYTES)
    return bad('length', bytes.length, `${bytes.length} bytes are no RTP packet`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const first = bytes[0]!
  if (first >> 6 !== 2) return bad('version', 0, `version ${first >> 6}, not 2`)
  let at = RTP_HEAD_BYTES + (first & 15) * 4
  let extension: RtpExtension | undefined
  if (first & 0x10) {
    if (at + 4 > bytes.length) return bad('length', at, 'the header extension is cut off')
    const data = bytes.subarray(at + 4, at + 4 + view.getUint16(at + 2) * 4)
    extension = { profile: view.getUint16(at), data }
    at += 4 + view.getUint16(at + 2) * 4
  }
  if (at > bytes.length) return bad('length', at, 'the header is cut off')
  const padding = first & 0x20 ? bytes.at(-1)! : 0
  if (first & 0x20 && (padding === 0 || padding > bytes.length - at))
    return bad('padding', bytes.length - 1, `padding of ${padding} bytes`)
  return {
    ok: true,
    packet: {
      payloadType: bytes[1]! & 0x7f,
      marker: (bytes[1]! & 0x80) !== 0,
      sequence: view.getUint16(2),
      timestamp: view.getUint32(4),
      ssrc: view.getUint32(8),
      extension,
      payload: bytes.subarray(at, bytes.length - padding),
    },
  }
}
