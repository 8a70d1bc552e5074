/**
 * What happens in the city, hour by hour: the number of each kind in an hour is a Poisson draw from a hash, so any
 * hour of any day can be asked for alone and an incident has the same id on every machine with this seed.
 */
import { HOUR_MS, toCivil } from '@backlot/contract/time'
import type { City, Place } from '../city/types.ts'
import { hash32, uniform } from '../hash.ts'
import type { Incident, Incidents, Traffic } from '../types.ts'
import {
  FLEET_TOP_SPEED_KMH,
  INCIDENT_RULES,
  type IncidentRule,
  LONGEST_INCIDENT_MS,
} from './incident-rules.ts'
import { countOf, type Roster, trafficIndexOf } from './roster.ts'

const STREAM = { count: 301, moment: 302, length: 303, severity: 304, subject: 305, place: 306 }
const REMEMBERED_HOURS = 256

export function createIncidents(seed: number, city: City, traffic: Traffic, roster: Roster): Incidents {
  const hours = new Map<number, readonly Incident[]>()

  function inHour(hour: number): readonly Incident[] {
    const known = hours.get(hour)
    if (known) return known
    if (hours.size >= REMEMBERED_HOURS) hours.clear()
    const made: Incident[] = []
    INCIDENT_RULES.forEach((rule, code) => {
      const count = poisson(expectedInHour(rule, roster, hour), uniform(seed, code, STREAM.count, hour))
      for (let n = 0; n < count; n++) {
        const incident = makeIncident(rule, code, hour, n)
        if (incident) made.push(incident)
      }
    })
    made.sort((a, b) => a.startMs - b.startMs || (a.id < b.id ? -1 : 1))
    hours.set(hour, made)
    return made
  }

  function makeIncident(rule: IncidentRule, code: number, hour: number, n: number): Incident | undefined {
    const entity = code * 64 + n
    const draw = (stream: number, index = 0) => uniform(seed, entity, stream + 16 * index, hour)
    let startMs = Math.floor((hour + draw(STREAM.moment)) * HOUR_MS)
    const [shortest, longest] = rule.minutes
    const share = draw(STREAM.length)
    const lengthMs = Math.floor((shortest + (longest - shortest) * share * share) * 60_000)
    const base = {
      id: `${rule.kind}-${hour.toString(36)}-${n}`,
      kind: rule.kind,
      severity: draw(STREAM.severity),
    }
    if (rule.kind === 'overspeed') {
      const found = speedingVehicle(entity, hour)
      if (!found) return undefined
      startMs = found.startMs
      const subject = { kind: 'vehicle' as const, index: found.index }
      return { ...base, startMs, endMs: startMs + lengthMs, x: found.x, y: found.y, subject }
    }
    const kinds = rule.subjects.filter((kind) => countOf(roster, kind) > 0)
    const total = kinds.reduce((sum, kind) => sum + countOf(roster, kind), 0)
    if (total === 0) {
      const place = pickPlace(city.places, hash32(seed, entity, STREAM.place, hour))
      return { ...base, startMs, endMs: startMs + lengthMs, x: place?.x ?? 0, y: place?.y ?? 0 }
    }
    let index = hash32(seed, entity, STREAM.subject, hour) % total
    for (const kind of kinds) {
      const count = countOf(roster, kind)
      if (index >= count) {
        index -= count
        continue
      }
      const rides = trafficIndexOf(roster, kind, index)
      const sites = roster.sites[kind]
      const where =
        rides === undefined
          ? { x: sites![2 * index]!, y: sites![2 * index + 1]! }
          : traffic.vehicleAt(rides, startMs)
      return {
        ...base,
        startMs,
        endMs: startMs + lengthMs,
        x: where.x,
        y: where.y,
        subject: { kind, index },
      }
    }
    return undefined
  }

  /** A vehicle that really drives faster than the fleet's top speed at some moment of the hour. */
  function speedingVehicle(entity: number, hour: number) {
    if (roster.vehicles === 0) return undefined
    for (let tries = 0; tries < 24; tries++) {
      const index = hash32(seed, entity, STREAM.subject + 64 * (tries + 1), hour) % roster.vehicles
      const startMs = Math.floor(
        (hour + uniform(seed, entity, STREAM.moment + 64 * (tries + 1), hour)) * HOUR_MS,
      )
      const state = traffic.vehicleAt(index, startMs)
      if (state.speedKmh > FLEET_TOP_SPEED_KMH) return { index, startMs, x: state.x, y: state.y }
    }
    return undefined
  }

  function startingIn(fromMs: number, toMs: number): Incident[] {
    const found: Incident[] = []
    for (let hour = Math.floor(fromMs / HOUR_MS); hour * HOUR_MS < toMs; hour++) {
      for (const incident of inHour(hour)) {
        if (incident.startMs >= fromMs && incident.startMs < toMs) found.push(incident)
      }
    }
    return found
  }

  return {
    startingIn,
    activeAt(epochMs, near) {
      const found: Incident[] = []
      const earliest = Math.floor((epochMs - LONGEST_INCIDENT_MS) / HOUR_MS)
      for (let hour = earliest; hour * HOUR_MS <= epochMs; hour++) {
        for (const incident of inHour(hour)) {
          if (incident.startMs > epochMs || incident.endMs <= epochMs) continue
          if (near) {
            const dx = incident.x - near.x
            const dy = incident.y - near.y
            if (dx * dx + dy * dy > near.radiusM * near.radiusM) continue
          }
          found.push(incident)
        }
      }
      return found
    },
  }
}

function expectedInHour(rule: IncidentRule, roster: Roster, hour: number): number {
  const devices = rule.subjects.reduce((sum, kind) => sum + countOf(roster, kind), 0)
  const scale = devices > 0 ? Math.sqrt(devices / rule.perDevices) : 1
  const quarter = Math.floor(toCivil(hour * HOUR_MS).hour / 6)
  return (rule.perDay * scale * rule.quarters[quarter]!) / 6
}

/** The number whose cumulative Poisson probability first passes `chance`; at most 40. */
function poisson(mean: number, chance: number): number {
  let probability = Math.exp(-mean)
  let cumulative = probability
  let count = 0
  while (chance > cumulative && count < 40) {
    count++
    probability *= mean / count
    cumulative += probability
  }
  return count
}

function pickPlace(places: readonly Place[], draw: number): Place | undefined {
  return places.length === 0 ? undefined : places[draw % places.length]
}
