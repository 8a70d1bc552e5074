/** Bytes of a publisher over RTMP (RTMP 1.0, 5.2 and 5.3; AMF 0). */

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

/** Timestamps from here on follow the head, and each chunk's (RTMP 1.0, 5.3.1.3). */
const EXTENDED_FROM = 0xff_ff_ff

/**
 * A message in chunks of 128 bytes: the first with a whole head, the others with none. `delta`: its time is given as
 * milliseconds since the message before it on its chunk stream (a head of type 1).
 */
export function rtmpMessage(
  type: number,
  body: Uint8Array,
  { chunkStream = 3, stream = 0, atMs = 0, delta = false } = {},
): Buffer {
  const head = Buffer.alloc(delta ? 8 : 12)
  const isExtended = atMs >= EXTENDED_FROM
  const extended = Buffer.alloc(isExtended ? 4 : 0)
  if (isExtended) extended.writeUInt32BE(atMs)
  head[0] = (delta ? 0x40 : 0) | chunkStream
  head.writeUIntBE(Math.min(atMs, EXTENDED_FROM), 1, 3)
  head.writeUIntBE(body.length, 4, 3)
  head[7] = type
  if (!delta) head.writeUInt32LE(stream, 8)
  const parts: Uint8Array[] = [head, extended]
  for (let at = 0; at < body.length; at += CHUNK_BYTES) {
    if (at > 0) parts.push(Buffer.of(0xc0 | chunkStream), extended)
    parts.push(body.subarray(at, at + CHUNK_BYTES))
  }
  return Buffer.concat(parts)
}

/** Everything up to the first picture: handshake, connect and publish. `address`: rtmp://host:port/app/name?query */
export function rtmpPublish(address: string): Buffer {
  const [, tcUrl = '', app = '', name = ''] = /^(.*\/([^/?]+))\/([^/]+)$/.exec(address) ?? []
  return Buffer.concat([
    rtmpHandshake(),
    rtmpCommand('connect', 1, { app, tcUrl }),
    rtmpCommand('createStream', 2, null),
    rtmpMessage(20, Buffer.concat(['publish', 3, null, name, 'live'].map(amf)), { stream: 1 }),
  ])
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
