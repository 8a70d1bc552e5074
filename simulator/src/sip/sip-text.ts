import { randomBytes } from 'node:crypto'
import { readSipAddress, type SipAddress } from '../wire/sip/sip-address.ts'
import { headerValue, headerValues, type SipHeader, type SipMessage } from '../wire/sip/sip-message.ts'
import { parameterValue } from '../wire/sip/sip-parameters.ts'
import { readSipUri } from '../wire/sip/sip-uri.ts'
import type { SipPeer } from './sip-net.ts'

/** Unique and not to be guessed: tags, branches, Call-IDs. */
export const newToken = (): string => randomBytes(8).toString('hex')

/** The address in a header that has one; undefined when it is missing or cannot be read. */
export function addressIn(message: SipMessage, name: 'From' | 'To' | 'Contact'): SipAddress | undefined {
  const text = name === 'Contact' ? headerValues(message, name)[0] : headerValue(message, name)
  const read = text === undefined ? undefined : readSipAddress(text)
  return read?.ok ? read.value : undefined
}

/** Tag of From or To; undefined when there is none. */
export function tagIn(message: SipMessage, name: 'From' | 'To'): string | undefined {
  const address = addressIn(message, name)
  return address && (parameterValue(address.parameters, 'tag') || undefined)
}

/** The text between the brackets of a header value; the whole address without parameters when it has none. */
export function uriText(value: string): string {
  const inner = /<([^<>]*)>/.exec(value)?.[1]
  return (inner ?? value.split(';')[0]!).trim()
}

/** Where a URI with an IP address leads; undefined for a name. */
export function peerOf(uri: string, usual: SipPeer['transport']): SipPeer | undefined {
  const read = readSipUri(uri)
  if (!read.ok) return undefined
  const address = read.value.host.replace(/^\[|\]$/g, '')
  if (!/^[\d.]+$|:/.test(address)) return undefined
  const named = parameterValue(read.value.parameters, 'transport')?.toLowerCase()
  const transport = named === 'tcp' || named === 'udp' ? named : usual
  return { transport, address, port: read.value.port ?? 5060 }
}

export const header = (name: string, value: string): SipHeader => ({ name, value })
export const hostText = (host: string): string => (host.includes(':') ? `[${host}]` : host)
