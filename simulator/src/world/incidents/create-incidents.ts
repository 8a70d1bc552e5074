/**
 * What happens in the city, hour by hour: the number of each kind in an hour is a Poisson draw from a hash, so any
 * hour of any day can be asked for alone and an incident has the same id on every machine with this seed.
 */
import { HOUR_MS, toCivil } from '@backlot/contract/time'
import { projectionAt } from '../city/projection.ts'
import type { City, Place } from '../city/types.ts'
import { NO_INTERVENTIONS } from '../create-interventions.ts'
import { hash32, hashText, uniform } from '../hash.ts'
import { type Interventions, LEAKING_GASES } from '../interventions.ts'
import { noPlace } from '../traffic/no-place.ts'
import type { Incident, Incidents, Traffic } from '../types.ts'
import { createCommandedIncidents } from './commanded-incidents.ts'
import { FELT_AFTER_MS, FELT_BEFORE_MS } from './envelope.ts'
import {
  FLEET_TOP_SPEED_KMH,
  INCIDENT_RULES,
  type IncidentRule,
  LONGEST_INCIDENT_MS,
} from './incident-rules.ts'
import { countOf, type Roster, trafficIndexOf } from './roster.ts'

const STREAM = { count: 301, moment: 302, length: 303, severity: 304, subject: 305, place: 306 }
const REMEMBERED_HOURS = 256
/** A vehicle that speeds for longer than that raises one alarm of that length. */
const SPEEDING_AT_MOST_MS = 3 * 60_000

export function createIncidents(
  seed: number,
  city: City,
  traffic: Traffic,
  roster: Roster,
  interventions: Interventions = NO_INTERVENTIONS,
): Incidents {
  const hours = new Map<number, readonly Incident[]>()
  const projection = projectionAt(city.longitude, city.latitude)
  const commanded = createCommandedIncidents(interventions, projection, traffic, roster)
  const scratch = noPlace()

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
    made.sort(byStart)
    hours.set(hour, made)
    return made
  }

  function makeIncident(rule: IncidentRule, code: number, hour: number, n: number): Incident | undefined {
    const entity = code * 64 + n
    const draw = (stream: number, index = 0) => uniform(seed, entity, stream + 16 * index, hour)
    const startMs = Math.floor((hour + draw(STREAM.moment)) * HOUR_MS)
    const [shortest, longest] = rule.minutes
    const share = draw(STREAM.length)
    const lengthMs = Math.floor((shortest + (longest - shortest) * share * share) * 60_000)
    const id = `${rule.kind}-${hour.toString(36)}-${n}`
    const base = {
      id,
      kind: rule.kind,
      severity: draw(STREAM.severity),
      ...(rule.kind === 'gasLeak' ? { gas: LEAKING_GASES[hashText(id) % LEAKING_GASES.length]! } : {}),
    }
    if (rule.kind === 'overspeed') {
      const found = speedingVehicle(entity, hour)
      if (!found) return undefined
      const { index, x, y } = found
      const subject = { kind: 'vehicle' as const, index }
      return { ...base, startMs: found.startMs, endMs: found.endMs, x, y, subject }
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

  /** A vehicle that really drives faster than the fleet's top speed in the hour, from when until when, and where first. */
  function speedingVehicle(entity: number, hour: number) {
    if (roster.vehicles === 0) return undefined
    for (let tries = 0; tries < 24; tries++) {
      const index = hash32(seed, entity, STREAM.subject + 64 * (tries + 1), hour) % roster.vehicles
      const atMs = Math.floor(
        (hour + uniform(seed, entity, STREAM.moment + 64 * (tries + 1), hour)) * HOUR_MS,
      )
      if (!speedsAt(index, atMs)) continue
      const startMs = edgeOfSpeeding(index, atMs, -1, hour * HOUR_MS)
      const endMs = edgeOfSpeeding(index, atMs, 1, atMs + SPEEDING_AT_MOST_MS)
      traffic.vehicleInto(index, startMs, scratch)
      return { index, startMs, endMs, x: scratch.x, y: scratch.y }
    }
    return undefined
  }

  function speedsAt(index: number, atMs: number): boolean {
    traffic.vehicleInto(index, atMs, scratch)
    return scratch.speedKmh > FLEET_TOP_SPEED_KMH
  }

  /** The first or last half second, at most up to `limitMs`, of the stretch of speeding that holds a moment. */
  function edgeOfSpeeding(index: number, atMs: number, way: 1 | -1, limitMs: number): number {
    let edgeMs = atMs
    for (let next = atMs + 500 * way; (limitMs - next) * way >= 0; next += 500 * way) {
      if (!speedsAt(index, next)) break
      edgeMs = next
    }
    return edgeMs
  }

  function startingIn(fromMs: number, toMs: number): Incident[] {
    const found: Incident[] = []
    for (let hour = Math.floor(fromMs / HOUR_MS); hour * HOUR_MS < toMs; hour++) {
      for (const incident of inHour(hour)) {
        if (incident.startMs >= fromMs && incident.startMs < toMs) found.push(incident)
      }
    }
    const asked = commanded.touching(fromMs, toMs).filter((it) => it.startMs >= fromMs && it.startMs < toMs)
    return asked.length === 0 ? found : [...found, ...asked].sort(byStart)
  }

  /** Incidents that last into [fromMs, toMs]. */
  function lastingInto(fromMs: number, toMs: number): Incident[] {
    const found: Incident[] = []
    const earliest = Math.floor((fromMs - LONGEST_INCIDENT_MS) / HOUR_MS)
    for (let hour = earliest; hour * HOUR_MS <= toMs; hour++) {
      for (const incident of inHour(hour)) {
        if (incident.startMs <= toMs && incident.endMs > fromMs) found.push(incident)
      }
    }
    for (const incident of commanded.touching(fromMs, toMs)) {
      if (incident.startMs <= toMs && incident.endMs > fromMs) found.push(incident)
    }
    return found
  }

  return {
    startingIn,
    feltAt: (epochMs) =>
      lastingInto(epochMs - FELT_AFTER_MS, epochMs + FELT_BEFORE_MS).filter(
        (incident) => !incident.commanded || incident.startMs <= epochMs,
      ),
    activeAt(epochMs, near) {
      const active = lastingInto(epochMs, epochMs)
      if (!near) return active
      return active.filter((incident) => {
        const dx = incident.x - near.x
        const dy = incident.y - near.y
        return dx * dx + dy * dy <= near.radiusM * near.radiusM
      })
    },
  }
}

const byStart = (a: Incident, b: Incident) => a.startMs - b.startMs || (a.id < b.id ? -1 : 1)

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
