import type { Socket } from 'node:net'
import type { HostClock } from '../../kernel/clock.ts'
import type { WireChunk, WireTransform } from './uplink.ts'
import type { WireBytes } from './write-batch.ts'

export type PacketSender = {
  /** Sends a packet as the transform of the moment has it; pieces of packets never overtake each other. */
  send(packet: WireBytes, write: (bytes: WireBytes, resets?: true) => void): void
  /** Sends what waits, at once. */
  flush(): void
  /** Pieces that wait. */
  waits(): number
  /** Discards waiting packets: the connection is gone. */
  clear(): void
}

/** Breaks a connection without a goodbye (RST) once the written bytes have gone out. */
export function resetAfterWrites(socket: Socket): void {
  socket.write('', () => socket.resetAndDestroy())
}

/** Packets onto the wire, through the faults that hold at the moment. */
export function createPacketSender(
  host: HostClock,
  transform: () => WireTransform | undefined,
): PacketSender {
  /** When the last piece that waits goes out; 0: none ever waited. */
  let lastMs = 0
  /** What sends each piece that waits, in their order, with what cancels its timer. */
  const waiting = new Map<() => void, () => void>()
  return {
    send(packet, write) {
      const change = transform()
      if (!change && (lastMs === 0 || lastMs <= host.now())) {
        write(packet)
        return
      }
      const nowMs = host.now()
      let atMs = Math.max(nowMs, lastMs)
      const whole = typeof packet === 'string' ? Buffer.from(packet, 'latin1') : packet
      const pieces: readonly WireChunk[] = change?.(whole) ?? [{ bytes: whole, delayMs: 0 }]
      for (const { bytes, delayMs, resets } of pieces) {
        // Timers of one moment may come in any order.
        atMs += Math.max(delayMs, waiting.size > 0 ? 1 : 0)
        if (atMs <= nowMs) {
          write(bytes, resets)
          continue
        }
        const go = (): void => {
          waiting.delete(go)
          write(bytes, resets)
        }
        waiting.set(go, host.after(atMs - nowMs, go))
      }
      lastMs = atMs
    },
    flush() {
      for (const [go, cancel] of [...waiting]) {
        cancel()
        go()
      }
      lastMs = 0
    },
    waits: () => waiting.size,
    clear() {
      for (const cancel of waiting.values()) cancel()
      waiting.clear()
      lastMs = 0
    },
  }
}
