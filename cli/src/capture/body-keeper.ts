import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { type BodyForm, formOf, TEXT_MAX_BYTES } from './body-form.ts'
import { BODIES_FOLDER, type Body, type Side } from './capture-form.ts'
import type { CaptureWriter } from './capture-writer.ts'
import type { Redactor } from './redactor.ts'

export type BodyRules = { keepsMedia: boolean; keepsPersonal: boolean }

const LEFT: Partial<Record<BodyForm, string>> = {
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
  #form: BodyForm | undefined
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
