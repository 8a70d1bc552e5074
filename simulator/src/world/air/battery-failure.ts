/**
 * A battery that fails: a bad cell drains it, over hours, towards the charge at which that cell conducts no more. Only
 * the sun restores the loss. Failures are the world's `lowBattery` incidents; the alarm is raised when most of the
 * charge has gone.
 */
import { DAY_MS, dayStart } from '@backlot/contract/time'
import { BATTERY_LEAD_MS } from '../incidents/envelope.ts'
import { LONGEST_INCIDENT_MS } from '../incidents/incident-rows.ts'
import type { Incident, Incidents } from '../types.ts'

/** Time in which the bad cell drains all but e⁻¹ of its share: a point of charge a minute at first. */
const DRAIN_MS = 75 * 60_000
const REMEMBERED_DAYS = 400

export type BatteryFailures = {
  /** Rest of the charge (0 … 1) of the battery at exactly this point, after a step of `ms`. */
  drained(charge: number, x: number, y: number, fromMs: number, ms: number): number
  /** Discards cached failures: the incidents have changed. */
  forget(): void
}

export function createBatteryFailures(incidents: Pick<Incidents, 'ofKind'>): BatteryFailures {
  /** By day start, then by metres east: those at work on the day. */
  const days = new Map<number, Map<number, Incident[]>>()
  /** The day used last: a fold steps through its days in order. */
  let latest = NO_DAY

  function onDay(startMs: number): Map<number, Incident[]> {
    const known = days.get(startMs)
    if (known) return known
    if (days.size >= REMEMBERED_DAYS) days.clear()
    const made = new Map<number, Incident[]>()
    const untilMs = startMs + DAY_MS + BATTERY_LEAD_MS
    for (const incident of incidents.ofKind('lowBattery', startMs - LONGEST_INCIDENT_MS, untilMs)) {
      const beside = made.get(incident.x)
      if (beside) beside.push(incident)
      else made.set(incident.x, [incident])
    }
    days.set(startMs, made)
    return made
  }

  return {
    drained(charge, x, y, fromMs, ms) {
      if (!(fromMs >= latest.startMs && fromMs < latest.startMs + DAY_MS)) {
        const startMs = dayStart(fromMs)
        latest = { startMs, failing: onDay(startMs) }
      }
      if (latest.failing.size === 0) return charge
      let left = charge
      for (const incident of latest.failing.get(x) ?? NONE) {
        if (incident.y !== y) continue
        const drainedMs = Math.min(incident.endMs, fromMs + ms) - Math.max(failsFromMs(incident), fromMs)
        const floor = floorOf(incident)
        if (drainedMs > 0 && left > floor) left = floor + (left - floor) * Math.exp(-drainedMs / DRAIN_MS)
      }
      return left
    },
    forget() {
      days.clear()
      latest = NO_DAY
    },
  }
}

const NONE: readonly Incident[] = []
const NO_DAY = { startMs: Number.NaN, failing: new Map<number, Incident[]>() }

/** Ordered failures begin at once. */
const failsFromMs = ({ startMs, commanded }: Incident) => (commanded ? startMs : startMs - BATTERY_LEAD_MS)

/** The charge that a bad cell leaves. */
const floorOf = ({ severity }: Incident) => 0.2 - 0.12 * severity
