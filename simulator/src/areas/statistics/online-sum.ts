import type { OnlineDay, OnlineSum } from '@backlot/contract/statistics/calls'
import { formatDateTime } from '@backlot/contract/time'
import type { OnlineDaySum } from './ports.ts'

/** Milliseconds online and offline, and the number of times it went offline. */
export type Tally = Pick<OnlineDaySum, 'onlineMs' | 'offlineMs' | 'drops'>

export const nothingYet = (): Tally => ({ onlineMs: 0, offlineMs: 0, drops: 0 })

export function addTo(tally: Tally, { onlineMs, offlineMs, drops }: Tally): void {
  tally.onlineMs += onlineMs
  tally.offlineMs += offlineMs
  tally.drops += drops
}

export function tallyOf(list: readonly Tally[]): Tally {
  const tally = nothingYet()
  for (const one of list) addTo(tally, one)
  return tally
}

/** A tally as it is answered. */
export function sumOf({ onlineMs, offlineMs, drops }: Tally): OnlineSum {
  const passedMs = onlineMs + offlineMs
  return {
    onlineSeconds: Math.round(onlineMs / 1000),
    offlineSeconds: Math.round(offlineMs / 1000),
    drops,
    rate: passedMs > 0 ? Math.round((10_000 * onlineMs) / passedMs) / 10_000 : 0,
  }
}

/** A day as it is answered. */
export function dayOf(day: OnlineDaySum, zoneMinutes: number): OnlineDay {
  return {
    date: formatDateTime(day.dayMs, zoneMinutes).slice(0, 10),
    time: day.dayMs / 1000,
    ...sumOf(day),
  }
}
