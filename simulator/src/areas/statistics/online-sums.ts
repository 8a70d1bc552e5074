import { LIMITS } from '@backlot/contract/limits'
import { DAY_MS, dayStart, HOUR_MS } from '@backlot/contract/time'
import type { OnlineDaySum, OnlineHistoryPort, OnlineStretch } from './ports.ts'

/** Days of the window, with room: a day's place in a device's ring. */
const RING = 192
/** Devices whose days are kept: 2.3 kB each. */
const DEVICES_MAX = 10_000
const DROPS_MAX = 4096

type CachedDays = {
  version: string
  /** Number of the day in each place, and its online milliseconds × 4096 + drops. */
  day: Int32Array
  value: Float64Array
}

/**
 * Sums by civil day. Days that have passed wholly are kept until the device's past changes; only the ends of a range
 * are counted each time.
 */
export function createOnlineSums(deps: {
  history: OnlineHistoryPort
  zoneMinutes: number
  nowMs: () => number
}) {
  const { history, zoneMinutes, nowMs } = deps
  const kept = new Map<string, CachedDays>()

  const ringOf = (sn: string, version: string): CachedDays => {
    const known = kept.get(sn)
    if (known?.version === version) return known
    kept.delete(sn)
    if (kept.size >= DEVICES_MAX) for (const oldest of kept.keys()) if (kept.delete(oldest)) break
    const made = { version, day: new Int32Array(RING).fill(-1), value: new Float64Array(RING) }
    kept.set(sn, made)
    return made
  }

  /** Days of [fromMs, toMs), of which `fromMs` starts a day: a drop at its very start is seen by looking back. */
  const countFrom = (sn: string, fromMs: number, toMs: number): OnlineDaySum[] => {
    const spans = history.onlineSpansOf(sn, fromMs - 1, toMs) ?? []
    return history.onlineDays(spans, zoneMinutes).filter(({ dayMs }) => dayMs >= fromMs)
  }

  const wholeDays = (sn: string, fromMs: number, toMs: number): OnlineDaySum[] => {
    const version = history.pastVersionOf(sn)
    if (version === undefined) return countFrom(sn, fromMs, toMs)
    const { day, value } = ringOf(sn, version)
    const first = Math.round((fromMs + zoneMinutes * 60_000) / DAY_MS)
    const count = Math.round((toMs - fromMs) / DAY_MS)
    const isMissing = (at: number) => day[(first + at) % RING] !== first + at
    let low = 0
    while (low < count && !isMissing(low)) low++
    let high = count
    while (high > low && !isMissing(high - 1)) high--
    if (low < high) {
      for (const sum of countFrom(sn, fromMs + low * DAY_MS, fromMs + high * DAY_MS)) {
        const number = first + Math.round((sum.dayMs - fromMs) / DAY_MS)
        day[number % RING] = number
        value[number % RING] = sum.onlineMs * DROPS_MAX + Math.min(sum.drops, DROPS_MAX - 1)
      }
    }
    return Array.from({ length: count }, (_unused, at) => {
      const packed = value[(first + at) % RING]!
      const onlineMs = Math.floor(packed / DROPS_MAX)
      const drops = packed - onlineMs * DROPS_MAX
      return { dayMs: fromMs + at * DAY_MS, onlineMs, offlineMs: DAY_MS - onlineMs, drops }
    })
  }

  return {
    /** Past days of [fromMs, toMs), in order. Undefined for an unknown device. */
    daysOf(sn: string, fromMs: number, toMs: number): OnlineDaySum[] | undefined {
      const now = nowMs()
      const startMs = Math.max(fromMs, now - LIMITS.historyWindowMs)
      const endMs = Math.min(toMs, now)
      if (!history.onlineSpansOf(sn, endMs, endMs)) return undefined
      if (endMs <= startMs) return []
      const tailMs = dayStart(endMs, zoneMinutes)
      const firstDayMs = dayStart(startMs, zoneMinutes)
      if (startMs > firstDayMs && tailMs === firstDayMs) {
        return [...history.onlineDays(history.onlineSpansOf(sn, startMs, endMs) ?? [], zoneMinutes)]
      }
      const wholeMs = startMs === firstDayMs ? startMs : firstDayMs + DAY_MS
      const head =
        wholeMs > startMs
          ? history.onlineDays(history.onlineSpansOf(sn, startMs, wholeMs) ?? [], zoneMinutes)
          : []
      const whole = tailMs > wholeMs ? wholeDays(sn, wholeMs, tailMs) : []
      const tail = endMs > tailMs ? countFrom(sn, tailMs, endMs) : []
      return [...head, ...whole, ...tail]
    },
    kept: () => kept.size,
  }
}

/** Sums by hour of a day, in order, of stretches that tile it from a moment before it on. */
export function onlineHours(spans: readonly OnlineStretch[], dayMs: number): OnlineDaySum[] {
  const hours: OnlineDaySum[] = []
  const hourOf = (atMs: number) => {
    const number = Math.floor((atMs - dayMs) / HOUR_MS)
    hours[number] ??= { dayMs: dayMs + number * HOUR_MS, onlineMs: 0, offlineMs: 0, drops: 0 }
    return hours[number]
  }
  for (const [i, span] of spans.entries()) {
    if (!span.online && i > 0) hourOf(span.fromMs).drops++
    for (let fromMs = Math.max(dayMs, span.fromMs); fromMs < span.toMs; ) {
      const hour = hourOf(fromMs)
      const toMs = Math.min(span.toMs, hour.dayMs + HOUR_MS)
      hour[span.online ? 'onlineMs' : 'offlineMs'] += toMs - fromMs
      fromMs = toMs
    }
  }
  return hours.filter((hour) => hour !== undefined)
}
