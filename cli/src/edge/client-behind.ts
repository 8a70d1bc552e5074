import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

/** What tells where a request comes from. */
type RequestOrigin = { socket: { remoteAddress?: string | undefined }; headers: IncomingHttpHeaders }

/**
 * The address of a client: of the socket, or, where that is a load balancer's, the last of X-Forwarded-For that is none
 * of ours: what stands before it anybody may have written.
 */
export function clientBehind(request: RequestOrigin, balancers: readonly string[]): string {
  const socket = plain(request.socket.remoteAddress ?? '')
  if (!balancers.includes(socket)) return socket
  const given = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => plain(part.trim()))
  const client = given.reverse().find((address) => !balancers.includes(address))
  return client !== undefined && isIP(client) !== 0 ? client : socket
}

/** IPv4 addresses as such, also where the socket is one of IPv6. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')
