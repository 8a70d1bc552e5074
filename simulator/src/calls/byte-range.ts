import type { IncomingMessage } from 'node:http'

/** Bytes of a body, both ends included. */
export type ByteRange = { first: number; last: number }

/** One range in bytes; a request with several is answered whole, as RFC 9110 §14.2 allows. */
const RANGE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i

/**
 * The part of a file of `size` bytes that a request wants (RFC 9110 §14): `whole` when it wants none that is known
 * here, when it is no GET, and when its `If-Range` names another state of the file than `etag`, which is a strong one.
 */
export function byteRangeOf(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  size: number,
  etag?: string,
): ByteRange | 'whole' | 'unsatisfiable' {
  const found = method === 'GET' ? RANGE.exec(headers.range ?? '') : null
  if (!found) return 'whole'
  const ifRange = headers['if-range']
  if (ifRange !== undefined && ifRange !== etag) return 'whole'
  const [, from = '', to = ''] = found
  if (from === '' && to === '') return 'whole'
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return 'whole'
  return first < size && last >= first ? { first, last } : 'unsatisfiable'
}

/** `Content-Range` of a part, or of the refusal of one. */
export function contentRange(range: ByteRange | 'unsatisfiable', size: number): string {
  return range === 'unsatisfiable' ? `bytes */${size}` : `bytes ${range.first}-${range.last}/${size}`
}

/** Text for a range that begins behind the end. */
export const outsideOf = (size: number) => `The file has ${size} bytes; ask for a range within them.`
