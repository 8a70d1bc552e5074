/** People of incidents: their positions at a moment, on the plan. */
import { hash32 } from '../hash.ts'
import type { Person } from './people-near.ts'
import type { SceneIncident } from './scene-input.ts'

const INTRUDER_ID = 0x51a7

const unit = (east: number, north: number): [number, number] => {
  const length = Math.hypot(east, north) || 1
  return [east / length, north / length]
}

/** Who is where nobody should be: walks round the place of the incident. */
export function intruderIn(incident: SceneIncident, timeMs: number): Person {
  const seconds = (timeMs - incident.startMs) / 1000
  const angle = seconds * 0.16
  return {
    x: incident.x + Math.cos(angle) * 6,
    y: incident.y + Math.sin(angle) * 4,
    id: INTRUDER_ID,
    step: seconds * 5,
    ahead: unit(-Math.sin(angle) * 6, Math.cos(angle) * 4),
    pace: 0.6,
  }
}

/** The recognised person: paces slowly about the place, dressed by the incident's moment. */
export function recognisedIn(incident: SceneIncident, timeMs: number): Person {
  const seconds = (timeMs - incident.startMs) / 1000
  const h = hash32(Math.floor(incident.startMs / 1000), Math.round(incident.x), Math.round(incident.y), 71)
  const turn = (h & 255) / 41
  const way = Math.cos(seconds * 0.35) < 0 ? -1 : 1
  return {
    x: incident.x + Math.cos(turn) * 1.6 * Math.sin(seconds * 0.35),
    y: incident.y + Math.sin(turn) * 1.6 * Math.sin(seconds * 0.35),
    id: h,
    step: seconds * 3,
    ahead: unit(Math.cos(turn) * way, Math.sin(turn) * way),
    pace: 0.45 * Math.abs(Math.cos(seconds * 0.35)),
  }
}

const CROWD = 11

/** A gathering: a dozen people close together, who shift from foot to foot. */
export function crowdIn(incident: SceneIncident, timeMs: number): Person[] {
  const seconds = (timeMs - incident.startMs) / 1000
  return Array.from({ length: CROWD }, (_, nth) => {
    const h = hash32(Math.floor(incident.startMs / 1000), nth, Math.round(incident.x), 72)
    const turn = nth * 2.4
    const away = 0.9 + 0.62 * Math.sqrt(nth)
    const sway = 0.15 * Math.sin(seconds * 0.6 + nth)
    return {
      x: incident.x + Math.cos(turn) * away + sway,
      y: incident.y + Math.sin(turn) * away,
      id: h,
      step: sway * 4,
      ahead: unit(-Math.cos(turn), -Math.sin(turn)),
      pace: 0.15,
    }
  })
}

/** Who hangs about: to and fro, slowly, a few steps each way. */
export function loitererIn(incident: SceneIncident, timeMs: number): Person {
  const seconds = (timeMs - incident.startMs) / 1000
  const h = hash32(Math.floor(incident.startMs / 1000), Math.round(incident.x), Math.round(incident.y), 73)
  const along = Math.sin(seconds * 0.12)
  return {
    x: incident.x + 4 * along,
    y: incident.y + 0.8 * Math.cos(seconds * 0.07),
    id: h,
    step: seconds * 2,
    ahead: unit(Math.cos(seconds * 0.12), -0.1),
    pace: 0.4,
  }
}
