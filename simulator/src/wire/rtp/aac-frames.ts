/** AAC frames out of RTP packets, mode AAC-hbr (RFC 3640, 3.3.6): headers of 13 bits size and 3 bits index. */

/** The whole frames of a payload; none where it is broken or holds a part of a frame. */
export function aacFrames(payload: Uint8Array): Uint8Array[] {
  const headerBits = ((payload[0] ?? 0) << 8) | (payload[1] ?? 0)
  const count = headerBits / 16
  if (!Number.isInteger(count) || count === 0) return []
  const frames: Uint8Array[] = []
  let at = 2 + count * 2
  for (let i = 0; i < count; i++) {
    const size = ((payload[2 + i * 2] ?? 0) << 5) | ((payload[3 + i * 2] ?? 0) >> 3)
    if (size === 0 || at + size > payload.length) return frames
    frames.push(payload.subarray(at, at + size))
    at += size
  }
  return frames
}
