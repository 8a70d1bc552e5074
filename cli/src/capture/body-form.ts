/** Text is looked into as a whole; longer text is left out. */
export const TEXT_MAX_BYTES = 16 * 1024 * 1024
const SNIFFED_BYTES = 512
const MEDIA_TYPE = /^(video|audio)\/|^image\/(?!svg)|flv|mpegurl/i
/** Documents that cannot be looked into: archives, sheets, forms with files. */
const CLOSED = /zip|sheet|excel|pdf|msword|officedocument|multipart|tar\b/i
const CLOSED_STARTS = ['PK\x03\x04', '%PDF', '\x1f\x8b', '\xd0\xcf\x11\xe0', 'Rar!', '7z']

export type BodyForm = 'text' | 'bytes' | 'media' | 'closed' | 'tooLong'

/** The text of a whole body as a recording has it; undefined where it would hold no text of it. */
export function textOf(body: Uint8Array, contentType: string): string | undefined {
  return formOf(body, { contentType, encoding: '' }) === 'text' ? textOfBytes(body) : undefined
}

/** Form of a body: by how it begins, then by its name. */
export function formOf(
  chunk: Uint8Array,
  { contentType, encoding }: { contentType: string; encoding: string },
): BodyForm {
  if (['gzip', 'deflate', 'br'].includes(encoding)) return MEDIA_TYPE.test(contentType) ? 'media' : 'text'
  const start = chunk.subarray(0, SNIFFED_BYTES)
  if (CLOSED.test(contentType) || CLOSED_STARTS.some((one) => latin1(start, 0, one.length) === one))
    return 'closed'
  if (isText(start)) return 'text'
  // Text in an encoding of its own.
  if (/^text\/|json|xml|csv/i.test(contentType) && !MEDIA_TYPE.test(contentType)) return 'closed'
  const isFilm = latin1(start, 0, 3) === 'FLV' || latin1(start, 4, 8) === 'ftyp'
  return isFilm || MEDIA_TYPE.test(contentType) ? 'media' : 'bytes'
}

/** No control characters but those of text, and UTF-8 but for a character that the end may cut. */
function isText(start: Uint8Array): boolean {
  for (const byte of start) if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13) return false
  return !textOfBytes(start).slice(0, -1).includes('\ufffd')
}

const latin1 = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to))

const textOfBytes = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
