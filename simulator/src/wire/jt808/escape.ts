/** Escapes of JT/T 808: 7E is 7D 02 and 7D is 7D 01 between the delimiters. */
import { Jt808Error } from './problem.ts'

export const DELIMITER = 0x7e
const MARK = 0x7d

/** A frame as it goes over the wire: delimiters around the escaped content. */
export function enclose(content: Uint8Array): Uint8Array {
  let special = 0
  for (const byte of content) if (byte === DELIMITER || byte === MARK) special++
  const out = new Uint8Array(content.length + special + 2)
  let at = 0
  out[at++] = DELIMITER
  for (const byte of content) {
    if (byte === DELIMITER || byte === MARK) {
      out[at++] = MARK
      out[at++] = byte === DELIMITER ? 2 : 1
    } else {
      out[at++] = byte
    }
  }
  out[at] = DELIMITER
  return out
}

/** Content between two delimiters. Throws a Jt808Error (`escape`) with the offset in `escaped`. */
export function unescapeBytes(escaped: Uint8Array): Uint8Array {
  const first = escaped.indexOf(MARK)
  if (first < 0) return escaped
  const out = new Uint8Array(escaped.length)
  out.set(escaped.subarray(0, first))
  let length = first
  for (let i = first; i < escaped.length; i++) {
    const byte = escaped[i]!
    if (byte !== MARK) {
      out[length++] = byte
      continue
    }
    const code = escaped[++i]
    if (code !== 1 && code !== 2) {
      const found = code === undefined ? 'the end' : code.toString(16).padStart(2, '0')
      throw new Jt808Error('escape', i - 1, `7d is followed by ${found}`)
    }
    out[length++] = code === 1 ? MARK : DELIMITER
  }
  return out.subarray(0, length)
}

/** Position of byte `index` of the content in its escaped form. */
export function escapedOffset(escaped: Uint8Array, index: number): number {
  let at = 0
  for (let i = 0; i < index && at < escaped.length; i++) at += escaped[at] === MARK ? 2 : 1
  return at
}
