/**
 * XML as devices and their clients send it: elements, attributes and text. No document types, no entities but the five of
 * XML and character references; others stay as they are, as does an & that begins none, since devices do not escape what
 * people type in. Prefixes are left on names.
 */

export type XmlProblem = {
  code: 'tooLong' | 'xml' | 'doctype'
  /** Character offset. */
  offset: number
  message: string
}

export type XmlLimits = {
  characters: number
  depth: number
  elements: number
  /** Of one element. */
  attributes: number
  /** Whether processing instructions behind the declaration are passed over; SOAP forbids them (1.2, part 1, 5). */
  instructions: boolean
}

/** An element as it is written. */
export type RawElement = {
  /** With its prefix. */
  tag: string
  attributes: ReadonlyMap<string, string>
  /** Text between its children, joined, without blanks around it. */
  text: string
  children: readonly RawElement[]
  /** Character offset of its tag. */
  offset: number
}

type Open = Omit<RawElement, 'text' | 'children'> & { text: string[]; children: RawElement[] }

/** Thrown inside this file only. */
class XmlFault extends Error {
  readonly problem: XmlProblem
  constructor(code: XmlProblem['code'], offset: number, message: string) {
    super(message)
    this.problem = { code, offset, message }
  }
}

/** Reads one root element. Zeros and blanks around it are allowed. Never throws. */
export function readXml(
  text: string,
  limits: XmlLimits,
): { ok: true; value: RawElement } | { ok: false; problem: XmlProblem } {
  if (text.length > limits.characters) {
    const message = `${text.length} characters`
    return { ok: false, problem: { code: 'tooLong', offset: limits.characters, message } }
  }
  try {
    return { ok: true, value: read(text, limits) }
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    return { ok: false, problem: error.problem }
  }
}

function read(text: string, limits: XmlLimits): RawElement {
  const stack: Open[] = []
  let root: RawElement | undefined
  let [at, elements] = [0, 0]
  const put = (part: string, offset: number) => {
    const open = stack.at(-1)
    if (open) open.text.push(part)
    else if (/[^\s\0\ufeff]/.test(part)) throw new XmlFault('xml', offset, 'text outside the root')
  }
  const close = (offset: number) => {
    const { text: parts, ...open } = stack.pop()!
    const node = { ...open, text: parts.join('').trim() }
    const parent = stack.at(-1)
    if (parent) parent.children.push(node)
    else if (root) throw new XmlFault('xml', offset, 'a second root')
    else root = node
  }
  while (at < text.length) {
    const open = text.indexOf('<', at)
    put(unescapeXml(text.slice(at, open < 0 ? text.length : open)), at)
    if (open < 0) break
    if (text.startsWith('<!--', open)) at = endOf(text, '-->', open)
    else if (text.startsWith('<?', open)) {
      const isDeclaration = text.startsWith('<?xml', open) && stack.length === 0 && !root
      if (!isDeclaration && !limits.instructions) throw new XmlFault('xml', open, 'a processing instruction')
      at = endOf(text, '?>', open)
    } else if (text.startsWith('<![CDATA[', open)) {
      at = endOf(text, ']]>', open)
      put(text.slice(open + 9, at - 3), open)
    } else if (text.startsWith('<!', open)) throw new XmlFault('doctype', open, 'a document type')
    else {
      const end = tagEnd(text, open)
      const tag = text.slice(open + 1, end)
      at = end + 1
      if (tag.startsWith('/')) {
        const name = tag.slice(1).trim()
        if (stack.at(-1)?.tag !== name)
          throw new XmlFault('xml', open, `</${name.slice(0, 40)}> ends nothing`)
        close(open)
        continue
      }
      if (++elements > limits.elements)
        throw new XmlFault('tooLong', open, `past ${limits.elements} elements`)
      if (stack.length >= limits.depth) throw new XmlFault('tooLong', open, `past ${limits.depth} levels`)
      const closed = tag.endsWith('/')
      stack.push(openTag(closed ? tag.slice(0, -1) : tag, open, limits.attributes))
      if (closed) close(open)
    }
  }
  if (stack.length > 0) throw new XmlFault('xml', text.length, `no end of ${stack.at(-1)!.tag.slice(0, 40)}`)
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

const NAME = /^[^\s=<>"'&!?/]+(?=\s|$)/
const ATTRIBUTE = /\s+([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y

function openTag(tag: string, offset: number, most: number): Open {
  const name = NAME.exec(tag)?.[0]
  if (name === undefined) throw new XmlFault('xml', offset, 'a tag without a name')
  const attributes = new Map<string, string>()
  const length = tag.trimEnd().length
  let at = name.length
  while (at < length) {
    ATTRIBUTE.lastIndex = at
    const found = ATTRIBUTE.exec(tag)
    if (!found) throw new XmlFault('xml', offset + 1 + at, `attributes of ${name.slice(0, 40)}`)
    const [, attribute = '', double, single] = found
    if (attributes.has(attribute)) throw new XmlFault('xml', offset, `twice ${attribute.slice(0, 40)}`)
    attributes.set(attribute, unescapeXml(double ?? single ?? ''))
    at = ATTRIBUTE.lastIndex
    if (attributes.size > most) throw new XmlFault('tooLong', offset, `past ${most} attributes`)
  }
  return { tag: name, attributes, text: [], children: [], offset }
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
