import type { HostClock } from '../kernel/clock.ts'
import { readSipDatagram } from '../wire/sip/read-sip-datagram.ts'
import type { SipMessage } from '../wire/sip/sip-message.ts'
import type { SipNet, SipNetEvents, SipPeer, SipTransport } from './sip-net.ts'

/** Endpoints joined in memory: bytes go from one to the other after a millisecond, unless they are lost. */
export function createMemoryNet(hostClock: HostClock) {
  const ends = new Map<string, SipNetEvents>()
  const log: { from: string; to: string; message: SipMessage | undefined }[] = []
  const all: Uint8Array[] = []
  let loses: (message: SipMessage | undefined, count: number) => boolean = () => false
  const deliver = (bytes: Uint8Array, from: SipPeer, to: SipPeer): void => {
    all.push(bytes)
    const read = readSipDatagram(bytes)
    const message = read.ok ? read.value : undefined
    log.push({ from: from.address, to: to.address, message })
    if (loses(message, log.length)) return
    hostClock.after(1, () => {
      const end = ends.get(to.address)
      if (read.ok) end?.onMessage(read.value, from)
      else end?.onBroken(read.problem, from, bytes)
    })
  }
  return {
    log,
    bytes: all,
    /** What was sent, in short: `a REGISTER`, `b 200`. */
    shown: () =>
      log.map(
        ({ from, message }) =>
          `${from} ${message?.kind === 'request' ? message.method : message?.kind === 'response' ? message.status : '?'}`,
      ),
    /** Bytes that this says are lost. */
    lose(rule: typeof loses) {
      loses = rule
    },
    put: (bytes: Uint8Array | string, from: SipPeer, to: SipPeer) =>
      deliver(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, from, to),
    /** Takes what is sent to an address. */
    tap(address: string, onMessage: (message: SipMessage) => void): void {
      const none = () => undefined
      ends.set(address, { onMessage, onBroken: none, onCut: none, onUnreachable: none })
    },
    open(address: string, transport: SipTransport = 'udp'): SipNet {
      const own = { transport, address, port: 5060 }
      return {
        local: () => ({ host: address, port: 5060 }),
        send: (bytes, to) => deliver(bytes, own, to),
        isOpen: () => true,
        listen: (events) => void ends.set(address, events),
        stats: () => ({ bytesIn: 0, bytesOut: 0, connections: 0, cuts: 0 }),
        async [Symbol.asyncDispose]() {
          ends.delete(address)
        },
      }
    },
  }
}
