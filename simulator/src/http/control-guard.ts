import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { clientAddressOf, isForwarded } from '../calls/client-address.ts'
import { isLoopbackPeer } from '../kernel/loopback-address.ts'
import { PlatformError } from '../kernel/platform-error.ts'

/**
 * Guards the control API: for holders of the token, and programs on this machine. A program is distinguished from a web
 * page by headers that browsers send and pages cannot leave out (Origin, Sec-Fetch-Site and -Dest, Referer), and from a
 * caller behind a proxy by the proxy's headers. Sec-Fetch-Mode is no sign: Node's fetch sends it too. Cookies prove
 * nothing either way: test clients send them, rebound pages do not.
 */
export function createControlGuard(token: string): (request: IncomingMessage) => void {
  const expected = digest(token)
  return (request) => {
    const given = tokenOf(request)
    if (given !== undefined) {
      if (timingSafeEqual(digest(given), expected)) return
      throw new PlatformError('notPermitted', 'Wrong control token.')
    }
    if (isLoopbackPeer(clientAddressOf(request)) && !isFromPage(request) && !isForwarded(request)) return
    throw new PlatformError('notPermitted', 'The control API needs its token (Authorization: Bearer …).')
  }
}

const OF_PAGES = ['origin', 'referer', 'sec-fetch-site', 'sec-fetch-dest']

const isFromPage = ({ headers }: IncomingMessage): boolean => OF_PAGES.some((name) => name in headers)

function tokenOf(request: IncomingMessage): string | undefined {
  const header = request.headers['x-control-token']
  if (typeof header === 'string') return header
  return /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

const digest = (text: string) => createHash('sha256').update(text).digest()
