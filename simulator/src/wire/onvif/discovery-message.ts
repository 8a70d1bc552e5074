/** Messages of WS-Discovery (April 2005) over UDP, as ONVIF devices exchange them (ONVIF Core, 7). */
import { type ScopeRule, scopeRuleOf } from './discovery-scopes.ts'
import { DISCOVERY_NAMESPACES, declarations } from './namespaces.ts'
import { readXmlDocument } from './read-xml-document.ts'
import { element, type Xml } from './write-xml.ts'
import { childOf, childrenOf, namespaceOf, textAt, type XmlNode } from './xml-node.ts'

/** The address of all; also the To of multicast messages. */
export const DISCOVERY = {
  group: '239.255.255.250',
  port: 3702,
  to: 'urn:schemas-xmlsoap-org:ws:2005:04:discovery',
  anonymous: 'http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous',
} as const

/** A device as it presents itself. */
export type DiscoveredDevice = {
  /** `urn:uuid:…`, the same for ever. */
  endpoint: string
  scopes: readonly string[]
  xaddrs: readonly string[]
  metadataVersion: number
}

export type DiscoveryRequest =
  | {
      kind: 'probe'
      messageId: string
      /** `{namespace}name`; empty: any. */
      types: readonly string[]
      scopes: readonly string[]
      /** Undefined: a rule that nobody knows. */
      rule: ScopeRule | undefined
    }
  | { kind: 'resolve'; messageId: string; endpoint: string }

/** A Probe has a few hundred characters. */
const LIMITS = { characters: 16_384, depth: 12, elements: 128, attributes: 64, instructions: false }

/** Reads a Probe or a Resolve; undefined for everything else, be it other messages of discovery or no message at all. */
export function readDiscovery(text: string): DiscoveryRequest | undefined {
  const read = readXmlDocument(text, LIMITS)
  if (!read.ok || read.root.namespace !== DISCOVERY_NAMESPACES.env) return undefined
  const message = childOf(read.root, 'Body')?.children[0]
  const messageId = textAt(read.root, 'Header', 'MessageID')
  if (!message || message.namespace !== DISCOVERY_NAMESPACES.d || messageId === undefined) return undefined
  if (messageId.length > 256) return undefined
  if (message.name === 'Resolve') {
    const endpoint = textAt(message, 'EndpointReference', 'Address')
    return endpoint === undefined ? undefined : { kind: 'resolve', messageId, endpoint }
  }
  if (message.name !== 'Probe') return undefined
  const types = childOf(message, 'Types')
  const scopes = childOf(message, 'Scopes')
  const named = types ? wordsOf(types).map((word) => qualified(types, word)) : []
  if (named.includes(undefined)) return undefined
  return {
    kind: 'probe',
    messageId,
    types: named.filter((one) => one !== undefined),
    scopes: scopes ? wordsOf(scopes) : [],
    rule: scopeRuleOf(scopes?.attributes.get('MatchBy')),
  }
}

const wordsOf = (node: XmlNode): string[] => node.text.split(/\s+/).filter((word) => word !== '')

function qualified(node: XmlNode, word: string): string | undefined {
  const at = word.indexOf(':')
  const namespace = namespaceOf(node.scope, at < 0 ? '' : word.slice(0, at))
  return at >= 0 && namespace === undefined ? undefined : `{${namespace ?? ''}}${word.slice(at + 1)}`
}

const TYPES = 'dn:NetworkVideoTransmitter tds:Device'
const OWN_TYPES = [
  `{${DISCOVERY_NAMESPACES.dn}}NetworkVideoTransmitter`,
  `{${DISCOVERY_NAMESPACES.tds}}Device`,
]
/** Whether a camera is all of these. */
export const isOfTypes = (types: readonly string[]): boolean =>
  types.every((type) => OWN_TYPES.includes(type))

/** What a message needs besides its content. `instanceId`: grows with every start of the sender. */
export type DiscoveryFrame = { messageId: string; instanceId: number; messageNumber: number }

