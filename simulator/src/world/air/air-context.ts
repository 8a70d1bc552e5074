/** Everything a formula of the air may look at, for one place and moment. */
import type { Incident, IncidentKind, SkyState } from '../types.ts'
import type { SolarReading } from './solar-plant.ts'
import type { Surroundings } from './surroundings.ts'

export type AirContext = {
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
  hour: number
  /** Slow noise of this sensor and quantity, about unit variance, and its fast jitter. */
  slow: number
  jitter: number
  /** Lasting peculiarity of this sensor, -1 … 1. */
  bias: number
  /** Strength of incidents of a kind here and now, 0 … 1. */
  incident(kind: IncidentKind): number
  /** The gas that leaks in an incident here, 0 … 4 (combustible, CO, H2S, NH3, displaced oxygen), or -1. */
  leaking: number
  solar(): SolarReading
  soilMoisture(): number
  /** Sky some hours ago. */
  earlier(hours: number): SkyState
}

/** How strongly an incident is felt at a distance and moment: full within its middle, fading with e^(-d/250 m). */
export function incidentStrength(incident: Incident, x: number, y: number, epochMs: number): number {
  const progress = (epochMs - incident.startMs) / (incident.endMs - incident.startMs)
  if (progress < 0 || progress >= 1) return 0
  const envelope = Math.min(1, progress * 5, (1 - progress) * 4)
  const dx = incident.x - x
  const dy = incident.y - y
  return envelope * Math.exp(-Math.sqrt(dx * dx + dy * dy) / 250)
}
