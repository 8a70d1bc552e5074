/**
 * XML as spreadsheets have it, event by event: elements by their local names, attributes, text. No document types, no
 * entities but the five and numbers: others are refused.
 */
import { SheetFault } from './sheet-fault.ts'

export type XmlEvent =
  | { kind: 'open'; name: string; attributes: Readonly<Record<string, string>>; closed: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }

/** The text of an XML part by its byte order mark, else by the encoding that it declares, else UTF-8. */
export function xmlText(bytes: Buffer): string {
  const label = encodingOf(bytes)
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    throw new SheetFault('sheetBroken', `encoding ${label}`)
  }
}

function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le'
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be'
  const declared = /^[\s\S]{0,3}<\?xml[^>]*?encoding\s*=\s*["']([\w.-]{1,40})["']/.exec(
    bytes.toString('latin1', 0, 200),
  )
  return declared?.[1]?.toLowerCase() ?? 'utf-8'
}

/** A name begins where no letter precedes it: a long tag without values is read once, not once from each letter. */
const ATTRIBUTE = /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

export function* xmlEvents(text: string): Generator<XmlEvent> {
  let at = 0
  while (at < text.length) {
    const open = text.indexOf('<', at)
    if (open < 0) return
    if (open > at) yield { kind: 'text', text: unescapeXml(text.slice(at, open)) }
    if (text.startsWith('<![CDATA[', open)) {
      const end = endOf(text, ']]>', open)
      yield { kind: 'text', text: text.slice(open + 9, end) }
      at = end + 3
    } else if (text.startsWith('<!--', open)) at = endOf(text, '-->', open) + 3
    else if (text.startsWith('<?', open)) at = endOf(text, '?>', open) + 2
    else if (text.startsWith('<!', open)) throw new SheetFault('sheetForm', 'document type')
    else {
      const end = tagEnd(text, open)
      yield tagOf(text.slice(open + 1, end))
      at = end + 1
    }
  }
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from)
  if (end < 0) throw new SheetFault('sheetBroken', 'XML ends early')
  return end
}

/** The > that ends a tag: not one inside quotes. */
function tagEnd(text: string, from: number): number {
  let quote = ''
  for (let at = from + 1; at < text.length; at++) {
    const sign = text[at]!
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return at
  }
  throw new SheetFault('sheetBroken', 'XML ends early')
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function tagOf(tag: string): XmlEvent {
  if (tag.startsWith('/')) return { kind: 'close', name: localName(tag.slice(1).trim()) }
  const closed = tag.endsWith('/')
  const name = /^[^\s/]+/.exec(tag)?.[0] ?? ''
  const attributes: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [, key, double, single] of tag.matchAll(ATTRIBUTE)) {
    attributes[key!] = unescapeXml(double ?? single ?? '')
  }
  return { kind: 'open', name: localName(name), attributes, closed }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[\da-fA-F]{1,6}|#\d{1,7}|\w{1,10});/g, (all, name: string) => {
    if (!name.startsWith('#')) return NAMED[name] ?? all
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''
  })
}