const described = ({ endpoint, scopes, xaddrs, metadataVersion }: DiscoveredDevice): Xml[] => [
  reference(endpoint),
  element('d:Types', TYPES),
  element('d:Scopes', scopes.join(' ')),
  element('d:XAddrs', xaddrs.join(' ')),
  element('d:MetadataVersion', metadataVersion),
]
const reference = (endpoint: string) => element('wsa:EndpointReference', [element('wsa:Address', endpoint)])

export const writeHello = (device: DiscoveredDevice, frame: DiscoveryFrame): string =>
  writeMessage('Hello', element('d:Hello', described(device)), frame)

export const writeBye = (endpoint: string, frame: DiscoveryFrame): string =>
  writeMessage('Bye', element('d:Bye', [reference(endpoint)]), frame)

/** One device a message: clients expect no more. */
export const writeProbeMatch = (device: DiscoveredDevice, relatesTo: string, frame: DiscoveryFrame): string =>
  writeMessage(
    'ProbeMatches',
    element('d:ProbeMatches', [element('d:ProbeMatch', described(device))]),
    frame,
    relatesTo,
  )

export const writeResolveMatch = (
  device: DiscoveredDevice,
  relatesTo: string,
  frame: DiscoveryFrame,
): string =>
  writeMessage(
    'ResolveMatches',
    element('d:ResolveMatches', [element('d:ResolveMatch', described(device))]),
    frame,
    relatesTo,
  )

function writeMessage(name: string, body: Xml, frame: DiscoveryFrame, relatesTo?: string): string {
  const { messageId, instanceId, messageNumber } = frame
  const header = element('env:Header', [
    element('wsa:MessageID', messageId),
    relatesTo !== undefined && element('wsa:RelatesTo', relatesTo),
    element('wsa:To', relatesTo === undefined ? DISCOVERY.to : DISCOVERY.anonymous),
    element('wsa:Action', `${DISCOVERY_NAMESPACES.d}/${name}`),
    element('d:AppSequence', '', { InstanceId: instanceId, MessageNumber: messageNumber }),
  ])
  const envelope = element(
    'env:Envelope',
    [header, element('env:Body', [body])],
    declarations(DISCOVERY_NAMESPACES),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${envelope.xml}`
}

/** A Probe for cameras, as a client multicasts it. */
export function writeProbe(messageId: string): string {
  const header = element('env:Header', [
    element('wsa:MessageID', messageId),
    element('wsa:To', DISCOVERY.to),
    element('wsa:Action', `${DISCOVERY_NAMESPACES.d}/Probe`),
  ])
  const body = element('env:Body', [element('d:Probe', [element('d:Types', 'dn:NetworkVideoTransmitter')])])
  const envelope = element('env:Envelope', [header, body], declarations(DISCOVERY_NAMESPACES))
  return `<?xml version="1.0" encoding="UTF-8"?>\n${envelope.xml}`
}

/** A ProbeMatches of a device with many scopes has some kilobytes. */
const MATCH_LIMITS = { characters: 65_507, depth: 12, elements: 512, attributes: 64, instructions: false }
const WORDS_MOST = 128

/** Devices of a ProbeMatches that answers one of the Probes with these ids; none when it is something else. */
export function readProbeMatches(text: string, probeIds: ReadonlySet<string>): DiscoveredDevice[] {
  const read = readXmlDocument(text, MATCH_LIMITS)
  if (!read.ok || read.root.namespace !== DISCOVERY_NAMESPACES.env) return []
  if (!probeIds.has(textAt(read.root, 'Header', 'RelatesTo') ?? '')) return []
  const matches = childOf(childOf(read.root, 'Body'), 'ProbeMatches')
  return childrenOf(matches, 'ProbeMatch').flatMap((match) => {
    const endpoint = textAt(match, 'EndpointReference', 'Address')
    const [scopes, xaddrs] = [childOf(match, 'Scopes'), childOf(match, 'XAddrs')]
    if (endpoint === undefined || !xaddrs) return []
    return [
      {
        endpoint,
        scopes: scopes ? wordsOf(scopes).slice(0, WORDS_MOST) : [],
        xaddrs: wordsOf(xaddrs).slice(0, WORDS_MOST),
        metadataVersion: Number(textAt(match, 'MetadataVersion') ?? 0) || 0,
      },
    ]
  })
}
