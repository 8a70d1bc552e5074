// SIP over UDP and TCP: what is read goes to an endpoint, which answers it.
import { createSipEndpoint } from '@backlot/simulator/sip/sip-endpoint'
import type { SipNet, SipNetEvents } from '@backlot/simulator/sip/sip-net'
import { createManualClock } from '@backlot/simulator/timeline/manual-clock'
import { readSipDatagram } from '@backlot/simulator/wire/sip/read-sip-datagram'
import type { SipMessage } from '@backlot/simulator/wire/sip/sip-message'
import * as sip from '@backlot/simulator/wire/sip/sip-messages.test-support'
import { createSipReader } from '@backlot/simulator/wire/sip/sip-reader'
import type { FuzzedCodec } from './read-damaged.ts'

const UDP = { transport: 'udp', address: '192.168.1.64', port: 5060 } as const
const TCP = { ...UDP, transport: 'tcp' } as const
/** A message over TCP, and one of the next behind it. */
const SIP_KEPT = 1024 * 1024
/** Longer than any transaction stays. */
const AFTERWARDS_MS = 200_000

const of = (text: string, method: string, more: readonly string[] = []) =>
  text.replaceAll('REGISTER', method).replace('Max-Forwards', [...more, 'Max-Forwards'].join('\r\n'))

export const SIP_CODEC: FuzzedCodec = {
  samples: () =>
    [
      sip.REGISTER,
      sip.MESSAGE,
      sip.RINGING,
      of(sip.REGISTER, 'INVITE', ['Record-Route: <sip:192.0.2.1;lr>, <sip:192.0.2.2>']),
      of(sip.REGISTER, 'OPTIONS'),
      of(sip.REGISTER, 'CANCEL'),
      of(sip.REGISTER, 'INFO', ['Require: 100rel, timer']),
    ].map(sip.bytesOf),
  open() {
    const clock = createManualClock(0)
    let events: SipNetEvents | undefined
    /** The answer to what is broken repeats what is there of it. */
    let isBroken = false
    const net: SipNet = {
      local: () => ({ host: '192.168.1.1', port: 5060 }),
      send(bytes) {
        const read = readSipDatagram(bytes)
        if (!read.ok && !isBroken)
          throw new Error(`what was sent is ${read.problem.code}: ${read.problem.message}`)
      },
      isOpen: () => true,
      listen: (listener) => {
        events = listener
      },
      stats: () => ({ bytesIn: 0, bytesOut: 0, connections: 0, cuts: 0 }),
      [Symbol.asyncDispose]: async () => undefined,
    }
    const endpoint = createSipEndpoint(
      {
        handlers: {
          REGISTER: (incoming) => incoming.respond(200),
          MESSAGE: (incoming) => incoming.respond(200),
          INVITE(incoming) {
            const dialog = incoming.accept({}, { ended: () => undefined })
            dialog?.request('INFO', {}, { answered: () => undefined, failed: () => undefined })
          },
        },
      },
      {
        net,
        hostClock: clock,
        log: {
          warn: () => undefined,
          error(fields) {
            throw new Error(`the endpoint failed: ${(fields as { err?: unknown }).err}`, { cause: fields })
          },
        },
      },
    )
    const reader = createSipReader()
    const take = (message: SipMessage, from: typeof UDP | typeof TCP) => {
      events?.onMessage(message, from)
      clock.advance(AFTERWARDS_MS)
      const { transactions, dialogs } = endpoint.stats()
      if (transactions + dialogs > 0) throw new Error(`${transactions} transactions, ${dialogs} dialogs stay`)
    }
    return {
      read(bytes) {
        const datagram = readSipDatagram(bytes)
        isBroken = !datagram.ok
        if (datagram.ok) take(datagram.value, UDP)
        else events?.onBroken(datagram.problem, UDP, bytes)
        isBroken = false
        const items = reader.push(bytes)
        for (const item of items) if (item.kind === 'message') take(item.message, TCP)
        return items.length
      },
      kept: () => reader.pending,
    }
  },
  keptMost: SIP_KEPT,
}
