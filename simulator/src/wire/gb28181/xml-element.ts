/** An element of a body: MANSCDP puts text into leaves and has one attribute, Num. */
export type XmlElement = {
  /** Without a prefix. */
  name: string
  /** The name in lower case. */
  key: string
  attributes: Readonly<Record<string, string>>
  /** Text between its children, joined, without blanks around it. */
  text: string
  children: readonly XmlElement[]
  /** Character offset of its tag in the decoded text; 0 for one that was not read. */
  offset: number
}

/**
 * The first child of a name. Names differ in case between editions and makers (Info, info; Alarmstatus, AlarmStatus), so
 * `key` is the name in lower case.
 */
export function childOf(element: XmlElement, key: string): XmlElement | undefined {
  for (const child of element.children) if (child.key === key) return child
  return undefined
}

/** All children of a name, in lower case. */
export const childrenOf = (element: XmlElement, key: string): XmlElement[] =>
  element.children.filter((child) => child.key === key)

/** An element to write. */
export const xmlElement = (
  name: string,
  content: string | readonly XmlElement[],
  attributes: Readonly<Record<string, string>> = {},
): XmlElement => ({
  name,
  key: name.toLowerCase(),
  attributes,
  text: typeof content === 'string' ? content : '',
  children: typeof content === 'string' ? [] : content,
  offset: 0,
})
