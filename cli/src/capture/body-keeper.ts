import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { BODIES_FOLDER, type Body, type Side } from './capture-form.ts'
import type { CaptureWriter } from './capture-writer.ts'
import type { Redactor } from './redactor.ts'

/** Text is looked into as a whole; longer text is left out. */
export const TEXT_MAX_BYTES = 16 * 1024 * 1024
const SNIFFED_BYTES = 512
const MEDIA_TYPE = /^(video|audio)\/|^image\/(?!svg)|flv|mpegurl/i
/** Documents that cannot be looked into: archives, sheets, forms with files. */
const CLOSED = /zip|sheet|excel|pdf|msword|officedocument|multipart|tar\b/i
const CLOSED_STARTS = ['PK\x03\x04', '%PDF', '\x1f\x8b', '\xd0\xcf\x11\xe0', 'Rar!', '7z']

export type BodyRules = { keepsMedia: boolean; keepsPersonal: boolean }

type Form = 'text' | 'bytes' | 'media' | 'closed' | 'tooLong'
const LEFT: Partial<Record<Form, string>> = {
  media: 'media',
  closed: 'document',
  tooLong: 'longText',
}

export type BodyPlace = {
  id: number
  from: Side
  contentType: string
  encoding: string
  t(): number
}

/** Keeps one body: text is masked and answered as a whole, bytes go to a file as they come. */
export class BodyKeeper {
  readonly #place: BodyPlace
  readonly #rules: BodyRules
  readonly #writer: CaptureWriter
  readonly #redactor: Redactor
  readonly #file: string
  #form: Form | undefined
  #text: Buffer[] = []
  #bytes = 0
  #kept = true
  /** The platform's text, masked, for who reads it besides. */
  said = ''

  constructor(place: BodyPlace, rules: BodyRules, writer: CaptureWriter, redactor: Redactor) {
    this.#place = place
    this.#rules = rules
    this.#writer = writer
    this.#redactor = redactor
    this.#file = `${BODIES_FOLDER}/${place.id}${place.from === 'console' ? '.sent' : ''}.bin`
  }

  push(chunk: Buffer): void {
    this.#form ??= formOf(chunk, this.#place)
    this.#bytes += chunk.length
    if (this.#form === 'text') {
      if (this.#bytes <= TEXT_MAX_BYTES) this.#text.push(chunk)
      else {
        this.#form = 'tooLong'
        this.#text = []
      }
    } else if (this.#isKept()) {
      const { id, from, t } = this.#place
      const event = { t: t(), id, kind: 'piece', from, file: this.#file, bytes: chunk.length } as const
      this.#kept &&= this.#writer.piece(event, this.#redactor.bytes(chunk))
    }
  }

  /** The body as the event of its end names it; bytes that are not kept are counted. */
  end(): Body {
    this.#writer.closeFile(this.#file)
    if (this.#form === undefined) return { text: '' }
    if (this.#form === 'text') {
      const text = this.#plain()
      if (text !== undefined) {
        this.said = this.#redactor.text(text)
        return { text: this.said }
      }
      this.#form = 'tooLong'
    }
    if (this.#isKept() && this.#kept) return { file: this.#file }
    const left = this.#kept ? (LEFT[this.#form] ?? 'size') : 'size'
    if (left !== 'size') this.#writer.leave(left, this.#bytes)
    return { left, bytes: this.#bytes }
  }

  #isKept(): boolean {
    if (this.#form === 'bytes') return true
    if (this.#form === 'media') return this.#rules.keepsMedia
    return this.#form === 'closed' && this.#rules.keepsPersonal
  }

  /** The text without its compression; undefined when that cannot be undone. */
  #plain(): string | undefined {
    const bytes = Buffer.concat(this.#text)
    this.#text = []
    const options = { maxOutputLength: TEXT_MAX_BYTES }
    try {
      switch (this.#place.encoding) {
        case 'gzip':
          return gunzipSync(bytes, options).toString()
        case 'deflate':
          return inflateSync(bytes, options).toString()
        case 'br':
          return brotliDecompressSync(bytes, options).toString()
        default:
          return bytes.toString()
      }
    } catch {
      return undefined
    }
  }
}

/** The text of a whole body as a recording has it; undefined where it would hold no text of it. */
export function textOf(body: Buffer, contentType: string): string | undefined {
  return formOf(body, { contentType, encoding: '' }) === 'text' ? body.toString() : undefined
}

/** Form of a body: by how it begins, then by its name. */
function formOf(chunk: Buffer, { contentType, encoding }: Pick<BodyPlace, 'contentType' | 'encoding'>): Form {
  if (['gzip', 'deflate', 'br'].includes(encoding)) return MEDIA_TYPE.test(contentType) ? 'media' : 'text'
  const start = chunk.subarray(0, SNIFFED_BYTES)
  if (CLOSED.test(contentType) || CLOSED_STARTS.some((one) => start.toString('latin1').startsWith(one)))
    return 'closed'
  if (isText(start)) return 'text'
  // Text in an encoding of its own.
  if (/^text\/|json|xml|csv/i.test(contentType) && !MEDIA_TYPE.test(contentType)) return 'closed'
  const isFilm = start.toString('latin1', 0, 3) === 'FLV' || start.toString('latin1', 4, 8) === 'ftyp'
  return isFilm || MEDIA_TYPE.test(contentType) ? 'media' : 'bytes'
}

/** No control characters but those of text, and UTF-8 but for a character that the end may cut. */
function isText(start: Buffer): boolean {
  for (const byte of start) if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13) return false
  const text = start.toString('utf8')
  return !text.slice(0, -1).includes('\ufffd')
}
