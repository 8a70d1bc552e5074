const TEXT_AND_FINAL = 0x81
const LENGTH_16 = 126
const LENGTH_64 = 127

/**
 * A text as one whole WebSocket frame of a server, unmasked (RFC 6455 §5.2): made once and written as it is to every
 * console of an audience.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = length < LENGTH_16 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = TEXT_AND_FINAL
  if (head === 2) frame[1] = length
  else if (head === 4) {
    frame[1] = LENGTH_16
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = LENGTH_64
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, head)
  return frame
}
