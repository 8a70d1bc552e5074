import type { Language } from '../../../kernel/language.ts'
import type { AlarmOrder, AlarmSort, PageMark } from '../query/list-query.ts'
import type { AlarmColumns } from './alarm-columns.ts'
import { firstSlots, type SlotOrder } from './first-slots.ts'

export type PageWish = {
  sort: AlarmSort
  order: AlarmOrder
  language: Language
  pageSize: number
  from: { offset: number } | { mark: PageMark }
}

/** Ids of one page of these slots in an order, and the mark of where it ended when more may follow. */
export function pageIds(
  columns: AlarmColumns,
  slots: Uint32Array,
  wish: PageWish,
): { ids: number[]; mark: PageMark | undefined } {
  const { id, startMs } = columns
  const { rank, rankOf, shownValue } = sorting(columns, wish)
  const turn = wish.order === 'asc' ? 1 : -1
  // Within a type by start, as the database has it.
  const thenByStart = wish.sort === 'type'
  const order: SlotOrder = (a, b) => {
    const first = rank(a) - rank(b) || (thenByStart ? startMs[a]! - startMs[b]! : 0) || id[a]! - id[b]!
    return first * turn
  }
  const mark = 'mark' in wish.from ? wish.from.mark : undefined
  const isAfter = mark && beyond(columns, mark, rankOf(mark.value), { rank, thenByStart, turn })
  const offset = 'offset' in wish.from ? wish.from.offset : 0
  const found = firstSlots(inTurn(slots, turn, isAfter), offset + wish.pageSize + 1, order)
  const page = found.slice(offset, offset + wish.pageSize)
  const last = page.at(-1)
  const more = found.length > offset + wish.pageSize
  return {
    ids: page.map((slot) => id[slot]!),
    mark: more && last !== undefined ? { value: shownValue(last), id: id[last]! } : undefined,
  }
}

/** Downwards for a descending order: ids grow with time, so the best come first and the others are turned away. */
function* inTurn(slots: Uint32Array, turn: number, fits?: (slot: number) => boolean): Generator<number> {
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[turn === 1 ? i : slots.length - 1 - i]!
    if (!fits || fits(slot)) yield slot
  }
}

function beyond(
  columns: AlarmColumns,
  mark: PageMark,
  markRank: number,
  { rank, thenByStart, turn }: { rank: (slot: number) => number; thenByStart: boolean; turn: number },
): (slot: number) => boolean {
  const { id, startMs } = columns
  const marked = columns.slotOf(mark.id)
  const markStart = marked === undefined ? 0 : startMs[marked]!
  return (slot) => {
    const first =
      rank(slot) - markRank || (thenByStart ? startMs[slot]! - markStart : 0) || id[slot]! - mark.id
    return first * turn > 0
  }
}

type Sorting = {
  rank(slot: number): number
  /** The rank of a value, of one that is there no more too. */
  rankOf(value: string | number): number
  /** The value as a mark has it. */
  shownValue(slot: number): string | number
}

function sorting(columns: AlarmColumns, { sort, language }: PageWish): Sorting {
  const { startMs, processingMs, device, kind } = columns
  switch (sort) {
    case 'startTime':
      return { rank: (slot) => startMs[slot]!, rankOf: Number, shownValue: (slot) => startMs[slot]! }
    case 'processingTime': {
      // Unprocessed ones come before the first processed one.
      const rank = (slot: number) => (Number.isNaN(processingMs[slot]!) ? -1 : processingMs[slot]!)
      return { rank, rankOf: Number, shownValue: rank }
    }
    case 'type':
      return byText(
        columns.kinds.map(({ type }) => type),
        kind,
      )
    case 'devName':
      return byText(
        columns.devices.map((one) => one[language]),
        device,
      )
  }
}

function byText(texts: readonly string[], column: Uint16Array | Uint32Array): Sorting {
  const inOrder = [...new Set(texts)].sort((a, b) => (a < b ? -1 : 1))
  const places = new Map(inOrder.map((text, place) => [text, place]))
  const ranks = Uint32Array.from(texts, (text) => places.get(text)!)
  return {
    rank: (slot) => ranks[column[slot]!]!,
    // Between its neighbours, when nothing has that text.
    rankOf: (value) =>
      places.get(String(value)) ?? inOrder.filter((text) => text < String(value)).length - 0.5,
    shownValue: (slot) => texts[column[slot]!]!,
  }
}
