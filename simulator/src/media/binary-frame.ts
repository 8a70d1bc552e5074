const BINARY_AND_FINAL = 0x82
const LENGTH_16 = 126
const LENGTH_64 = 127

/** Bytes as one whole WebSocket frame of a server, unmasked (RFC 6455 §5.2): written as it is to every viewer. */
export function binaryFrame(bytes: Uint8Array): Buffer {
  const { length } = bytes
  const head = length < LENGTH_16 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = BINARY_AND_FINAL
  if (head === 2) frame[1] = length
  else if (head === 4) {
    frame[1] = LENGTH_16
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = LENGTH_64
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.set(bytes, head)
  return frame
}
