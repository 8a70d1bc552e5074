/** Bodies of MANSCDP as elements: names without prefixes. */
import { type RawElement, readXml, type XmlLimits } from '../xml/read-xml.ts'
import type { GbRead } from './gb-problem.ts'
import type { XmlElement } from './xml-element.ts'

/** A page of a catalog has some hundred items of up to fifty elements; bodies nest six levels. */
export const XML_LIMITS: XmlLimits = {
  characters: 1_048_576,
  depth: 16,
  elements: 50_000,
  attributes: 16,
  instructions: true,
}

/** Reads one root element. Never throws. */
export function readBody(text: string, limits: XmlLimits = XML_LIMITS): GbRead<XmlElement> {
  const read = readXml(text, limits)
  return read.ok ? { ok: true, value: withoutPrefixes(read.value) } : read
}

function withoutPrefixes({ tag, attributes, text, children, offset }: RawElement): XmlElement {
  const name = tag.slice(tag.indexOf(':') + 1)
  return {
    name,
    key: name.toLowerCase(),
    attributes: Object.fromEntries([...attributes].filter(([one]) => one !== '__proto__')),
    text,
    children: children.map(withoutPrefixes),
    offset,
  }
}
