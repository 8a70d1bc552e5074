import type { AlarmSum, AlarmSumBy } from '@backlot/contract/alarms/statistics-calls'
import { HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import type { Language } from '../../../kernel/language.ts'
import type { LevelRepository } from '../query/alarm-filter.ts'
import { type AlarmColumns, FLAGS, UNPROCESSED } from './alarm-columns.ts'
import { kindLevels, type StartSpan } from './matching-slots.ts'
import { responseTimes } from './response-times.ts'

export type SumsWish = {
  by: AlarmSumBy
  sort:
    | 'key'
    | 'name'
    | keyof Pick<AlarmSum, 'total' | 'open' | 'unread' | 'ongoing' | 'grave'>
    | 'mean'
    | 'median'
    | 'p90'
  order: 'asc' | 'desc'
  offset: number
  pageSize: number
  span: StartSpan
  zoneMinutes: number
  language: Language
  repository: LevelRepository
  /** By group: which groups belong to which row. */
  groups: readonly { key: string; name: string; own: boolean; groupIds: readonly number[] }[]
}

/** Where a slot belongs: the number of its row, or -1. */
type Rows = { count: number; rowOf: (slot: number) => number; describe: (row: number) => Described }
type Described = Pick<AlarmSum, 'key' | 'name' | 'type' | 'subType' | 'own'>

/** Alarms summed by one thing: a row for each that has any, sorted; and how many rows there are in all. */
export function sumsBy(
  columns: AlarmColumns,
  slots: Uint32Array,
  wish: SumsWish,
): { list: AlarmSum[]; total: number } {
  const { count, rowOf, describe } = rowsOf(columns, wish)
  const { flags, processingType, startMs, processingMs, kind } = columns
  const levels = kindLevels(columns, wish.repository)
  const column = () => new Uint32Array(count)
  const tally = { total: column(), open: column(), unread: column(), ongoing: column(), grave: column() }
  const rows = new Int32Array(slots.length)
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]!
    const row = rowOf(slot)
    rows[i] = row
    if (row < 0) continue
    const flag = flags[slot]!
    tally.total[row]!++
    if (processingType[slot] === UNPROCESSED) tally.open[row]!++
    if (!(flag & FLAGS.read)) tally.unread[row]!++
    if (!(flag & FLAGS.ended)) tally.ongoing[row]!++
    if (levels[kind[slot]!] === 1) tally.grave[row]!++
  }
  // The times of each row lie together, so that each can be sorted by itself.
  const starts = new Uint32Array(count + 1)
  for (let row = 0; row < count; row++) starts[row + 1] = starts[row]! + tally.total[row]! - tally.open[row]!
  const seconds = new Float64Array(starts[count]!)
  const fill = starts.slice()
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]!
    const row = rows[i]!
    if (row < 0 || processingType[slot] === UNPROCESSED) continue
    seconds[fill[row]!++] = Math.max(0, (processingMs[slot]! - startMs[slot]!) / 1000)
  }
  const present = Array.from({ length: count }, (_, row) => row).filter((row) => tally.total[row]! > 0)
  const sumOf = (row: number): AlarmSum => ({
    ...describe(row),
    total: tally.total[row]!,
    open: tally.open[row]!,
    unread: tally.unread[row]!,
    ongoing: tally.ongoing[row]!,
    grave: tally.grave[row]!,
    response: responseTimes(seconds.subarray(starts[row]!, starts[row + 1]!)),
  })
  const all = present.map(sumOf).sort(bySort(wish))
  return { list: all.slice(wish.offset, wish.offset + wish.pageSize), total: all.length }
}

