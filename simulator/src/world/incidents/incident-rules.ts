/** How often what happens, when in the day, for how long, and to whom. Rates are for a demo city of 300 devices. */
import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { IncidentKind } from '../types.ts'

export type IncidentRule = {
  kind: IncidentKind
  /** Expected number a day with `perDevices` devices of the subject kinds; grows with the square root of their number. */
  perDay: number
  perDevices: number
  /** Kinds of devices it happens to, tried in this order by share; without one it happens at a place of the city. */
  subjects: readonly DeviceKind[]
  /** Share of the day's number by quarter of the day: night, morning, afternoon, evening. */
  quarters: readonly [number, number, number, number]
  minutes: readonly [number, number]
}

export const INCIDENT_RULES: readonly IncidentRule[] = [
  rule('sos', 6, 70, ['vehicle', 'bodyCamera'], [0.15, 0.25, 0.3, 0.3], [2, 12]),
  rule('gasLeak', 5, 20, ['gasDetector'], [0.2, 0.3, 0.3, 0.2], [8, 45]),
  rule('dust', 10, 40, ['hj212Station'], [0.1, 0.4, 0.4, 0.1], [15, 90]),
  rule('intruder', 14, 120, ['camera', 'ptzCamera'], [0.5, 0.1, 0.1, 0.3], [1, 8]),
  rule('overspeed', 14, 60, ['vehicle'], [0.15, 0.3, 0.35, 0.2], [0.5, 2]),
  rule('fire', 2, 120, ['camera', 'ptzCamera'], [0.15, 0.25, 0.35, 0.25], [10, 40]),
  rule('noise', 8, 40, ['hj212Station'], [0.35, 0.15, 0.2, 0.3], [10, 60]),
  rule('waterLevel', 2, 40, ['hj212Station'], [0.25, 0.25, 0.25, 0.25], [40, 150]),
  rule('lowBattery', 1, 20, ['solarStation'], [0.55, 0.25, 0, 0.2], [30, 120]),
  rule('face', 14, 120, ['camera', 'ptzCamera'], [0.05, 0.35, 0.35, 0.25], [0.3, 1.5]),
  rule('videoLoss', 6, 120, ['camera', 'ptzCamera'], [0.25, 0.25, 0.25, 0.25], [1, 15]),
  rule('ioAlarm', 6, 120, ['camera', 'ptzCamera', 'gasDetector'], [0.3, 0.2, 0.2, 0.3], [0.5, 5]),
  rule('videoCover', 1, 120, ['camera', 'ptzCamera'], [0.3, 0.25, 0.2, 0.25], [1, 10]),
  rule('noHelmet', 1, 120, ['camera', 'ptzCamera'], [0, 0.5, 0.5, 0], [0.5, 4]),
  rule('crowd', 1, 120, ['camera', 'ptzCamera'], [0, 0.3, 0.4, 0.3], [3, 20]),
  rule('loitering', 1, 120, ['camera', 'ptzCamera'], [0.4, 0.1, 0.1, 0.4], [3, 15]),
  rule('stranger', 1, 120, ['camera', 'ptzCamera'], [0.2, 0.3, 0.3, 0.2], [0.3, 1.5]),
]

function rule(
  kind: IncidentKind,
  perDay: number,
  perDevices: number,
  subjects: readonly DeviceKind[],
  quarters: IncidentRule['quarters'],
  minutes: IncidentRule['minutes'],
): IncidentRule {
  return { kind, perDay, perDevices, subjects, quarters, minutes }
}

/** A terminal reports overspeed above this, whatever the road allows (JT/T 808 parameter 0x0055). */
export const FLEET_TOP_SPEED_KMH = 55
/** No incident lasts longer: how far back those in progress can have begun. */
export const LONGEST_INCIDENT_MS = 150 * 60_000
