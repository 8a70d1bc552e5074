/** Requests that come in: their transactions, what is refused before anybody sees it, and who gets the rest. */
import { createHash } from 'node:crypto'
import type { HostClock } from '../kernel/clock.ts'
import { markReceived, responseTo } from '../wire/sip/response-to.ts'
import { headerValue, headerValues, type SipRequest, type SipResponse } from '../wire/sip/sip-message.ts'
import { transactionKey } from '../wire/sip/transaction-key.ts'
import { readVia, responseTarget } from '../wire/sip/via.ts'
import { writeSipMessage } from '../wire/sip/write-sip-message.ts'
import { brokenReply, type Refusal, requestFault } from './check-request.ts'
import type { DialogEntry, Dialogs } from './dialogs.ts'
import { type ServerTransaction, startServerTransaction } from './server-transaction.ts'
import type { IncomingRequest, RequestHandler } from './sip-calls.ts'
import { cseqNumber } from './sip-dialog.ts'
import type { SipNet, SipNetEvents, SipPeer } from './sip-net.ts'
import { header, newToken, tagIn } from './sip-text.ts'

export type ServerSide = {
  receive(request: SipRequest, from: SipPeer): void
  broken: SipNetEvents['onBroken']
  waiting(): number
  /** Refused before a handler saw them, by status. */
  refused(): ReadonlyMap<number, number>
  close(): void
}

type Entry = { transaction: ServerTransaction; key: string; cancelled: (() => void)[] }
/** Of one address: its transactions, and those of them that only wait for repetitions, in their order. */
type Share = { count: number; answered: Set<Entry> }

/** They never open a dialog: a tag in their To, as some devices send, is none of one. */
const WITHOUT_DIALOG = ['MESSAGE', 'REGISTER', 'OPTIONS', 'CANCEL']
/** Seconds after which a refused sender may try again. */
const RETRY_AFTER_S = 5

