import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { PlatformError } from '../kernel/platform-error.ts'

/**
 * Loopback is not authentication: any web page can post to 127.0.0.1 or rebind a name to it. So a request must name a
 * host that is ours, and a write or a socket must come from our own origin (or from a program, which sends none).
 */
export type HostGuard = {
  /** Throws notPermitted when the Host header is none of ours. */
  checkHost(request: IncomingMessage): void
  /** Throws notPermitted when a browser's headers name another origin behind the request. */
  checkOrigin(request: IncomingMessage): void
  /**
   * The same for a separate port, which pages of our hosts reach from another one: any port of them will do. Only for
   * things opened with a token, not with a cookie.
   */
  checkPage(request: IncomingMessage): void
}

/** Ports and capitals vary, so that one name can be written in many ways. */
const KNOWN_MAX = 64

export function createHostGuard(options: {
  boundHost: string
  allowedHosts: readonly string[]
  allowedOrigins: readonly string[]
}): HostGuard {
  const names = new Set([
    '127.0.0.1',
    'localhost',
    '[::1]',
    bracketed(options.boundHost),
    ...options.allowedHosts,
  ])
  // Bound to every address, the machine's own ones are ours; a rebound name is never a literal address.
  if (isIP(options.boundHost) && /^[0.:]+$/.test(options.boundHost)) {
    for (const list of Object.values(networkInterfaces())) {
      for (const entry of list ?? []) names.add(bracketed(entry.address))
    }
  }
  // Hosts that were found to be ours, as they are written in requests; only ours are remembered, so they are few.
  const known = new Set<string>()
  const origins = new Set(options.allowedOrigins.map((origin) => new URL(origin).origin))
  return {
    checkHost(request) {
      const host = request.headers.host
      if (host !== undefined && known.has(host)) return
      if (host === undefined || !names.has(hostName(host))) {
        throw new PlatformError('notPermitted', 'Unknown host. Allow it with --allowed-host.')
      }
      if (known.size < KNOWN_MAX) known.add(host)
    },
    checkPage({ headers: { origin } }) {
      if (origin === undefined || origins.has(origin)) return
      const host = /^https?:\/\/([^/]+)$/.exec(origin)?.[1]
      if (host === undefined || !names.has(hostName(host))) {
        throw new PlatformError('notPermitted', 'Requests from pages of another host are refused.')
      }
    },
    checkOrigin(request) {
      const { origin } = request.headers
      if (origin !== undefined) {
        if (origins.has(origin) || isOriginOf(origin, request)) return
        throw new PlatformError('notPermitted', 'Writes from another origin are refused.')
      }
      const site = request.headers['sec-fetch-site']
      if (site !== undefined && site !== 'same-origin' && site !== 'none') {
        throw new PlatformError('notPermitted', 'Writes from another site are refused.')
      }
    },
  }
}

/** Host part without its port, lower case. */
function hostName(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '')
}

function bracketed(host: string): string {
  return isIP(host) === 6 ? `[${host.toLowerCase()}]` : host.toLowerCase()
}

/**
 * Over TLS a page of ours came over TLS: one over plain http may be anybody's on the way. Without TLS either will do,
 * because something before us may end it.
 */
function isOriginOf(origin: string, { headers: { host }, socket }: IncomingMessage): boolean {
  const scheme = 'encrypted' in socket && socket.encrypted ? /^https:\/\// : /^https?:\/\//
  return host !== undefined && scheme.test(origin) && origin.replace(scheme, '') === host.toLowerCase()
}
