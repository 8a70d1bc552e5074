import { BlockList, isIP } from 'node:net'
import type { PushFault } from '@backlot/contract/alarm-push/entities'
import { addressKind, plainAddress } from './addresses.ts'

/** Below it only the ports of the web: other services there speak other things than HTTP. */
const FREE_PORTS_FROM = 1024
const WEB_PORTS = [80, 443]

/** Where the platform itself listens. */
export type OwnDoors = {
  ports(): readonly number[]
  /** Addresses of this machine besides loopback. */
  addresses(): readonly string[]
}

export type Refused = { fault: PushFault; detail: string }

/**
 * Where pushes may go. Loopback always may, but for the platform's own ports. Entries are host names ('hooks.city.gov',
 * or '*.city.gov' for what lies below it), addresses, or networks ('10.1.2.0/24').
 */
export type AllowList = {
  /** What is allowed, as it is shown. */
  entries: readonly string[]
  /** Judges a URL by itself: its form, its port, its host as far as that is an address. Undefined: it may be tried. */
  judgeUrl(url: string): Refused | undefined
  /** Judges an address that the host of a URL leads to, at the moment of connecting. */
  judgeAddress(hostName: string, address: string, port: number): Refused | undefined
  /** Whether a host name is on the list by itself. */
  namesHost(hostName: string): boolean
}

/** Throws an Error for an entry that is none. */
export function createAllowList(entries: readonly string[], own: OwnDoors): AllowList {
  const networks = new BlockList()
  const names = new Set<string>()
  const suffixes: string[] = []
  for (const text of entries) {
    const entry = readEntry(text)
    if (typeof entry === 'string') throw new Error(entry)
    if ('name' in entry) {
      if (entry.name.startsWith('*.')) suffixes.push(entry.name.slice(1))
      else names.add(entry.name)
    } else networks.addSubnet(entry.address, entry.bits, familyOf(entry.address))
  }
  const namesHost = (hostName: string) =>
    names.has(hostName) || suffixes.some((suffix) => hostName.endsWith(suffix))
  const isListed = (address: string) => networks.check(address, familyOf(address))

  const judgePort = (port: number): Refused | undefined => {
    if (port < FREE_PORTS_FROM && !WEB_PORTS.includes(port)) {
      return { fault: 'portNotAllowed', detail: String(port) }
    }
    return undefined
  }
  const judgeAddress: AllowList['judgeAddress'] = (hostName, text, port) => {
    const address = plainAddress(text)
    if (address === undefined) return { fault: 'addressNotAllowed', detail: text }
    const kind = addressKind(address)
    const allowed =
      kind === 'never'
        ? false
        : kind === 'loopback' || isListed(address) || (kind === 'public' && namesHost(hostName))
    if (!allowed) return { fault: 'addressNotAllowed', detail: address }
    // Own ports are refused wherever they can be reached: the machine has more addresses than loopback.
    const isOurs = kind === 'loopback' || own.addresses().some((one) => plainAddress(one) === address)
    if (isOurs && own.ports().includes(port)) return { fault: 'ownPort', detail: String(port) }
    return judgePort(port)
  }

  return {
    entries: ['localhost, 127.0.0.0/8, ::1', ...entries],
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

/** An entry of the list, or what is wrong with it. */
function readEntry(text: string): { name: string } | { address: string; bits: number } | string {
  const [host = '', prefix, ...more] = text.trim().toLowerCase().split('/')
  const address = plainAddress(host)
  if (address !== undefined && more.length === 0) {
    const longest = isIP(address) === 6 ? 128 : 32
    const bits = prefix === undefined ? longest : Number(/^\d{1,3}$/.exec(prefix)?.[0])
    return bits >= 1 && bits <= longest ? { address, bits } : `${text} is no network`
  }
  if (prefix === undefined && /^(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(host)) return { name: host }
  return `${text} is no host name, address or network`
}

/** What is wrong with an entry of the list; undefined when it is well. */
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
