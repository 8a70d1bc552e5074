/** XML with its namespaces resolved, as SOAP uses it (Namespaces in XML 1.0; SOAP 1.2, part 1, 5). */
import { type RawElement, readXml, type XmlLimits, type XmlProblem } from '../xml/read-xml.ts'
import { type NamespaceScope, namespaceOf, type XmlNode } from './xml-node.ts'

/** `prefix`: one that is not declared, or no name. */
export type DocumentProblem = Omit<XmlProblem, 'code'> & { code: XmlProblem['code'] | 'prefix' }
export type XmlRead = { ok: true; root: XmlNode } | { ok: false; problem: DocumentProblem }

/** Toolkits declare every namespace they know on the root: some clients send eighty. */
export const XML_LIMITS: XmlLimits = {
  characters: 262_144,
  depth: 24,
  elements: 5000,
  attributes: 128,
  instructions: false,
}

const OUTSIDE: NamespaceScope = {
  own: new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]),
  outer: undefined,
}

/** Reads one root element. Never throws. */
export function readXmlDocument(text: string, limits: XmlLimits = XML_LIMITS): XmlRead {
  const read = readXml(text, limits)
  if (!read.ok) return read
  const root = resolve(read.value, OUTSIDE)
  return 'code' in root ? { ok: false, problem: root } : { ok: true, root }
}

/** The element with its children; a problem at the first name that cannot be resolved. */
function resolve(raw: RawElement, outer: NamespaceScope): XmlNode | DocumentProblem {
  const attributes = new Map<string, string>()
  const own = new Map<string, string>()
  for (const [name, value] of raw.attributes) {
    if (name === 'xmlns') own.set('', value)
    else if (name.startsWith('xmlns:')) own.set(name.slice(6), value)
    else attributes.set(name, value)
  }
  const scope = own.size > 0 ? { own, outer } : outer
  const parts = raw.tag.split(':')
  const [prefix, name] = parts.length === 2 ? (parts as [string, string]) : ['', raw.tag]
  const namespace = namespaceOf(scope, prefix)
  if (parts.length > 2 || name === '' || (parts.length === 2 && namespace === undefined)) {
    const message = `prefix ${raw.tag.slice(0, 40)} is not declared`
    return { code: 'prefix', offset: raw.offset, message }
  }
  const children: XmlNode[] = []
  for (const child of raw.children) {
    const node = resolve(child, scope)
    if ('code' in node) return node
    children.push(node)
  }
  return { namespace: namespace ?? '', name, attributes, text: raw.text, children, scope }
}
