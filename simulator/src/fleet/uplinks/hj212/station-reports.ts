/** Reports of a station: realtime, minute, hour and day data and states, when they are due. */
import type { ParameterItem } from '../../../wire/hj212/write-packet.ts'
import { HeldReports } from '../held-reports.ts'
import type { UplinkDevice } from '../uplink.ts'
import { statusItems } from './answer-request.ts'
import type { HeldReport } from './report-queue.ts'
import type { StationClock } from './station-clock.ts'
import {
  DAY_MS,
  type DataCommand,
  HOUR_MS,
  periodItem,
  realtimeItems,
  type StationSensors,
  spanItems,
  timeItem,
  ZONE_MS,
} from './station-data.ts'
import type { StationSettings } from './station-settings.ts'

/** How far a grid's clock is ahead of platform time, at both ends of a stretch. */
type Shifts = { from: number; to: number }

/** Data over a stretch of time: minutes, hours, days. */
const SPANS: readonly Exclude<DataCommand, '2011'>[] = ['2051', '2061', '2031']
/** Periods are of platform time: a station whose clock is off measures over the same ones. */
const PERIODS: Shifts = { from: ZONE_MS, to: ZONE_MS }
/** Reports that a fault may keep back: a day of one a minute. */
const HELD_MAX = 1440

export type StationReportsDeps = {
  device: Pick<UplinkDevice, 'reportFaults'>
  settings: Readonly<StationSettings>
  sensors: StationSensors
  clock: StationClock
  /** By how much realtime reports come past multiples of their interval; left out: by the station's clock. */
  realtimePhaseMs: ((intervalMs: number) => number) | undefined
  hostNow(): number
  /** A report is to be sent; `nowMs` is platform time. */
  lineUp(report: HeldReport, nowMs: number): void
  /** A report will never be sent. */
  lost(): void
}

export type StationReports = {
  /** Makes the reports whose times came after `fromMs`, up to `toMs`: platform time. */
  make(fromMs: number, toMs: number): void
  /** Queues the reports held back until now. Host time, and platform time. */
  release(hostMs: number, platformMs: number): void
  /** Reports that are kept back. */
  readonly held: number
  clear(): void
}

export function createStationReports(deps: StationReportsDeps): StationReports {
  const { device, settings, sensors, clock, realtimePhaseMs, hostNow, lineUp, lost } = deps
  const held = new HeldReports<HeldReport>(HELD_MAX)

  /** A report of a platform moment: lined up, or kept back as the device's faults have it. */
  const report = (
    cn: string,
    atMs: number,
    nowMs: number,
    repeated: readonly ParameterItem[],
    items: readonly ParameterItem[],
  ) => {
    if (items.length === 0) return
    const { reportFaults } = device
    const made = { cn, repeated, items, copies: reportFaults?.copies(atMs) ?? 1 }
    const waitMs = (reportFaults?.sentMs(atMs) ?? atMs) - nowMs
    if (waitMs === Number.POSITIVE_INFINITY) return
    if (waitMs <= 0) {
      lineUp(made, nowMs)
      return
    }
    // By the host's clock: a batch is never held longer, wherever the platform's time is taken.
    const dropped = held.add(made, hostNow() + waitMs)
    for (let i = 0; i < dropped; i++) lost()
  }
  const realtimeMoment = (fromMs: number, toMs: number, shifts: Shifts) => {
    const stepMs = settings.realtimeSeconds * 1000
    const phaseMs = realtimePhaseMs?.(stepMs)
    return phaseMs === undefined
      ? lastBorder(fromMs, toMs, stepMs, shifts)
      : lastBorder(fromMs, toMs, stepMs, { from: -phaseMs, to: -phaseMs })
  }
  return {
    make(fromMs, toMs) {
      const shifts = { from: ZONE_MS + clock.aheadMs(fromMs), to: ZONE_MS + clock.aheadMs(toMs) }
      const reading = { clockAheadMs: shifts.to - ZONE_MS }
      if (settings.realtimeOn) {
        const atMs = realtimeMoment(fromMs, toMs, shifts)
        if (atMs !== undefined)
          report('2011', atMs, toMs, [timeItem(reading, atMs)], realtimeItems(sensors, atMs))
      }
      for (const cn of SPANS) {
        const stepMs = cn === '2051' ? settings.minuteMinutes * 60_000 : cn === '2061' ? HOUR_MS : DAY_MS
        const endMs = lastBorder(fromMs, toMs, stepMs, PERIODS)
        if (endMs === undefined) continue
        const span = { fromMs: endMs - stepMs, toMs: endMs }
        report(cn, endMs, toMs, [periodItem(span.fromMs)], spanItems(sensors, cn, span))
      }
      if (!settings.statusOn) return
      const [time, ...items] = statusItems(reading, toMs)
      const isDue = lastBorder(fromMs, toMs, settings.realtimeSeconds * 1000, shifts) !== undefined
      if (time && isDue) report('2021', toMs, toMs, [time], items)
    },
    release(hostMs, platformMs) {
      for (const due of held.due(hostMs)) lineUp(due, platformMs)
    },
    get held() {
      return held.size
    },
    clear: () => held.clear(),
  }
}

/** The last border of a grid in (fromMs, toMs], by platform time. */
function lastBorder(fromMs: number, toMs: number, stepMs: number, { from, to }: Shifts): number | undefined {
  const at = Math.floor((toMs + to) / stepMs) * stepMs
  return at > fromMs + from ? at - to : undefined
}
