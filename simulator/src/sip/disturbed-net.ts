import type { HostClock } from '../kernel/clock.ts'
import type { SipNet } from './sip-net.ts'

/** Datagrams that wait for their time at most: what is more is lost. */
const HELD_MOST = 1000

/**
 * The same net over a bad network: `copiesOf` tells after which delays (milliseconds) copies of a datagram that is sent
 * or has come go on; none: it is lost. Connections are as they were.
 */
export function disturbedNet(
  net: SipNet,
  hostClock: HostClock,
  copiesOf: (isSent: boolean) => readonly number[],
): SipNet {
  const held = new Set<() => void>()
  const pass = (isSent: boolean, go: () => void): void => {
    for (const delayMs of copiesOf(isSent)) {
      if (delayMs === 0) go()
      else if (held.size < HELD_MOST) {
        const cancel = hostClock.after(delayMs, () => {
          held.delete(cancel)
          go()
        })
        held.add(cancel)
      }
    }
  }
  return {
    ...net,
    send(bytes, to) {
      if (to.transport === 'tcp') net.send(bytes, to)
      else pass(true, () => net.send(bytes, to))
    },
    listen(events) {
      net.listen({
        ...events,
        onMessage(message, from) {
          if (from.transport === 'tcp') events.onMessage(message, from)
          else pass(false, () => events.onMessage(message, from))
        },
      })
    },
    async [Symbol.asyncDispose]() {
      for (const cancel of held) cancel()
      held.clear()
      await net[Symbol.asyncDispose]()
    },
  }
}
