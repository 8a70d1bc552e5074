import type { IncomingMessage } from 'node:http'

/** Headers of an edge's requests: the cluster's token, and the address of the client whose request it passes on. */
export const EDGE_HEADERS = { token: 'x-backlot-edge', client: 'x-backlot-client' } as const

const SENDER = Symbol('sender')
/** `client`: its address; undefined: the request is the edge's own. */
type Known = IncomingMessage & { [SENDER]?: { client: string | undefined } }

/** The address from which a request was made: of the client, also where an edge has passed it on. */
export function clientAddressOf(request: IncomingMessage): string {
  return (request as Known)[SENDER]?.client ?? request.socket.remoteAddress ?? ''
}

/** Notes that a machine of the cluster has sent a request, for a client or (undefined) for itself. */
export function noteSender(request: IncomingMessage, client: string | undefined): void {
  ;(request as Known)[SENDER] = { client }
}

/** Whether an edge makes the request for itself. */
export function isOfEdge(request: IncomingMessage): boolean {
  const sender = (request as Known)[SENDER]
  return sender !== undefined && sender.client === undefined
}

/** Headers of proxies. */
const OF_PROXIES = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/** Whether a proxy has passed a request on: its address is then that of the proxy. */
export const isForwarded = ({ headers }: IncomingMessage): boolean =>
  OF_PROXIES.some((name) => name in headers)
