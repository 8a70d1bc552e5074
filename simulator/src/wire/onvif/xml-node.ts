/** An element that was read, its name resolved to a namespace (Namespaces in XML 1.0). */
export type XmlNode = {
  /** Empty: none. */
  namespace: string
  name: string
  /** Attributes without those that declare namespaces; names as written. */
  attributes: ReadonlyMap<string, string>
  /** Text between its children, joined, without blanks around it. */
  text: string
  children: readonly XmlNode[]
  /** Prefixes that its text may use. */
  scope: NamespaceScope
}

/** Declarations of one element over those of the elements around it. */
export type NamespaceScope = { own: ReadonlyMap<string, string>; outer: NamespaceScope | undefined }

/** The namespace of a prefix; the prefix '' has one where a default is declared. */
export function namespaceOf(scope: NamespaceScope, prefix: string): string | undefined {
  for (let at: NamespaceScope | undefined = scope; at; at = at.outer) {
    const found = at.own.get(prefix)
    if (found !== undefined) return found === '' ? undefined : found
  }
  return undefined
}

/**
 * The first child of a name, in any namespace: clients put the parameters of an operation into its namespace, into that
 * of the schema, or into none.
 */
export const childOf = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.children.find((child) => child.name === name)

export const childrenOf = (node: XmlNode | undefined, name: string): XmlNode[] =>
  node?.children.filter((child) => child.name === name) ?? []

/** The node at the end of a path of names. */
export const nodeAt = (node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined =>
  path.reduce<XmlNode | undefined>((at, name) => childOf(at, name), node)

/** Text at the end of a path; undefined when there is no such element or it is empty. */
export const textAt = (node: XmlNode | undefined, ...path: readonly string[]): string | undefined =>
  nodeAt(node, ...path)?.text || undefined
