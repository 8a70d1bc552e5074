const TEXT_AND_FINAL = 0x81
const BINARY_AND_FINAL = 0x82
const LENGTH_16 = 126
const LENGTH_64 = 127

/**
 * A text as one whole WebSocket frame of a server, unmasked (RFC 6455 §5.2): made once and written as it is to every
 * console that gets it.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const { frame, head } = frameFor(TEXT_AND_FINAL, length)
  frame.write(text, head)
  return frame
}

/** The same of bytes, in a binary frame. */
export function binaryFrame(bytes: Uint8Array): Buffer {
  const { frame, head } = frameFor(BINARY_AND_FINAL, bytes.length)
  frame.set(bytes, head)
  return frame
}

/** Text of a frame made by `textFrame`. */
export function textOf(frame: Buffer): string {
  const short = frame[1]!
  return frame.toString('utf8', short < LENGTH_16 ? 2 : short === LENGTH_16 ? 4 : 10)
}

/** Room for a frame whose head is written. */
function frameFor(kind: number, length: number): { frame: Buffer; head: number } {
  const head = length < LENGTH_16 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = kind
  if (head === 2) frame[1] = length
  else if (head === 4) {
    frame[1] = LENGTH_16
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = LENGTH_64
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  return { frame, head }
}
