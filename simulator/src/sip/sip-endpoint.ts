/**
 * A SIP endpoint (RFC 3261): the side of a device or of a server.
 *
 * - `open-sip-net.ts`: sockets, UDP and TCP in both directions, bounded; `sip-net.ts`: what the rest knows of them.
 * - `client-side.ts`, `client-transaction.ts`: requests that go out, sent again until they are answered; CANCEL.
 * - `server-side.ts`, `server-transaction.ts`: requests that come in, each handled once; what is refused at once: 400, 404,
 *   405, 413, 416, 420, 481, 482, 483, 500 (older CSeq), 503, 505. OPTIONS is answered here.
 * - `dialogs.ts`, `sip-dialog.ts`: tags, route set, numbers of requests, ACK, 2xx until its ACK, BYE.
 * - `sip-login.ts`: digest of a server; `request-with-login.ts`: that of a client.
 *
 * Every request of this side is told once what became of it; every timer is of the host clock.
 */
import type { HostClock } from '../kernel/clock.ts'
import { createSenderLimits } from '../sockets/sender-limits.ts'
import type { SipHeader, SipRequest } from '../wire/sip/sip-message.ts'
import { createClientSide } from './client-side.ts'
import { createDialogs } from './dialogs.ts'
import { createServerSide } from './server-side.ts'
import type { Call, CallEvents, DialogEvents, RequestHandler, SipDialog } from './sip-calls.ts'
import type { outgoingDialog } from './sip-dialog.ts'
import type { SipNet, SipNetStats, SipPeer, SipTransport } from './sip-net.ts'
import { header, hostText } from './sip-text.ts'

export type SipStats = SipNetStats & {
  requestsIn: number
  responsesIn: number
  broken: number
  /** Requests that were sent again for want of an answer. */
  resent: number
  /** Transactions and dialogs that are not over. */
  transactions: number
  dialogs: number
  /** Requests refused before a handler saw them, by status. */
  refused: ReadonlyMap<number, number>
}

export type SipEndpoint = AsyncDisposable & {
  /** A request outside dialogs. Its headers have all but Via. */
  request(request: SipRequest, to: SipPeer, events: CallEvents): Call
  /** A dialog to be opened by the first request in it; undefined: no room. */
  dialog(parts: Parameters<typeof outgoingDialog>[0], events: DialogEvents): SipDialog | undefined
  /** Contact of this side: `<sip:user@host:port>`. */
  contact(user: string, transport: SipTransport): SipHeader
  /** Own address, as in Via and Contact. */
  local(transport: SipTransport): { host: string; port: number | undefined }
  /** Methods with a handler, for Allow. */
  allowed: readonly string[]
  stats(): SipStats
}

export type SipEndpointOptions = {
  /** By method. Requests of other methods are answered 405. */
  handlers: Readonly<Record<string, RequestHandler>>
  /** Methods that come inside dialogs only, for Allow: INFO, NOTIFY. */
  inDialogs?: readonly string[]
  /** Whether a Request-URI is for this side; left out: all are. */
  serves?(uri: string): boolean
  /** Requests in dialogs go where the other side's came from, whatever its Contact says: for peers behind NAT. */
  isSymmetric?: boolean
}

/** Limits: a platform has thousands of devices, and each of them a few transactions a minute, which stay for 32 s. */
const TRANSACTIONS_MOST = 50_000
/** Many devices may stand behind one address. */
const TRANSACTIONS_OF_ADDRESS = 10_000
/** Three subscriptions of each of 20,000 devices, and 10,000 streams. */
const DIALOGS_MOST = 70_000
/** That others have opened. */
const DIALOGS_OF_ADDRESS = 5000

/** Of each kind, of one address: one a minute. */
const WARNINGS = { burst: 1, perSecond: 1 / 60 }

export function createSipEndpoint(
  options: SipEndpointOptions,
  deps: {
    net: SipNet
    hostClock: HostClock
    log: Record<'error' | 'warn', (fields: object, message: string) => void>
  },
): SipEndpoint {
  const { net, hostClock, log } = deps
  const onDefect = (err: unknown, method: string) => log.error({ err, method }, 'a SIP request failed')
  const client = createClientSide({ net, hostClock, transactionsMost: TRANSACTIONS_MOST, onDefect })
  const dialogs = createDialogs({
    client,
    hostClock,
    isSymmetric: options.isSymmetric ?? false,
    most: DIALOGS_MOST,
    mostOfAddress: DIALOGS_OF_ADDRESS,
  })
  const allowed = [
    ...new Set([
      ...Object.keys(options.handlers),
      ...(options.inDialogs ?? []),
      'ACK',
      'BYE',
      'CANCEL',
      'OPTIONS',
    ]),
  ]
  const server = createServerSide({
    net,
    hostClock,
    dialogs,
    handlers: options.handlers,
    allowed,
    serves: options.serves ?? (() => true),
    transactionsMost: TRANSACTIONS_MOST,
    transactionsOfAddress: TRANSACTIONS_OF_ADDRESS,
    onDefect,
  })
  let [requestsIn, responsesIn, broken] = [0, 0, 0]
  const [unreadable, cut] = [createSenderLimits(WARNINGS), createSenderLimits(WARNINGS)]
  /** What one peer sends costs no other anything. */
  const guarded = (from: SipPeer, handle: () => void): void => {
    try {
      handle()
    } catch (err) {
      log.error({ err, from: `${from.address}:${from.port}` }, 'a SIP message could not be handled')
    }
  }
  net.listen({
    onMessage(message, from) {
      if (message.kind === 'request') {
        requestsIn++
        guarded(from, () => server.receive(message, from))
      } else {
        responsesIn++
        guarded(from, () => client.receive(message))
      }
    },
    onBroken(problem, from, bytes) {
      if (problem.code !== 'empty') broken++
      guarded(from, () => server.broken(problem, from, bytes))
      const { code, message } = problem
      if (code !== 'empty' && unreadable.allows(from.address, hostClock.now()))
        log.warn({ from: from.address, code, problem: message }, 'a SIP message could not be read')
    },
    onCut(peer, why) {
      if (cut.allows(peer.address, hostClock.now()))
        log.warn({ from: peer.address, why }, 'a SIP connection was cut')
    },
    onUnreachable: client.unreachable,
  })

  return {
    request: (request, to, events) => client.start(request, to, events),
    dialog: dialogs.open,
    contact(user, transport) {
      const { host, port } = net.local(transport)
      const at = port === undefined ? hostText(host) : `${hostText(host)}:${port}`
      return header('Contact', `<sip:${user}@${at}${transport === 'tcp' ? ';transport=tcp' : ''}>`)
    },
    local: net.local,
    allowed,
    stats: () => ({
      ...net.stats(),
      requestsIn,
      responsesIn,
      broken,
      resent: client.resent(),
      transactions: client.waiting() + server.waiting(),
      dialogs: dialogs.count(),
      refused: server.refused(),
    }),
    async [Symbol.asyncDispose]() {
      dialogs.close()
      client.close()
      server.close()
      await net[Symbol.asyncDispose]()
    },
  }
}