function rowsOf(columns: AlarmColumns, wish: SumsWish): Rows {
  const { kind, kinds, device, devices, serials, processor, processors, processingType, group } = columns
  const levels = kindLevels(columns, wish.repository)
  const plain = (key: string): Described => ({ key, name: key })
  switch (wish.by) {
    case 'subType':
      return {
        count: kinds.length,
        rowOf: (slot) => kind[slot]!,
        describe(row) {
          const { type, subType } = kinds[row]!
          return { ...plain(`${type}-${subType}`), type, subType }
        },
      }
    case 'type': {
      const types = [...new Set(kinds.map(({ type }) => type))]
      const rowOfKind = Uint16Array.from(kinds, ({ type }) => types.indexOf(type))
      return {
        count: types.length,
        rowOf: (slot) => rowOfKind[kind[slot]!]!,
        describe: (row) => ({ ...plain(types[row]!), type: types[row]! }),
      }
    }
    case 'level':
      return { count: 5, rowOf: (slot) => levels[kind[slot]!]!, describe: (row) => plain(String(row)) }
    case 'device': {
      const serialOf = Uint32Array.from(devices, ({ sn }) => sn)
      return {
        count: serials.texts.length,
        rowOf: (slot) => serialOf[device[slot]!]!,
        describe: (row) => ({
          key: serials.texts[row]!,
          name: devices[columns.newestNames[row]!]![wish.language],
        }),
      }
    }
    case 'processor':
      return {
        count: processors.texts.length,
        rowOf: (slot) => (processingType[slot] === UNPROCESSED ? -1 : processor[slot]!),
        describe: (row) => plain(processors.texts[row]!),
      }
    case 'group': {
      const rowOfGroup = new Map(wish.groups.flatMap(({ groupIds }, row) => groupIds.map((id) => [id, row])))
      return {
        count: wish.groups.length,
        rowOf: (slot) => rowOfGroup.get(group[slot]!) ?? -1,
        describe(row) {
          const { key, name, own } = wish.groups[row]!
          return { key, name, ...(own ? { own } : {}) }
        },
      }
    }
    case 'hour':
    case 'day': {
      const { count, rowOf, startOf } = timeRows(columns, wish.by, wish)
      return { count, rowOf, describe: (row) => plain(String(startOf(row) / 1000)) }
    }
  }
}

/** Civil hours or days of a span. */
export function timeRows(
  { startMs }: AlarmColumns,
  step: 'hour' | 'day',
  { span, zoneMinutes }: Pick<SumsWish, 'span' | 'zoneMinutes'>,
): { count: number; rowOf: (slot: number) => number; startOf: (row: number) => number } {
  const stepMs = step === 'hour' ? HOUR_MS : 24 * HOUR_MS
  const zoneMs = zoneMinutes * MINUTE_MS
  const first = Math.floor((span.fromMs + zoneMs) / stepMs)
  const last = Math.floor((Math.max(span.fromMs, span.beforeMs - 1) + zoneMs) / stepMs)
  return {
    count: last - first + 1,
    rowOf: (slot) => Math.floor((startMs[slot]! + zoneMs) / stepMs) - first,
    startOf: (row) => (first + row) * stepMs - zoneMs,
  }
}

function bySort({ sort, order, by }: SumsWish): (a: AlarmSum, b: AlarmSum) => number {
  const turn = order === 'asc' ? 1 : -1
  const numeric = by === 'hour' || by === 'day' || by === 'level'
  const text = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)
  const byKey = (a: AlarmSum, b: AlarmSum) => (numeric ? Number(a.key) - Number(b.key) : text(a.key, b.key))
  const first = (a: AlarmSum, b: AlarmSum): number => {
    if (sort === 'key') return byKey(a, b)
    if (sort === 'name') return numeric ? byKey(a, b) : text(a.name, b.name)
    if (sort === 'mean' || sort === 'median' || sort === 'p90') {
      // Orders that were never processed have no time and come first.
      return (a.response[sort] ?? -1) - (b.response[sort] ?? -1)
    }
    return a[sort] - b[sort]
  }
  return (a, b) => turn * first(a, b) || byKey(a, b)
}