export function createServerSide(deps: {
  net: SipNet
  hostClock: HostClock
  dialogs: Dialogs
  /** Handlers of requests outside dialogs, by method; INVITE and SUBSCRIBE open dialogs. */
  handlers: Readonly<Record<string, RequestHandler>>
  allowed: readonly string[]
  serves(uri: string): boolean
  transactionsMost: number
  transactionsOfAddress: number
  /** A handler has thrown, or its response cannot be written. */
  onDefect(error: unknown, method: string): void
}): ServerSide {
  const { net, hostClock, dialogs } = deps
  const entries = new Map<string, Entry>()
  /** By what tells a request that came twice on different ways (section 8.2.2.2). */
  const byOrigin = new Map<string, Entry>()
  const answered = new Set<Entry>()
  const shares = new Map<string, Share>()
  const refusals = new Map<number, number>()
  const allow = header('Allow', deps.allowed.join(', '))

  const sendTo = (from: SipPeer) => (response: SipResponse) => {
    try {
      net.send(writeSipMessage(response), backTo(response, from, net))
    } catch (error) {
      deps.onDefect(error, `response ${response.status}`)
    }
  }

  /** Without a transaction: the same request gets the same answer, tag included. */
  const refuse = (request: SipRequest, from: SipPeer, refusal: Refusal, key: string): void => {
    refusals.set(refusal.status, (refusals.get(refusal.status) ?? 0) + 1)
    const toTag = createHash('sha256').update(key).digest('hex').slice(0, 16)
    sendTo(from)(responseTo(request, { ...refusal, toTag }))
  }

  const start = (request: SipRequest, from: SipPeer, key: string, origin: string | undefined): Entry => {
    const { address } = from
    const share: Share = shares.get(address) ?? { count: 0, answered: new Set() }
    shares.set(address, share)
    share.count++
    const entry: Entry = { key, cancelled: [], transaction: undefined as never }
    entries.set(key, entry)
    if (origin !== undefined) byOrigin.set(origin, entry)
    entry.transaction = startServerTransaction(request, {
      hostClock,
      isReliable: from.transport === 'tcp',
      send: sendTo(from),
      onAnswered() {
        answered.add(entry)
        share.answered.add(entry)
      },
      onOver() {
        entries.delete(key)
        answered.delete(entry)
        share.answered.delete(entry)
        if (origin !== undefined && byOrigin.get(origin) === entry) byOrigin.delete(origin)
        share.count--
        if (share.count === 0) shares.delete(address)
      },
    })
    return entry
  }

  /**
   * Makes room for one more of an address: where its share or all places are taken, the transaction goes that was
   * answered longest ago. A repetition of its request, of which hardly any comes so late, is a new request then.
   */
  const hasRoom = (address: string): boolean => {
    const share = shares.get(address)
    const isFull = entries.size >= deps.transactionsMost
    if (!isFull && (share?.count ?? 0) < deps.transactionsOfAddress) return true
    const [oldest] = isFull ? answered : (share?.answered ?? [])
    oldest?.transaction.end()
    return oldest !== undefined
  }

  const incomingOf = (entry: Entry, from: SipPeer, inside: DialogEntry | undefined): IncomingRequest => {
    const { transaction } = entry
    const { request } = transaction
    const localTag = newToken()
    const respond: IncomingRequest['respond'] = (status, parts = {}) => {
      if (transaction.isFinal()) return
      const response = responseTo(request, { status, toTag: localTag, ...parts })
      transaction.respond(response)
      if (request.method === 'INVITE' && status >= 200 && status < 300)
        inside?.untilAcked(request, () => transaction.respond(response))
    }
    return {
      request,
      from,
      respond,
      accept({ status = 200, ...parts }, events) {
        if (transaction.isFinal()) return undefined
        const opened = dialogs.accept(request, from, localTag, events)
        if (!opened) {
          respond(503, { headers: [header('Retry-After', String(RETRY_AFTER_S))] })
          return undefined
        }
        const response = responseTo(request, { status, toTag: localTag, ...parts })
        transaction.respond(response)
        if (request.method === 'INVITE') opened.untilAcked(request, () => transaction.respond(response))
        return opened.dialog
      },
      onCancelled: (listener) => void entry.cancelled.push(listener),
    }
  }

  const cancel = (request: SipRequest, from: SipPeer, key: string): void => {
    const invite = transactionKey(request, 'INVITE')
    const entry = invite.ok ? entries.get(invite.value) : undefined
    if (!entry) {
      refuse(request, from, { status: 481 }, key)
      return
    }
    sendTo(from)(responseTo(request, { status: 200, toTag: newToken() }))
    if (entry.transaction.isFinal()) return
    const toTag = newToken()
    entry.transaction.respond(responseTo(entry.transaction.request, { status: 487, toTag }))
    for (const listener of entry.cancelled) listener()
  }

  const dispatch = (entry: Entry, from: SipPeer, inside: DialogEntry | undefined): void => {
    const incoming = incomingOf(entry, from, inside)
    const { method } = incoming.request
    const handler = inside ? inside.events.request : deps.handlers[method]
    if (inside && method === 'BYE') {
      incoming.respond(200)
      inside.over('bye')
      return
    }
    if (!handler) {
      incoming.respond(!inside && method === 'OPTIONS' ? 200 : 405, { headers: [allow] })
      return
    }
    try {
      handler(incoming)
    } catch (error) {
      deps.onDefect(error, method)
      incoming.respond(500)
    }
  }

  return {
    receive(bare, from) {
      const marked = markReceived(bare, from)
      const key = marked.ok ? transactionKey(marked.value) : marked
      if (!marked.ok || !key.ok) return
      const request = marked.value
      const known = entries.get(key.value)
      if (request.method === 'ACK') {
        known?.transaction.acked()
        return dialogs.find(request)?.acked(request)
      }
      if (known) return known.transaction.repeated()
      const refused = (refusal: Refusal) => refuse(request, from, refusal, key.value)
      const toTag = tagIn(request, 'To')
      const inside = WITHOUT_DIALOG.includes(request.method) ? undefined : dialogs.find(request)
      const fault = requestFault(request, inside ? () => true : deps.serves)
      if (fault) return refused(fault)
      if (request.method === 'CANCEL') return cancel(request, from, key.value)
      const isPlain = WITHOUT_DIALOG.includes(request.method)
      if (toTag !== undefined && !inside && !isPlain) return refused({ status: 481 })
      if (!inside && !isPlain && !deps.allowed.includes(request.method))
        return refused({ status: 405, headers: [allow] })
      const fromTag = tagIn(request, 'From')
      const callId = headerValue(request, 'Call-ID')
      const origin = toTag === undefined ? `${callId}|${fromTag}|${headerValue(request, 'CSeq')}` : undefined
      if (origin !== undefined && byOrigin.has(origin)) return refused({ status: 482 })
      if (!hasRoom(from.address))
        return refused({ status: 503, headers: [header('Retry-After', String(RETRY_AFTER_S))] })
      if (inside && !inside.takes(request, from))
        return refused({ status: 500, reason: `CSeq ${cseqNumber(request)} out of order` })
      dispatch(start(request, from, key.value, origin), from, inside)
    },
    broken(problem, from, bytes) {
      if (problem.code === 'empty' || !bytes) return
      const reply = brokenReply(bytes, problem)
      if (reply) net.send(reply, from)
    },
    waiting: () => entries.size,
    refused: () => refusals,
    close() {
      for (const { transaction } of [...entries.values()]) transaction.end()
    },
  }
}

/**
 * Over UDP the port that the top Via says, always at the address that the request came from; over TCP the connection, or a new one when that has ended (section
 * 18.2.2).
 */
function backTo(response: SipResponse, from: SipPeer, net: SipNet): SipPeer {
  const via = readVia(headerValues(response, 'Via')[0]!)
  if (!via.ok || (from.transport === 'tcp' && net.isOpen(from))) return from
  return {
    ...from,
    port: from.transport === 'udp' ? responseTarget(via.value).port : (via.value.port ?? 5060),
  }
}
