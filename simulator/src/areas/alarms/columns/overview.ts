import { RESPONSE_CLASSES } from '@backlot/contract/alarms/response-classes'
import type { alarmStatistics } from '@backlot/contract/alarms/statistics-calls'
import type { DataIn } from '@backlot/contract/call'
import { type AlarmColumns, FLAGS, UNPROCESSED } from './alarm-columns.ts'
import { kindLevels } from './matching-slots.ts'
import { hourOfDay, responseClass, responseTimes } from './response-times.ts'
import { type SumsWish, timeRows } from './sums-by.ts'

export type Overview = Omit<DataIn<typeof alarmStatistics>, 'startTime' | 'endTime' | 'step'>
export type OverviewWish = Pick<SumsWish, 'span' | 'zoneMinutes' | 'language' | 'repository'> & {
  step: 'hour' | 'day'
}

const LEVELS = 4
const TOP_DEVICES = 10
const HOURS = 24

/** Everything that the statistics show at once, in two passes over the alarms. */
export function overviewOf(columns: AlarmColumns, slots: Uint32Array, wish: OverviewWish): Overview {
  const { flags, processingType, startMs, processingMs, kind, kinds, device, devices, serials } = columns
  const levels = kindLevels(columns, wish.repository)
  const time = timeRows(columns, wish.step, wish)
  const sum = { total: slots.length, open: 0, unread: 0, ongoing: 0, grave: 0 }
  const ofTime = new Uint32Array(time.count * (LEVELS + 1))
  const openOfTime = new Uint32Array(time.count)
  const ofKind = new Uint32Array(kinds.length)
  const openOfKind = new Uint32Array(kinds.length)
  const ofDevice = new Uint32Array(serials.texts.length)
  const openOfDevice = new Uint32Array(serials.texts.length)
  const ofSource = [0, 0]
  const openOfSource = [0, 0]
  const ofProcessing = new Uint32Array(UNPROCESSED + 1)
  const ofHour = new Uint32Array(HOURS)
  const serialOf = Uint32Array.from(devices, ({ sn }) => sn)
  const seconds = new Float64Array(slots.length)
  let processed = 0

  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]!
    const flag = flags[slot]!
    const type = kind[slot]!
    const level = levels[type]!
    const row = time.rowOf(slot)
    const serial = serialOf[device[slot]!]!
    const source = flag & FLAGS.device ? 1 : 0
    const isOpen = processingType[slot] === UNPROCESSED ? 1 : 0
    if (!(flag & FLAGS.read)) sum.unread++
    if (!(flag & FLAGS.ended)) sum.ongoing++
    if (level === 1) sum.grave++
    sum.open += isOpen
    ofTime[row * (LEVELS + 1) + level]!++
    openOfTime[row]! += isOpen
    ofKind[type]!++
    openOfKind[type]! += isOpen
    ofDevice[serial]!++
    openOfDevice[serial]! += isOpen
    ofSource[source]!++
    openOfSource[source]! += isOpen
    ofProcessing[processingType[slot]!]!++
    ofHour[hourOfDay(startMs[slot]!, wish.zoneMinutes)]!++
    if (!isOpen) seconds[processed++] = Math.max(0, (processingMs[slot]! - startMs[slot]!) / 1000)
  }

  const responseClasses = new Array<number>(RESPONSE_CLASSES.length + 1).fill(0)
  for (let i = 0; i < processed; i++) responseClasses[responseClass(seconds[i]!)]!++
  const types = kinds
    .map(({ type, subType }, number) => ({
      type,
      subType,
      level: levels[number]!,
      total: ofKind[number]!,
      open: openOfKind[number]!,
    }))
    .filter(({ total }) => total > 0)
    // Of equal ones the name decides: whoever works it out, the order is the same.
    .sort((a, b) => b.total - a.total || byName(a, b))
  const ofLevel = Array.from({ length: LEVELS }, (_, i) => types.filter(({ level }) => level === i + 1))
  const count = (list: readonly { total: number; open: number }[], key: 'total' | 'open') =>
    list.reduce((all, one) => all + one[key], 0)
  return {
    sum,
    devices: ofDevice.reduce((all, one) => all + (one > 0 ? 1 : 0), 0),
    response: responseTimes(seconds.subarray(0, processed)),
    responseClasses,
    series: Array.from({ length: time.count }, (_, row) => {
      const from = row * (LEVELS + 1)
      const byLevel = [...ofTime.subarray(from + 1, from + LEVELS + 1)]
      return {
        time: time.startOf(row) / 1000,
        total: byLevel.reduce((all, one) => all + one, 0),
        open: openOfTime[row]!,
        levels: byLevel,
      }
    }),
    types,
    levels: ofLevel.map((list, i) => ({
      level: i + 1,
      total: count(list, 'total'),
      open: count(list, 'open'),
    })),
    sources: ofSource.map((total, alarmSource) => ({ alarmSource, total, open: openOfSource[alarmSource]! })),
    processing: [...ofProcessing.entries()]
      .filter(([, total]) => total > 0)
      .map(([type, total]) => ({ processingType: type === UNPROCESSED ? null : type, total })),
    hours: [...ofHour],
    topDevices: topDevices(columns, wish, ofDevice, openOfDevice),
  }
}

function byName(a: { type: string; subType: string }, b: { type: string; subType: string }): number {
  const [one, other] = [`${a.type}-${a.subType}`, `${b.type}-${b.subType}`]
  return one < other ? -1 : one > other ? 1 : 0
}

function topDevices(
  { serials, devices, newestNames }: AlarmColumns,
  { language }: OverviewWish,
  totals: Uint32Array,
  opens: Uint32Array,
): Overview['topDevices'] {
  return [...totals.entries()]
    .filter(([, total]) => total > 0)
    .sort(([a, x], [b, y]) => y - x || (serials.texts[a]! < serials.texts[b]! ? -1 : 1))
    .slice(0, TOP_DEVICES)
    .map(([serial, total]) => ({
      sn: serials.texts[serial]!,
      name: devices[newestNames[serial]!]![language],
      total,
      open: opens[serial]!,
    }))
}
