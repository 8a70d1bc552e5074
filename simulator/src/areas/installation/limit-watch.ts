import { limitState } from '@backlot/contract/sensors/default-limits'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { InstallationRepository } from './installation-repository.ts'
import type { InstalledDevicesPort, LimitEvent, OpenCrossing, WatchedReadingsPort } from './ports.ts'

/** Reports are held against limits this often, host time. */
const LOOK_MS = 1000
/** Delay after the start of an alarm until a second picture shows more. */
const SEEN_AFTER_MS = 8000
/** A value is back when it is inside its limit by this share of it: noise at the edge is one alarm. */
const BACK_BY = 0.02

type Side = 'low' | 'high'
type Crossing = Omit<LimitEvent, 'kind' | 'endMs'> & { side: Side; seen: boolean }
/** State of a limit: the last report and limit that were judged, and the alarm still in progress. */
type Judged = { by: string; crossing?: Crossing | undefined }

export type LimitWatch = {
  /** Judges the reports that came since the last time. */
  look(): void
  stop(): void
}

const seqPrefix = (code: string) => `limit-${code}-`

/**
 * Watches the limits of monitoring points that raise alarms. Each report is judged once, and again when its limit is
 * changed; marked values (maintenance, faults) are not judged. Alarms in progress are found again after a start, and
 * after a jump of the clock.
 */
export function createLimitWatch(deps: {
  repository: Pick<InstallationRepository, 'watched'>
  devices: Pick<InstalledDevicesPort, 'device'>
  readings: WatchedReadingsPort
  clock: PlatformClock
  host: HostClock
  /** The newest ongoing alarm of a channel whose identity begins with this. */
  openAlarm(sn: string, chnId: number, seqPrefix: string): OpenCrossing | undefined
  onEvents(events: readonly LimitEvent[]): void
}): LimitWatch {
  const { repository, devices, readings, clock } = deps
  const known = new Map<string, Judged>()

  /** An alarm that went on before anybody looked. */
  const goingOn = (sn: string, chnId: number, code: string, nowMs: number): Crossing | undefined => {
    const open = deps.openAlarm(sn, chnId, seqPrefix(code))
    if (!open || open.atMs > nowMs) return undefined
    const { atMs: startMs, alarmSeq } = open
    const side = alarmSeq.startsWith(`${seqPrefix(code)}low-`) ? 'low' : 'high'
    return { sn, chnId, code, alarmSeq, startMs, side, seen: true }
  }

  const look = () => {
    if (repository.watched().size === 0 && known.size === 0) return
    const nowMs = clock.now()
    const events: LimitEvent[] = []
    const tell = (kind: LimitEvent['kind'], { side: _, seen: __, ...event }: Crossing, endMs?: number) =>
      events.push({ kind, ...event, ...(endMs === undefined ? {} : { endMs }) })
    const wanted = new Set<string>()
    for (const [sn, limits] of repository.watched()) {
      const channel = devices.device(sn)?.channels.find((each) => each.monitoringPoints.length > 0)
      const reports = channel && readings.latest(sn, nowMs)
      for (const { code, low, high } of limits) {
        const key = `${sn} ${code}`
        wanted.add(key)
        const report = reports?.find((reading) => reading.code === code)
        if (!channel || !report || (report.flag ?? 'N') !== 'N') continue
        const judged = known.get(key) ?? { by: '', crossing: goingOn(sn, channel.chnId, code, nowMs) }
        known.set(key, judged)
        const { crossing } = judged
        if (crossing && !crossing.seen && nowMs >= crossing.startMs + SEEN_AFTER_MS) {
          crossing.seen = true
          tell('seen', crossing)
        }
        const by = `${report.atMs} ${low} ${high}`
        if (judged.by === by) continue
        judged.by = by
        const { value } = report
        // No alarm is of the future, however far ahead the clock of the device is.
        const atMs = Math.min(report.atMs, nowMs)
        const limit = { ...(low === null ? {} : { low }), ...(high === null ? {} : { high }) }
        const side = limitState(value, limit)
        if (
          crossing &&
          side !== crossing.side &&
          (side || isBack(value, limit[crossing.side], crossing.side))
        ) {
          tell('over', crossing, Math.max(crossing.startMs, atMs))
          judged.crossing = undefined
        }
        if (!side || judged.crossing) continue
        const alarmSeq = `${seqPrefix(code)}${side}-${Math.floor(atMs / 1000)}`
        judged.crossing = { sn, chnId: channel.chnId, code, alarmSeq, startMs: atMs, side, seen: false }
        tell('begun', judged.crossing)
      }
    }
    for (const [key, { crossing }] of known) {
      if (wanted.has(key)) continue
      known.delete(key)
      if (crossing) tell('over', crossing, Math.max(crossing.startMs, nowMs))
    }
    if (events.length > 0) deps.onEvents(events)
  }

  const stopJumps = clock.onChange(({ kind }) => {
    if (kind === 'jump') known.clear()
  })
  const stopLooking = deps.host.every(LOOK_MS, look)
  return {
    look,
    stop() {
      stopJumps()
      stopLooking()
    },
  }
}

/** Whether a value has come back; a limit that is none any more holds nothing. */
function isBack(value: number, limit: number | undefined, side: Side): boolean {
  if (limit === undefined) return true
  const margin = BACK_BY * Math.abs(limit)
  return side === 'high' ? value <= limit - margin : value >= limit + margin
}
