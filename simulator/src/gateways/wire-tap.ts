import type { WireName } from '@backlot/contract/wires/wires'
import type { DeviceIngest, ReceivedPacket } from './ingest.ts'

export type TappedPacket = ReceivedPacket & { protocol: WireName; sn: string }

/** Hears every packet of the gateways while somebody listens, and costs a comparison while nobody does. */
export type WireTap = {
  /** The ingest of a gateway, heard. */
  of(protocol: WireName, ingest: DeviceIngest): DeviceIngest
  /** Returns the way to stop. */
  listen(listener: (packet: TappedPacket) => void): () => void
}

export function createWireTap(): WireTap {
  const listeners = new Set<(packet: TappedPacket) => void>()
  return {
    of: (protocol, ingest) => ({
      ...ingest,
      packet(sn, packet) {
        ingest.packet(sn, packet)
        if (listeners.size === 0) return
        for (const listener of listeners) listener({ ...packet, protocol, sn })
      },
    }),
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
