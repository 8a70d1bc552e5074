/** Writing of XML: what is built here is escaped, so that values of any origin may be put in. */

/** A piece of a document. */
export type Xml = { readonly xml: string }
export type XmlContent = string | number | boolean | Xml | readonly (Xml | undefined | false)[]
export type XmlAttributes = Readonly<Record<string, string | number | boolean | undefined>>

/** An element; the names are our own, with their prefixes. Attributes that are undefined are left out. */
export function element(name: string, content: XmlContent = '', attributes: XmlAttributes = {}): Xml {
  let tag = name
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) tag += ` ${key}="${escapeXml(valueText(value))}"`
  const inner = contentText(content)
  return { xml: inner === '' ? `<${tag}/>` : `<${tag}>${inner}</${name}>` }
}

/** Pieces side by side. */
export const pieces = (...list: readonly (Xml | undefined | false)[]): Xml => ({ xml: contentText(list) })

function contentText(content: XmlContent): string {
  if (typeof content !== 'object') return escapeXml(valueText(content))
  if ('xml' in content) return content.xml
  let text = ''
  for (const piece of content) if (piece) text += piece.xml
  return text
}

/** Numbers without exponents and with six decimals at most, as xs:float readers of all kinds take them. */
const valueText = (value: string | number | boolean): string =>
  typeof value === 'number' ? String(Math.round(value * 1e6) / 1e6 || 0) : String(value)

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

/** Signs that XML 1.0 has no way to write become U+FFFD. */
export function escapeXml(text: string): string {
  return (
    text
      .replace(/[&<>"\r]/g, (sign) => ESCAPES[sign]!)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
  )
}
