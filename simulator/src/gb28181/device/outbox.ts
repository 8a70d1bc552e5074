/** MESSAGEs of a device, one after the other: the server gets the pages of an answer in their order. */
import type { SipEndpoint } from '../../sip/sip-endpoint.ts'
import type { SipPeer } from '../../sip/sip-net.ts'
import { newToken } from '../../sip/sip-text.ts'
import type { ManscdpMessage } from '../../wire/gb28181/manscdp-message.ts'
import { MANSCDP_TYPE } from '../../wire/gb28181/manscdp-type.ts'
import { writeManscdp } from '../../wire/gb28181/write-manscdp.ts'
import type { GbEncoding } from '../../wire/gb28181/xml-encoding.ts'
import type { SipHeader } from '../../wire/sip/sip-message.ts'
import type { GbContext } from './gb-context.ts'

export type Outbox = {
  send(message: ManscdpMessage, onDone?: (isAnswered: boolean) => void): void
  stats(): { sent: number; acked: number; lost: number; resent: number; waiting: number }
}

/** A catalog of ten thousand channels in pages fits; beyond it the newest is dropped. */
const WAITING_MOST = 4000
/** Connections that a message may lose: the next try is on a new one. */
const TRIES_MOST = 3

type Waiting = { message: ManscdpMessage; onDone: ((isAnswered: boolean) => void) | undefined }

export function createOutbox(deps: {
  endpoint: Pick<SipEndpoint, 'request'>
  peer: SipPeer
  /** From, To, and the Request-URI. */
  addresses(): { from: string; to: string; uri: string }
  headers: readonly SipHeader[]
  encoding: GbEncoding
  now(): number
  onAck(latencyMs: number): void
  log: Pick<GbContext['log'], 'error'>
}): Outbox {
  const waiting: Waiting[] = []
  const counts = { sent: 0, acked: 0, lost: 0, resent: 0 }
  let busy = false

  /** Undefined: it cannot be written, and is lost. */
  const bodyOf = (message: ManscdpMessage): Uint8Array | undefined => {
    try {
      return writeManscdp(message, deps.encoding)
    } catch (error) {
      deps.log.error(
        { err: error, kind: message.kind },
        'a message of a GB/T 28181 device could not be written',
      )
      return undefined
    }
  }
  const next = (): void => {
    busy = true
    for (let first = waiting.shift(); first; first = waiting.shift()) {
      const body = bodyOf(first.message)
      if (body) {
        transmit(first, body)
        return
      }
      counts.lost++
      first.onDone?.(false)
    }
    busy = false
  }
  const transmit = ({ onDone }: Waiting, body: Uint8Array): void => {
    const { from, to, uri } = deps.addresses()
    const beganMs = deps.now()
    counts.sent++
    const done = (isAnswered: boolean): void => {
      counts[isAnswered ? 'acked' : 'lost']++
      if (isAnswered) deps.onAck(deps.now() - beganMs)
      onDone?.(isAnswered)
      next()
    }
    let tries = 0
    const send = (): void => {
      tries++
      deps.endpoint.request(
        {
          kind: 'request',
          method: 'MESSAGE',
          uri,
          headers: [
            { name: 'Max-Forwards', value: '70' },
            { name: 'From', value: `${from};tag=${newToken()}` },
            { name: 'To', value: to },
            { name: 'Call-ID', value: newToken() },
            { name: 'CSeq', value: '20 MESSAGE' },
            ...deps.headers,
            MANSCDP_TYPE,
          ],
          body,
        },
        deps.peer,
        {
          answered: ({ status }) => done(status >= 200 && status < 300),
          failed(reason) {
            if (reason === 'closed') return
            if (reason !== 'unreachable' || deps.peer.transport === 'udp' || tries >= TRIES_MOST)
              return done(false)
            counts.resent++
            send()
          },
        },
      )
    }
    send()
  }
  return {
    send(message, onDone) {
      if (waiting.length >= WAITING_MOST) {
        counts.lost++
        onDone?.(false)
        return
      }
      waiting.push({ message, onDone })
      if (!busy) next()
    },
    stats: () => ({ ...counts, waiting: waiting.length }),
  }
}
