/**
 * XML as MANSCDP has it. No document types, no entities but the five of XML and character references; others stay as
 * they are, as does an & that begins none: devices do not escape what people type in.
 */
import { type GbProblem, type GbRead, gbProblem } from './gb-problem.ts'
import type { XmlElement } from './xml-element.ts'

export type XmlLimits = { characters: number; depth: number; elements: number }

/** A page of a catalog has some hundred items of up to fifty elements; bodies nest six levels. */
export const XML_LIMITS: XmlLimits = { characters: 1_048_576, depth: 16, elements: 50_000 }

type Open = {
  name: string
  attributes: Record<string, string>
  text: string[]
  children: XmlElement[]
  offset: number
}

/** Thrown inside this file only. */
class XmlFault extends Error {
  readonly problem: GbProblem
  constructor(code: GbProblem['code'], offset: number, message: string) {
    super(message)
    this.problem = { code, offset, message }
  }
}

/** Reads one root element. Zeros and blanks around it are allowed. Never throws. */
export function readXml(text: string, limits: XmlLimits = XML_LIMITS): GbRead<XmlElement> {
  if (text.length > limits.characters) {
    return gbProblem('tooLong', limits.characters, `${text.length} characters`)
  }
  try {
    return { ok: true, value: read(text, limits) }
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    return { ok: false, problem: error.problem }
  }
}

function read(text: string, limits: XmlLimits): XmlElement {
  const stack: Open[] = []
  let root: XmlElement | undefined
  let [at, elements] = [0, 0]
  const put = (raw: string, offset: number) => {
    const open = stack.at(-1)
    if (open) open.text.push(raw)
    else if (/[^\s\0\ufeff]/.test(raw)) throw new XmlFault('xml', offset, 'text outside the root')
  }
  const close = (offset: number) => {
    const { text: parts, ...open } = stack.pop()!
    const element = { ...open, key: open.name.toLowerCase(), text: parts.join('').trim() }
    const parent = stack.at(-1)
    if (parent) parent.children.push(element)
    else if (root) throw new XmlFault('xml', offset, 'a second root')
    else root = element
  }
  while (at < text.length) {
    const open = text.indexOf('<', at)
    put(unescapeXml(text.slice(at, open < 0 ? text.length : open)), at)
    if (open < 0) break
    if (text.startsWith('<!--', open)) at = endOf(text, '-->', open)
    else if (text.startsWith('<?', open)) at = endOf(text, '?>', open)
    else if (text.startsWith('<![CDATA[', open)) {
      at = endOf(text, ']]>', open)
      put(text.slice(open + 9, at - 3), open)
    } else if (text.startsWith('<!', open)) throw new XmlFault('doctype', open, 'a document type')
    else {
      const end = tagEnd(text, open)
      const tag = text.slice(open + 1, end)
      at = end + 1
      if (tag.startsWith('/')) {
        const name = localName(tag.slice(1).trim())
        if (stack.at(-1)?.name !== name)
          throw new XmlFault('xml', open, `</${name.slice(0, 40)}> ends nothing`)
        close(open)
        continue
      }
      if (++elements > limits.elements)
        throw new XmlFault('tooLong', open, `past ${limits.elements} elements`)
      if (stack.length >= limits.depth) throw new XmlFault('tooLong', open, `past ${limits.depth} levels`)
      const closed = tag.endsWith('/')
      stack.push(openTag(closed ? tag.slice(0, -1) : tag, open))
      if (closed) close(open)
    }
  }
  if (stack.length > 0) throw new XmlFault('xml', text.length, `no end of ${stack.at(-1)!.name.slice(0, 40)}`)
  if (!root) throw new XmlFault('xml', text.length, 'no element')
  return root
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from)
  if (end < 0) throw new XmlFault('xml', from, `no ${mark}`)
  return end + mark.length
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
    else if (sign === '<') break
  }
  throw new XmlFault('xml', from, 'a tag without end')
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
const ATTRIBUTE = /\s+([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y

function openTag(tag: string, offset: number): Open {
  const name = /^[^\s=<>"'&!?/]+/.exec(tag)?.[0]
  if (name === undefined) throw new XmlFault('xml', offset, 'a tag without a name')
  const attributes: Record<string, string> = {}
  let at = name.length
  while (tag.slice(at).trim() !== '') {
    ATTRIBUTE.lastIndex = at
    const found = ATTRIBUTE.exec(tag)
    if (!found) throw new XmlFault('xml', offset + 1 + at, `attributes of ${name.slice(0, 40)}`)
    if (found[1] !== '__proto__') attributes[found[1]!] = unescapeXml(found[2] ?? found[3] ?? '')
    at = ATTRIBUTE.lastIndex
    if (Object.keys(attributes).length > 16) throw new XmlFault('tooLong', offset, 'past 16 attributes')
  }
  return { name: localName(name), attributes, text: [], children: [], offset }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[\da-fA-F]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos);/g, (all, name: string) => {
    if (!name.startsWith('#')) return NAMED[name]!
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : all
  })
}
