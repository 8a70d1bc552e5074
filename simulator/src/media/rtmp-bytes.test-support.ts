/** What a publisher says over RTMP, byte by byte (RTMP 1.0, 5.2 and 5.3; AMF 0). */

const HANDSHAKE_BYTES = 1536
const CHUNK_BYTES = 128

type AmfValue = number | string | null | Record<string, string>

/** C0, C1 and C2. */
export function rtmpHandshake(): Buffer {
  return Buffer.concat([Buffer.of(3), Buffer.alloc(2 * HANDSHAKE_BYTES)])
}

/** A command message (type 20). */
export function rtmpCommand(...values: AmfValue[]): Buffer {
  return rtmpMessage(20, Buffer.concat(values.map(amf)))
}

/** A message in chunks of 128 bytes: the first with a whole head, the others with none. */
export function rtmpMessage(type: number, body: Buffer, chunkStream = 3, stream = 0): Buffer {
  const head = Buffer.alloc(12)
  head[0] = chunkStream
  head.writeUIntBE(body.length, 4, 3)
  head[7] = type
  head.writeUInt32LE(stream, 8)
  const parts: Buffer[] = [head]
  for (let at = 0; at < body.length; at += CHUNK_BYTES) {
    if (at > 0) parts.push(Buffer.of(0xc0 | chunkStream))
    parts.push(body.subarray(at, at + CHUNK_BYTES))
  }
  return Buffer.concat(parts)
}

function amf(value: AmfValue): Buffer {
  if (value === null) return Buffer.of(5)
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9)
    bytes.writeDoubleBE(value, 1)
    return bytes
  }
  if (typeof value === 'string') return Buffer.concat([Buffer.of(2), named(value)])
  const pairs = Object.entries(value).flatMap(([key, text]) => [named(key), Buffer.of(2), named(text)])
  return Buffer.concat([Buffer.of(3), ...pairs, Buffer.of(0, 0, 9)])
}

function named(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.of(bytes.length >> 8, bytes.length & 255), bytes])
}
