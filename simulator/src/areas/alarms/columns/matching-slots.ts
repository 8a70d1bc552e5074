import { type AlarmFilter, type LevelRepository, levelOf } from '../query/alarm-filter.ts'
import { type AlarmColumns, FLAGS, UNPROCESSED } from './alarm-columns.ts'
import { hourOfDay, responseClass } from './response-times.ts'

/** Alarms that start at or after one moment and before another. */
export type StartSpan = { fromMs: number; beforeMs: number }

/**
 * Slots of the alarms in a span that a filter lets through, in the order of their ids. `among`: ids that match parts of
 * the filter that are not in columns (texts, monitoring points), when there are any.
 */
export function matchingSlots(
  columns: AlarmColumns,
  { fromMs, beforeMs }: StartSpan,
  filter: AlarmFilter,
  among: readonly number[] | undefined,
): Uint32Array {
  const { startMs, device, kind, group, flags, processingType, processor } = columns
  const deviceFits = deviceMask(columns, filter)
  const kindFits = kindMask(columns, filter)
  const groupFits = filter.groupIds && idMask(filter.groupIds)
  const processingFits = processingMask(filter)
  const wantedProcessor =
    filter.processor === undefined ? undefined : columns.processors.texts.indexOf(filter.processor)
  const [flagMask, flagValue] = flagsOf(filter)
  const timesFit = timesTest(columns, filter)
  const candidates = among && slotsOf(columns, among)
  const length = candidates?.length ?? columns.count
  const slots = new Uint32Array(length)
  let found = 0
  for (let i = 0; i < length; i++) {
    const slot = candidates ? candidates[i]! : i
    const start = startMs[slot]!
    if (start < fromMs || start >= beforeMs) continue
    if ((flags[slot]! & flagMask) !== flagValue) continue
    if (kindFits && kindFits[kind[slot]!] === 0) continue
    if (deviceFits && deviceFits[device[slot]!] === 0) continue
    if (groupFits && groupFits[group[slot]!] !== 1) continue
    if (processingFits && processingFits[processingType[slot]!] === 0) continue
    if (wantedProcessor !== undefined && processor[slot] !== wantedProcessor) continue
    if (timesFit && !timesFit(slot)) continue
    slots[found++] = slot
  }
  return slots.subarray(0, found)
}

function slotsOf(columns: AlarmColumns, ids: readonly number[]): number[] {
  return ids
    .map((id) => columns.slotOf(id))
    .filter((slot) => slot !== undefined)
    .sort((a, b) => a - b)
}

function flagsOf({ state, alarmSource, isRead, auditState }: AlarmFilter): [mask: number, value: number] {
  let mask: number = FLAGS.gone
  let value = 0
  const want = (flag: number, set: boolean | undefined) => {
    if (set === undefined) return
    mask |= flag
    if (set) value |= flag
  }
  want(FLAGS.ended, state === undefined ? undefined : state === 2)
  want(FLAGS.device, alarmSource === undefined ? undefined : alarmSource === 1)
  want(FLAGS.read, isRead === undefined ? undefined : isRead === 1)
  want(FLAGS.audited, auditState === undefined ? undefined : auditState === 1)
  return [mask, value]
}

function deviceMask(
  { devices, serials }: AlarmColumns,
  { sn, devName }: AlarmFilter,
): Uint8Array | undefined {
  if (sn === undefined && !devName) return undefined
  const has = partTest(devName ?? '')
  return Uint8Array.from(devices, (one) => {
    if (sn !== undefined && serials.texts[one.sn] !== sn) return 0
    return has(one.zh) || has(one.en) ? 1 : 0
  })
}

function kindMask({ kinds }: AlarmColumns, filter: AlarmFilter): Uint8Array | undefined {
  const { type, subType, levels } = filter
  if (!type && !subType && !filter.kinds && !levels) return undefined
  const wanted = filter.kinds && new Set(filter.kinds)
  return Uint8Array.from(kinds, (kind) => {
    if (type && kind.type !== type) return 0
    if (subType && kind.subType !== subType) return 0
    if (wanted && !wanted.has(kind.type) && !wanted.has(`${kind.type}-${kind.subType}`)) return 0
    if (levels && !levels.wanted.includes(levelOf(levels.repository, kind.type, kind.subType))) return 0
    return 1
  })
}

function processingMask({ processed, processingTypes }: AlarmFilter): Uint8Array | undefined {
  if (processed === undefined && !processingTypes) return undefined
  return Uint8Array.from({ length: 256 }, (_, type) => {
    if (processed !== undefined && (processed === 1) !== (type !== UNPROCESSED)) return 0
    return !processingTypes || (type !== UNPROCESSED && processingTypes.includes(type)) ? 1 : 0
  })
}

/** Whether an alarm started in a wanted hour of the day and was processed within a wanted class of response times. */
function timesTest(
  { startMs, processingMs, processingType }: AlarmColumns,
  { hours, responseClasses }: AlarmFilter,
): ((slot: number) => boolean) | undefined {
  if (!hours && !responseClasses) return undefined
  const hourFits = hours && idMask(hours.wanted)
  const classFits = responseClasses && idMask(responseClasses)
  return (slot) => {
    const start = startMs[slot]!
    if (hourFits && hourFits[hourOfDay(start, hours.zoneMinutes)] !== 1) return false
    if (!classFits) return true
    if (processingType[slot] === UNPROCESSED) return false
    return classFits[responseClass((processingMs[slot]! - start) / 1000)] === 1
  }
}

/** 1 at each id. Ids of groups are small numbers. */
function idMask(ids: readonly number[]): Uint8Array {
  const mask = new Uint8Array(ids.reduce((most, id) => Math.max(most, id), 0) + 1)
  for (const id of ids) mask[id] = 1
  return mask
}

/** As SQLite's LIKE: without regard to the case of the letters A to Z. */
function partTest(part: string): (text: string) => boolean {
  const wanted = lower(part)
  return (text) => lower(text).includes(wanted)
}

const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** The level of each kind, by its number. */
export function kindLevels({ kinds }: AlarmColumns, repository: LevelRepository): Uint8Array {
  return Uint8Array.from(kinds, ({ type, subType }) => levelOf(repository, type, subType))
}
