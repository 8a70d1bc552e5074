/** Encodings of bodies. Devices declare GB2312 and send any GBK; some declare what they do not send. */
import { gbkBytes, gbkText } from '../jt808/gbk.ts'

export const GB_ENCODINGS = ['GB2312', 'GB18030', 'UTF-8'] as const
export type GbEncoding = (typeof GB_ENCODINGS)[number]

export type DecodedXml = {
  text: string
  /** The one that the bytes were read with: what the sender understands in return. */
  encoding: GbEncoding
  /** Some bytes were no text: they became U+FFFD. */
  damaged: boolean
}

const utf8 = { strict: new TextDecoder('utf-8', { fatal: true }), loose: new TextDecoder('utf-8') }
const gb = { strict: new TextDecoder('gb18030', { fatal: true }), loose: new TextDecoder('gb18030') }
const latin1 = new TextDecoder('latin1')

/**
 * Text of a body: in its declared encoding when the bytes are that, else in the other one when they are that (a text
 * without Chinese is both), else in the declared one with U+FFFD for what is none. GB18030 contains GBK and GB2312.
 */
export function decodeXml(bytes: Uint8Array): DecodedXml {
  const declared = declaredEncoding(bytes)
  const other = declared === 'UTF-8' ? 'GB18030' : 'UTF-8'
  for (const encoding of [declared, other] as const) {
    try {
      return { text: decoderOf(encoding).strict.decode(bytes), encoding, damaged: false }
    } catch {
      // Not this one: TextDecoder throws a TypeError for bytes that are no text.
    }
  }
  return { text: decoderOf(declared).loose.decode(bytes), encoding: declared, damaged: true }
}

const decoderOf = (encoding: GbEncoding) => (encoding === 'UTF-8' ? utf8 : gb)

/** GB2312 when nothing is declared: the standard's default. */
function declaredEncoding(bytes: Uint8Array): GbEncoding {
  const head = latin1.decode(bytes.subarray(0, 200))
  const label = /<\?xml[^>]*?encoding\s*=\s*["']([\w.-]{1,40})["']/i.exec(head)?.[1]?.toUpperCase()
  if (label === 'UTF-8' || label === 'UTF8') return 'UTF-8'
  return label === 'GB18030' || label === 'GBK' ? 'GB18030' : 'GB2312'
}

const LACKING = /[^\0-\x7f]/gu

/**
 * Bytes of a text. In GB2312 and GB18030 they are GBK, with character references for signs that GBK lacks; `text`
 * must be XML, where these are allowed in texts and attributes.
 */
export function encodeXml(text: string, encoding: GbEncoding): Uint8Array {
  if (encoding === 'UTF-8') return new TextEncoder().encode(text)
  const bytes = gbkBytes(text)
  if (gbkText(bytes) === text) return bytes
  const reference = (sign: string) => `&#x${sign.codePointAt(0)!.toString(16).toUpperCase()};`
  return gbkBytes(
    text.replace(LACKING, (sign) => (gbkText(gbkBytes(sign)) === sign ? sign : reference(sign))),
  )
}
