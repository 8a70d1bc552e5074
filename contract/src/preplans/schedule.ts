import { DAY_MS, dayStart, MINUTE_MS, toCivil } from '../time.ts'
import type { PlanSchedule, Preplan } from './entities.ts'

/** When a schedule runs: start and end of one of its turns, epoch milliseconds. */
type PlanTurn = { fromMs: number; toMs: number }

/** The turn that runs at a moment, else the next one within a week. */
export function turnAt(schedule: PlanSchedule, atMs: number, zoneMinutes?: number): PlanTurn | undefined {
  const today = dayStart(atMs, zoneMinutes)
  const startMs = minutesOf(schedule.startTime) * MINUTE_MS
  const endMs = minutesOf(schedule.endTime) * MINUTE_MS
  const lengthMs = endMs > startMs ? endMs - startMs : endMs - startMs + DAY_MS
  // Yesterday's turn may reach into today.
  for (let day = -1; day <= 7; day++) {
    const dayMs = today + day * DAY_MS
    if (!schedule.days.includes(weekdayOf(dayMs, zoneMinutes))) continue
    const turn = { fromMs: dayMs + startMs, toMs: dayMs + startMs + lengthMs }
    if (turn.toMs > atMs) return turn
  }
  return undefined
}

/** Whether a plan is to run by itself at a moment. */
export function isDue(
  { enabled, schedule }: Pick<Preplan, 'enabled' | 'schedule'>,
  atMs: number,
  zoneMinutes?: number,
): boolean {
  if (!enabled || !schedule) return false
  const turn = turnAt(schedule, atMs, zoneMinutes)
  return turn !== undefined && turn.fromMs <= atMs
}

/** The plan to run by itself at a moment: the first that is due, in the plans' order. */
export function duePlan<P extends Pick<Preplan, 'enabled' | 'schedule' | 'sort'>>(
  plans: readonly P[],
  atMs: number,
  zoneMinutes?: number,
): P | undefined {
  return [...plans].sort((a, b) => a.sort - b.sort).find((plan) => isDue(plan, atMs, zoneMinutes))
}

function minutesOf(time: string): number {
  const [hour, minute] = time.split(':').map(Number)
  return (hour ?? 0) * 60 + (minute ?? 0)
}

/** 1 Monday … 7 Sunday. */
function weekdayOf(epochMs: number, zoneMinutes?: number): number {
  const { weekday } = toCivil(epochMs, zoneMinutes)
  return weekday === 0 ? 7 : weekday
}
