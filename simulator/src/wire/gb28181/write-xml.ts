import type { XmlElement } from './xml-element.ts'
import { encodeXml, type GbEncoding } from './xml-encoding.ts'

/** Signs that XML 1.0 has no way to write. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/
const NAME = /^[A-Za-z_][\w.-]*$/

/**
 * Bytes of a document: the declaration, then an element a line, each line with CR LF, as the standard's examples are.
 * Throws a RangeError for names that are none and for control characters in a text.
 */
export function writeXml(root: XmlElement, encoding: GbEncoding): Uint8Array {
  const lines = [`<?xml version="1.0" encoding="${encoding}"?>`]
  put(root, lines)
  return encodeXml(`${lines.join('\r\n')}\r\n`, encoding)
}

function put({ name, attributes, text, children }: XmlElement, lines: string[]): void {
  if (!NAME.test(name)) throw new RangeError(`element '${name}'`)
  const list = Object.entries(attributes).map(([key, value]) => {
    if (!NAME.test(key)) throw new RangeError(`attribute '${key}'`)
    return ` ${key}="${escapeXml(value)}"`
  })
  const tag = `${name}${list.join('')}`
  if (children.length === 0) {
    lines.push(`<${tag}>${escapeXml(text)}</${name}>`)
    return
  }
  lines.push(`<${tag}>${escapeXml(text)}`)
  for (const child of children) put(child, lines)
  lines.push(`</${name}>`)
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

function escapeXml(text: string): string {
  if (FORBIDDEN.test(text)) throw new RangeError('a control character in XML')
  return text.replace(/[&<>"\r]/g, (sign) => ESCAPES[sign]!)
}
