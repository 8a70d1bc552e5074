import { BlockList, isIP } from 'node:net'

const list = (...subnets: readonly (readonly [string, number])[]): BlockList => {
  const made = new BlockList()
  for (const [address, prefix] of subnets) {
    made.addSubnet(address, prefix, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
  return made
}

/** Addresses of this machine alone. */
export const LOOPBACK = list(['127.0.0.0', 8], ['::1', 128])

/**
 * Addresses that no push goes to, whatever the allow list says: "this network", link-local (where clouds keep the
 * secrets of their machines), multicast and broadcast, and the metadata service over IPv6.
 */
const NEVER = list(
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 128],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['fd00:ec2::254', 128],
)

/** Addresses inside networks (RFC 6890): a name that resolves there must be on the allow list by address. */
const INSIDE = list(
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['fc00::', 7],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
)

export type AddressKind = 'loopback' | 'never' | 'inside' | 'public'

/** An address in its plain form: an IPv4 address inside an IPv6 one is unwrapped. Undefined: no address. */
export function plainAddress(text: string): string | undefined {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  if (bare.includes('%') || isIP(bare) === 0) return undefined
  if (isIP(bare) === 4) return bare
  // The URL parser writes it shortest, with hexadecimal groups.
  const short = new URL(`http://[${bare}]/`).hostname.slice(1, -1)
  const mapped = /^::(?:ffff:)?([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short)
  if (!mapped) return short
  const [high, low] = [Number.parseInt(mapped[1]!, 16), Number.parseInt(mapped[2]!, 16)]
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`
}

/** Kind of a plain address. */
export function addressKind(address: string): AddressKind {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (NEVER.check(address, family)) return 'never'
  if (LOOPBACK.check(address, family)) return 'loopback'
  return INSIDE.check(address, family) ? 'inside' : 'public'
}
