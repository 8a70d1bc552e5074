/** Incidents with their rates, hours of the day and durations. Rates are for a demo city of 300 devices. */
import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { IncidentKind } from '../types.ts'

export type IncidentRow = {
  kind: IncidentKind
  /** Expected number a day with `perDevices` devices of the subject kinds; grows with the square root of their number. */
  perDay: number
  perDevices: number
  /** Share of the day's number by quarter of the day: night, morning, afternoon, evening. */
  quarters: readonly [number, number, number, number]
  /** Shortest and longest. */
  minutes: readonly [number, number]
  /** Kind that is dealt its share before the others. */
  firstSubject?: DeviceKind
}

/** Incidents of devices of several kinds, or at a place; a kind's folder has those of that kind alone. */
export const INCIDENT_ROWS: readonly IncidentRow[] = [
  {
    kind: 'sos',
    perDay: 6,
    perDevices: 70,
    firstSubject: 'vehicle',
    quarters: [0.15, 0.25, 0.3, 0.3],
    minutes: [2, 12],
  },
  { kind: 'gasLeak', perDay: 5, perDevices: 20, quarters: [0.2, 0.3, 0.3, 0.2], minutes: [8, 45] },
  { kind: 'dust', perDay: 10, perDevices: 40, quarters: [0.1, 0.4, 0.4, 0.1], minutes: [15, 90] },
  { kind: 'intruder', perDay: 14, perDevices: 120, quarters: [0.5, 0.1, 0.1, 0.3], minutes: [1, 8] },
  { kind: 'overspeed', perDay: 14, perDevices: 60, quarters: [0.15, 0.3, 0.35, 0.2], minutes: [0.5, 2] },
  { kind: 'fire', perDay: 2, perDevices: 120, quarters: [0.15, 0.25, 0.35, 0.25], minutes: [10, 40] },
  { kind: 'noise', perDay: 8, perDevices: 40, quarters: [0.35, 0.15, 0.2, 0.3], minutes: [10, 60] },
  { kind: 'waterLevel', perDay: 2, perDevices: 40, quarters: [0.25, 0.25, 0.25, 0.25], minutes: [40, 150] },
  { kind: 'lowBattery', perDay: 1, perDevices: 20, quarters: [0.55, 0.25, 0, 0.2], minutes: [30, 120] },
  { kind: 'face', perDay: 14, perDevices: 120, quarters: [0.05, 0.35, 0.35, 0.25], minutes: [0.3, 1.5] },
  { kind: 'videoLoss', perDay: 6, perDevices: 120, quarters: [0.25, 0.25, 0.25, 0.25], minutes: [1, 15] },
  { kind: 'ioAlarm', perDay: 6, perDevices: 120, quarters: [0.3, 0.2, 0.2, 0.3], minutes: [0.5, 5] },
  { kind: 'videoCover', perDay: 1, perDevices: 120, quarters: [0.3, 0.25, 0.2, 0.25], minutes: [1, 10] },
  { kind: 'noHelmet', perDay: 1, perDevices: 120, quarters: [0, 0.5, 0.5, 0], minutes: [0.5, 4] },
  { kind: 'crowd', perDay: 1, perDevices: 120, quarters: [0, 0.3, 0.4, 0.3], minutes: [3, 20] },
  { kind: 'loitering', perDay: 1, perDevices: 120, quarters: [0.4, 0.1, 0.1, 0.4], minutes: [3, 15] },
  { kind: 'stranger', perDay: 1, perDevices: 120, quarters: [0.2, 0.3, 0.3, 0.2], minutes: [0.3, 1.5] },
]

/** A terminal reports overspeed above this, whatever the road allows (JT/T 808 parameter 0x0055). */
export const FLEET_TOP_SPEED_KMH = 55
/** No incident lasts longer: how far back those in progress can have begun. */
export const LONGEST_INCIDENT_MS = 150 * 60_000
