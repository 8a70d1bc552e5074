import { LIMITS } from '@backlot/contract/limits'
import { onlineSpans } from '../devices/connectivity.ts'
import type { Device } from '../fleet/device.ts'
import type { PlatformClock } from '../kernel/clock.ts'
import { type AlarmSources, draftOf } from './device-alarm.ts'
import type { DeviceAlarms } from './device-alarms.ts'
import type { DatedRecordPlan, ForeignHistory, History } from './history.ts'
import { ownReadings } from './own-readings.ts'
import { ownRecordings } from './own-recordings.ts'
import { ownTrack } from './own-track.ts'

/** Round the clock, in files of half an hour. */
const USUAL_PLANS: readonly DatedRecordPlan[] = [
  { validFromMs: 0, recordMode: 'always', packMinutes: 30, keepDays: 180 },
]

/** The history port over the world, the overlay log and the rows of gateways. */
export function createHistory(
  deps: AlarmSources & {
    alarms: DeviceAlarms
    clock: Pick<PlatformClock, 'now'>
    /** Stored past of foreign devices; left out while there are no gateways. */
    foreign?: ForeignHistory
  },
): History {
  const { world, directory, commands, alarms, clock, foreign } = deps

  /** The part of a span that has passed and can be queried. */
  const passed = (fromMs: number, toMs: number) => {
    const nowMs = clock.now()
    return {
      nowMs,
      fromMs: Math.max(fromMs, nowMs - LIMITS.historyWindowMs),
      toMs: Math.min(toMs, nowMs + 1),
    }
  }
  /** The part of it in which a device was there: one that was added while the platform ran has no past before. */
  const there = (device: Device | undefined, fromMs: number, toMs: number) => {
    const span = passed(fromMs, toMs)
    return { ...span, fromMs: Math.max(span.fromMs, device?.sinceMs ?? span.fromMs) }
  }
  const ownOf = (sn: string): Device | undefined => {
    const device = directory.deviceBySn(sn)
    return device?.foreign ? undefined : device
  }
  const step = (everyMs: number) => Math.max(1, Math.floor(everyMs))

  return {
    trackOf(sn, fromMs, toMs, everyMs) {
      const device = ownOf(sn)
      const span = { ...there(device, fromMs, toMs), everyMs: step(everyMs) }
      if (!device) return foreign?.trackOf(sn, span.fromMs, span.toMs, span.everyMs)
      return span.toMs <= span.fromMs ? [] : ownTrack(world, device, commands.commandsOf(sn), span)
    },
    readingsOf(sn, fromMs, toMs, everyMs) {
      const device = ownOf(sn)
      const span = { ...there(device, fromMs, toMs), everyMs: step(everyMs) }
      if (!device) return foreign?.readingsOf(sn, span.fromMs, span.toMs, span.everyMs)
      return span.toMs <= span.fromMs ? [] : ownReadings(world, device, commands.commandsOf(sn), span)
    },
    async recallTrack(sn, fromMs, toMs) {
      const span = passed(fromMs, toMs)
      return ownOf(sn) ? undefined : foreign?.recallTrack(sn, span.fromMs, span.toMs)
    },
    async recallReadings(sn, fromMs, toMs) {
      const span = passed(fromMs, toMs)
      return ownOf(sn) ? undefined : foreign?.recallReadings(sn, span.fromMs, span.toMs)
    },
    onlineSpansOf(sn, fromMs, toMs) {
      const device = ownOf(sn)
      const span = passed(fromMs, toMs)
      if (!device) return foreign?.onlineSpansOf(sn, span.fromMs, span.toMs)
      if (span.toMs <= span.fromMs) return []
      const addedMs = Math.min(span.toMs, there(device, fromMs, toMs).fromMs)
      const since =
        addedMs < span.toMs
          ? onlineSpans(world.seed, device.entity, addedMs, span.toMs, commands.commandsOf(sn))
          : []
      if (addedMs === span.fromMs) return since
      // Before it was added it was offline, like the span at the front.
      const [first, ...rest] = since
      return first && !first.online
        ? [{ ...first, fromMs: span.fromMs }, ...rest]
        : [{ fromMs: span.fromMs, toMs: addedMs, online: false }, ...since]
    },
    recordingsOf(sn, chnId, fromMs, toMs, { source = 'server', plans = USUAL_PLANS, packingAt } = {}) {
      const device = ownOf(sn)
      const span = passed(fromMs, toMs)
      if (!device) return foreign?.recordingsOf?.(sn, chnId, span.fromMs, span.toMs)
      const own = alarms.touching(span.fromMs, span.toMs, sn)
      return ownRecordings(world, device, chnId, commands.commandsOf(sn), own, span, {
        source,
        plans,
        ...(packingAt ? { packingAt } : {}),
      })
    },
    alarmsOf(sn, fromMs, toMs) {
      if (!ownOf(sn)) return undefined
      const span = passed(fromMs, toMs)
      return alarms
        .touching(span.fromMs, span.toMs, sn)
        .filter(({ startMs }) => startMs >= span.fromMs && startMs < span.toMs)
        .sort((a, b) => a.startMs - b.startMs)
        .flatMap((alarm) => draftOf(deps, alarm, alarm.endMs <= span.nowMs) ?? [])
    },
  }
}
