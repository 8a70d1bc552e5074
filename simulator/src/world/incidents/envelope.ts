/**
 * Strength of an incident at its place, 0 … 1. A spontaneous one begins a little before its device raises the alarm, at
 * the moment when the reading passes the alarm's level, and fades after the alarm has ended; an ordered one begins at
 * once.
 */
import type { Incident } from '../types.ts'

/** From the first trace to the alarm, and from there to the full. */
const LEAD_MS = 90_000
const RISE_MS = 150_000
const TAIL_MS = 120_000

/** An incident can be felt this long before its start and after its end. */
export const FELT_BEFORE_MS = LEAD_MS
export const FELT_AFTER_MS = TAIL_MS
/** Time for which a failing battery has lost charge when its alarm is raised. */
export const BATTERY_LEAD_MS = 4 * 3_600_000

/** `alarmShare`: share of the full strength at which the alarm is raised. */
export function envelopeAt(incident: Incident, epochMs: number, alarmShare: number): number {
  const { startMs, endMs } = incident
  if (epochMs >= endMs + TAIL_MS) return 0
  if (incident.commanded) {
    if (epochMs < startMs) return 0
    const risen = Math.min(1, (Math.min(epochMs, endMs) - startMs) / RISE_MS)
    return epochMs <= endMs ? risen : risen * (1 - (epochMs - endMs) / TAIL_MS)
  }
  if (epochMs < startMs - LEAD_MS) return 0
  if (epochMs < startMs) return (alarmShare * (epochMs - startMs + LEAD_MS)) / LEAD_MS
  if (epochMs >= endMs) return alarmShare * (1 - (epochMs - endMs) / TAIL_MS)
  const riseMs = Math.min(RISE_MS, (endMs - startMs) / 2)
  const sinceMs = Math.min(epochMs - startMs, endMs - epochMs)
  return alarmShare + (1 - alarmShare) * Math.min(1, sinceMs / riseMs)
}
