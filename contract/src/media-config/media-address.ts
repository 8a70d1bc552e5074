import type { MediaServerInfo } from './entities.ts'

/**
 * Whether a host is inside a private network: loopback, link-local, RFC 1918, unique local IPv6, or a name without a
 * dot or below .local. Takes the value of location.hostname (IPv6 with or without brackets).
 */
export function isPrivateHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '')
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(name.replace(/^::ffff:/, ''))
  if (parts) {
    const [first, second] = [Number(parts[1]), Number(parts[2])]
    if (first === 10 || first === 127) return true
    if (first === 172) return second >= 16 && second <= 31
    if (first === 192) return second === 168
    return first === 169 && second === 254
  }
  if (name.includes(':'))
    return name === '::1' || /^f[cd][0-9a-f]{2}:/.test(name) || /^fe[89ab][0-9a-f]:/.test(name)
  return name === 'localhost' || !name.includes('.') || name.endsWith('.local') || name.endsWith('.localhost')
}

/**
 * The address under which a browser on a page of `pageHost` reaches a media server (the rule is stated, its working
 * assumed): the one it is on already when the server has it; else the local one from inside a private network, and the
 * first public one from outside; else whatever there is. Empty when the server has none: it is the platform itself.
 */
export function mediaAddress(
  server: Pick<MediaServerInfo, 'addr1' | 'addr2' | 'addr3' | 'localAddr'>,
  pageHost: string,
): string {
  const outside = [server.addr1, server.addr2, server.addr3].filter((address) => address !== '')
  const known = [...outside, server.localAddr].find((address) => bare(address) === bare(pageHost))
  if (known) return known
  const inside = server.localAddr === '' ? [] : [server.localAddr]
  const reachable = outside.filter((address) => !isPrivateHost(address))
  const order = isPrivateHost(pageHost) ? [...inside, ...outside] : [...reachable, ...outside, ...inside]
  return order[0] ?? ''
}

/**
 * Where a browser reads `path` of a media server: absolute, or just the path when the server is the platform itself
 * (no address). `page` is the page's host name and whether it came over TLS.
 */
export function mediaUrl(
  server: Pick<MediaServerInfo, 'addr1' | 'addr2' | 'addr3' | 'localAddr' | 'configJson'>,
  page: { host: string; secure: boolean },
  kind: 'ws' | 'http',
  path: string,
): string {
  const address = mediaAddress(server, page.host)
  if (address === '') return path
  const port = page.secure ? server.configJson.wssPort : server.configJson.wsPort
  const host = address.includes(':') && !address.startsWith('[') ? `[${address}]` : address
  return `${kind}${page.secure ? 's' : ''}://${host}${port === 0 ? '' : `:${port}`}${path}`
}

const bare = (host: string) => host.toLowerCase().replace(/^\[|\]$/g, '')
