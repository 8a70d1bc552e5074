/** Envelopes of SOAP 1.2 and 1.1, with WS-Addressing 1.0. */
import { declarations, NAMESPACES, SOAP_11 } from './namespaces.ts'
import { type DocumentProblem, readXmlDocument } from './read-xml-document.ts'
import { element, type Xml } from './write-xml.ts'
import { childOf, textAt, type XmlNode } from './xml-node.ts'

export type SoapVersion = '1.1' | '1.2'

export type SoapRequest = {
  version: SoapVersion
  header: XmlNode | undefined
  /** The first element of the body. */
  operation: XmlNode
  /** wsa:MessageID, of whatever edition of WS-Addressing. */
  messageId: string | undefined
}

export type SoapRead =
  | { ok: true; request: SoapRequest }
  | { ok: false; version: SoapVersion; problem: DocumentProblem | { code: 'envelope'; message: string } }

/** Reads a request. Headers that must be understood and are not are passed over, as cameras do. */
export function readSoap(text: string): SoapRead {
  const read = readXmlDocument(text)
  if (!read.ok) return { ok: false, version: '1.2', problem: read.problem }
  const { root } = read
  const version: SoapVersion = root.namespace === SOAP_11 ? '1.1' : '1.2'
  const refused = (message: string): SoapRead => ({
    ok: false,
    version,
    problem: { code: 'envelope', message },
  })
  if (root.name !== 'Envelope' || (root.namespace !== SOAP_11 && root.namespace !== NAMESPACES.env))
    return refused('the root is no SOAP envelope')
  const own = (name: string) =>
    root.children.find((child) => child.name === name && child.namespace === root.namespace)
  const operation = own('Body')?.children[0]
  if (!operation) return refused('the body is empty')
  const header = own('Header')
  const messageId = textAt(header, 'MessageID')
  return { ok: true, request: { version, header, operation, messageId } }
}

/** The document of a reply: `action` is wsa:Action, `relatesTo` the request's MessageID. */
export function writeSoap(
  body: Xml,
  options: { version?: SoapVersion; action?: string; relatesTo?: string } = {},
): string {
  const { version = '1.2', action, relatesTo } = options
  const namespaces = version === '1.1' ? { ...NAMESPACES, env: SOAP_11 } : NAMESPACES
  const headers = [
    action !== undefined && element('wsa:Action', action),
    relatesTo !== undefined && element('wsa:RelatesTo', relatesTo.slice(0, 256)),
  ].filter((one) => one !== false)
  const envelope = element(
    'env:Envelope',
    [headers.length > 0 && element('env:Header', headers), element('env:Body', [body])],
    declarations(namespaces),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${envelope.xml}`
}

/** A child of the header in a namespace. */
export const headerOf = (
  header: XmlNode | undefined,
  namespace: string,
  name: string,
): XmlNode | undefined => {
  const found = childOf(header, name)
  return found?.namespace === namespace ? found : undefined
}
