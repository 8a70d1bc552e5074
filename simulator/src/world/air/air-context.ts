/** Everything a formula of the air may look at, for one place and moment. */

import { envelopeAt } from '../incidents/envelope.ts'
import type { LeakingGas } from '../interventions.ts'
import type { FormulaContext, Incident, IncidentKind, SkyState, Surroundings } from '../types.ts'
import { alarmShareOf, leakShare } from './gas-table.ts'
import { plumeShare, SPREADS, travelSeconds } from './plume.ts'
import type { SolarReading } from './solar-plant.ts'

export type AirContext = {
  seed: number
  entity: number
  epochMs: number
  sky: SkyState
  around: Surroundings
  /** Stagnation of the region, 0 clean … 1 smog. */
  haze: number
  /** How busy the roads are, 0 … 1, and how busy worksites and factories are. */
  traffic: number
  work: number
  /** Local emissions are divided by this: wind carries them off. */
  dilution: number
  /** Share of dust left in the air under rain. */
  washout: number
  /** Slow noise of this sensor and quantity, about unit variance, and its fast jitter. */
  slow: number
  jitter: number
  /** Noise of days, about unit variance: independent of everything else here. */
  drift: number
  /** Lasting peculiarity of this sensor, -1 … 1. */
  bias: number
  /** Strength of incidents of a kind here and now, 0 … 1. */
  incident(kind: IncidentKind): number
  /** An ongoing incident of a kind at this very place: inside the device that measures. */
  inside(kind: IncidentKind): Incident | undefined
  /** Strength of leaks of a gas here and now, 0 … 1. */
  leak(gas: LeakingGas): number
  solar(): SolarReading
  soilMoisture(): number
  /** Sky some hours ago. */
  earlier(hours: number): SkyState
} & Pick<FormulaContext, 'measured' | 'before' | 'remembered' | 'setting'>

/** An incident is not felt farther away than this. */
export const INCIDENT_REACH_M = 1200
/** Share of its full strength at which incidents other than leaks raise their alarm. */
const ALARM_SHARE = 0.6

/** How strongly an incident is felt at a place and moment, 0 … 1: gas, smoke and dust go with the wind. */
export function incidentStrength(
  incident: Incident,
  x: number,
  y: number,
  epochMs: number,
  sky: SkyState,
): number {
  const dx = x - incident.x
  const dy = y - incident.y
  const wind = sky.windSpeedMs
  const { gas, severity } = incident
  switch (incident.kind) {
    case 'gasLeak': {
      const onItsWayMs = 1000 * travelSeconds(dx, dy, wind)
      const risen = envelopeAt(
        incident,
        epochMs - onItsWayMs,
        gas ? alarmShareOf(gas, severity) : ALARM_SHARE,
      )
      return risen * leakShare(severity) * plumeShare(SPREADS.gas, dx, dy, wind, sky.windFromDeg)
    }
    case 'fire':
    case 'dust': {
      const spread = incident.kind === 'fire' ? SPREADS.smoke : SPREADS.dust
      const risen = envelopeAt(incident, epochMs, ALARM_SHARE)
      return risen * leakShare(severity) * plumeShare(spread, dx, dy, wind, sky.windFromDeg)
    }
    default: {
      const faded = Math.exp(-Math.sqrt(dx * dx + dy * dy) / 250)
      return envelopeAt(incident, epochMs, ALARM_SHARE) * leakShare(severity) * faded
    }
  }
}
