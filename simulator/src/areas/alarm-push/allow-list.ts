import { BlockList, isIP } from 'node:net'
import type { PushFault } from '@backlot/contract/alarm-push/entities'
import { addressKind, LOOPBACK, plainAddress } from './addresses.ts'

/** Below it only the ports of the web: other services there speak other things than HTTP. */
const FREE_PORTS_FROM = 1024
const WEB_PORTS = [80, 443]

/** Where the platform itself listens. */
export type OwnAddresses = {
  ports(): readonly number[]
  /** Addresses of this machine besides loopback. */
  addresses(): readonly string[]
}

export type Refused = { fault: PushFault; detail: string }

/**
 * Allowed targets of pushes: only those of an entry. Entries are host names ('hooks.city.gov', or '*.city.gov' for its
 * subdomains), which allow the public addresses that they resolve to; addresses, or networks ('10.1.2.0/24');
 * 'localhost' is this machine's loopback. With a port ('localhost:9000') an entry only allows that port.
 */
export type AllowList = {
  /** Allowed addresses, as displayed. */
  entries: readonly string[]
  /** Judges a URL by itself: its form, its port, its host as far as that is an address. Undefined: it may be tried. */
  judgeUrl(url: string): Refused | undefined
  /** Judges an address that the host of a URL leads to, at the moment of connecting. */
  judgeAddress(hostName: string, address: string, port: number): Refused | undefined
  /** Whether a host name with a port is on the list by itself. */
  namesHost(hostName: string, port: number): boolean
}

/** Throws an Error for an entry that is none. `lowPorts`: those below 1024 that are allowed. */
export function createAllowList(
  entries: readonly string[],
  own: OwnAddresses,
  lowPorts: readonly number[] = WEB_PORTS,
): AllowList {
  const read = entries.map((text) => {
    const entry = readEntry(text)
    if (typeof entry === 'string') throw new Error(entry)
    return entry
  })
  const isOpen = (port: number) => (entry: Entry) => entry.port === undefined || entry.port === port
  const namesHost = (hostName: string, port: number) =>
    read.filter(isOpen(port)).some(({ name }) => name !== undefined && isNamed(name, hostName))
  const isListed = (address: string, port: number) =>
    read.filter(isOpen(port)).some(({ network }) => network?.check(address, familyOf(address)))

  const judgePort = (port: number): Refused | undefined => {
    if (port < FREE_PORTS_FROM && !lowPorts.includes(port)) {
      return { fault: 'portNotAllowed', detail: String(port) }
    }
    return undefined
  }
  const judgeAddress: AllowList['judgeAddress'] = (hostName, text, port) => {
    const address = plainAddress(text)
    if (address === undefined) return { fault: 'addressNotAllowed', detail: text }
    const kind = addressKind(address)
    const allowed =
      kind === 'never' ? false : isListed(address, port) || (kind === 'public' && namesHost(hostName, port))
    if (!allowed) return { fault: 'addressNotAllowed', detail: address }
    // Own ports are refused wherever they can be reached: the machine has more addresses than loopback.
    const isOurs = kind === 'loopback' || own.addresses().some((one) => plainAddress(one) === address)
    if (isOurs && own.ports().includes(port)) return { fault: 'ownPort', detail: String(port) }
    return judgePort(port)
  }

  return {
    entries,
    namesHost,
    judgeAddress,
    judgeUrl(text) {
      const url = parsePushUrl(text)
      if (typeof url === 'string') return { fault: 'url', detail: url }
      const hostName = hostOf(url)
      const port = portOf(url)
      const address = plainAddress(hostName)
      if (address !== undefined) return judgeAddress(hostName, address, port)
      return judgePort(port)
    },
  }
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** One of both: a name, or addresses. */
type Entry = { name?: string; network?: BlockList; port?: number }

const PORT_MAX = 65_535
const NAME = /^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/

/** An entry of the list, or its fault. */
function readEntry(text: string): Entry | string {
  const { host, port } = splitPort(text.trim().toLowerCase())
  if (port !== undefined && !(port >= 1 && port <= PORT_MAX))
    return `${text} has no port from 1 to ${PORT_MAX}`
  const opened = port === undefined ? {} : { port }
  if (host === 'localhost') return { network: LOOPBACK, ...opened }
  const [start = '', prefix, ...more] = host.split('/')
  const address = plainAddress(start)
  if (address !== undefined && more.length === 0) {
    const longest = isIP(address) === 6 ? 128 : 32
    const bits = prefix === undefined ? longest : Number(/^\d{1,3}$/.exec(prefix)?.[0])
    if (!(bits >= 1 && bits <= longest)) return `${text} is no network`
    const network = new BlockList()
    network.addSubnet(address, bits, familyOf(address))
    return { network, ...opened }
  }
  if (NAME.test(host)) return { name: host, ...opened }
  return `${text} is no host name, address or network`
}

/** An entry without its port. An IPv6 address with a port is in brackets. */
function splitPort(text: string): { host: string; port?: number } {
  if (isIP(text) === 6) return { host: text }
  const found = /^([^:]+|\[[^\]]+\]):(\d{1,6})$/.exec(text)
  return found ? { host: found[1]!, port: Number(found[2]) } : { host: text }
}

const isNamed = (name: string, hostName: string): boolean =>
  name.startsWith('*.') ? hostName.endsWith(name.slice(1)) : name === hostName

/** Fault of an entry of the list; undefined when the entry is valid. */
export function allowEntryFault(text: string): string | undefined {
  const entry = readEntry(text)
  return typeof entry === 'string' ? entry : undefined
}

/** The URL of a rule, or which of its parts is wrong: form, scheme, credentials. */
export function parsePushUrl(text: string): URL | 'form' | 'scheme' | 'credentials' {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return 'form'
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'scheme'
  if (url.username !== '' || url.password !== '' || /^[a-z]+:\/\/[^/?#]*@/i.test(text)) return 'credentials'
  return url.hostname === '' ? 'form' : url
}

/** Host of a URL without brackets and without the dot at its end. */
export function hostOf({ hostname }: URL): string {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return bare.replace(/\.$/, '').toLowerCase()
}

export const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
