import type { AlarmColumns } from './alarm-columns.ts'

export type TallyWish = {
  /** Starts of parts of the span, ascending. */
  bounds: readonly number[]
}

/** How many alarms: by part of the span, group and kind. Plain data, from the reader's thread. */
export type Tally = {
  total: number
  parts: number[]
  groups: [groupId: number, alarms: number][]
  kinds: { type: string; subType: string; alarms: number }[]
}

/** Counts of these slots, in one pass. */
export function tallyOf(columns: AlarmColumns, slots: Uint32Array, { bounds }: TallyWish): Tally {
  const { startMs, group, kind, kinds } = columns
  const parts = new Array<number>(bounds.length).fill(0)
  const ofKind = new Uint32Array(kinds.length)
  const ofGroup = new Map<number, number>()
  let part = 0
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]!
    const start = startMs[slot]!
    // Ids grow with time, nearly: the part is the last one's or a neighbour.
    while (part + 1 < bounds.length && start >= bounds[part + 1]!) part++
    while (part > 0 && start < bounds[part]!) part--
    parts[part]!++
    ofKind[kind[slot]!]!++
    ofGroup.set(group[slot]!, (ofGroup.get(group[slot]!) ?? 0) + 1)
  }
  return {
    total: slots.length,
    parts,
    groups: [...ofGroup],
    kinds: kinds
      .map(({ type, subType }, number) => ({ type, subType, alarms: ofKind[number]! }))
      .filter(({ alarms }) => alarms > 0),
  }
}
