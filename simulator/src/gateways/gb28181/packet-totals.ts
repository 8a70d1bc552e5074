import type { PsReceiver } from '../../media/ps/open-ps-receiver.ts'

/** RTP packets of all streams, those that have ended included: received, and missing in their numbers. */
export type PacketTotals = { received: number; lost: number }

export function createPacketTotals() {
  const open = new Set<PsReceiver>()
  const ended: PacketTotals = { received: 0, lost: 0 }
  return {
    add: (receiver: PsReceiver): void => void open.add(receiver),
    /** The stream has ended. */
    end(receiver: PsReceiver): void {
      if (open.delete(receiver)) addTo(ended, receiver)
    },
    read(): PacketTotals {
      const sum = { ...ended }
      for (const receiver of open) addTo(sum, receiver)
      return sum
    },
  }
}

function addTo(sum: PacketTotals, receiver: PsReceiver): void {
  const { packets, lost } = receiver.stats()
  sum.received += packets
  sum.lost += lost
}
