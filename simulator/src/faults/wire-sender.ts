import type { HostClock } from '../timeline/clock.ts'
import type { Packet, WireFaults, WirePiece } from './wire-faults.ts'

/** The sending side of a device's connection: packets go through the wire's faults and keep their order. */
export type WireSender = {
  /** Sends a packet. Without faults it is written at once. */
  send(bytes: Uint8Array): void
  /** The connection has ended: what waits is forgotten. */
  close(): void
}

export function createWireSender(deps: {
  packet: Packet
  faults: WireFaults | undefined
  host: HostClock
  write(bytes: Uint8Array): void
}): WireSender {
  const { packet, faults, host, write } = deps
  const waiting: WirePiece[] = []
  let cancel: (() => void) | undefined

  const go = () => {
    cancel = undefined
    for (let next = waiting[0]; next; next = waiting[0]) {
      if (next.afterMs > 0) {
        cancel = host.after(next.afterMs, () => {
          waiting.shift()
          write(next.bytes)
          go()
        })
        return
      }
      waiting.shift()
      write(next.bytes)
    }
  }
  return {
    send(bytes) {
      const pieces = faults?.transform(packet, bytes)
      if (!pieces && waiting.length === 0) {
        write(bytes)
        return
      }
      waiting.push(...(pieces ?? [{ bytes, afterMs: 0 }]))
      if (!cancel) go()
    },
    close() {
      waiting.length = 0
      cancel?.()
      cancel = undefined
    },
  }
}
