/** Text in GBK (code page 936), as the standard's STRING has it. */
import iconv from 'iconv-lite'

/** Bytes that are no GBK become U+FFFD. */
export function gbkText(bytes: Uint8Array): string {
  return iconv.decode(bytes, 'gbk')
}

/** Characters that GBK lacks become a question mark. */
export function gbkBytes(text: string): Uint8Array {
  return new Uint8Array(iconv.encode(text, 'gbk'))
}

/** Text of a field of fixed length: the zeros and blanks that fill it up are no part of it. */
export function paddedText(bytes: Uint8Array): string {
  let start = 0
  let end = bytes.length
  while (start < end && bytes[start] === 0) start++
  while (end > start && (bytes[end - 1] === 0 || bytes[end - 1] === 0x20)) end--
  return gbkText(bytes.subarray(start, end))
}
