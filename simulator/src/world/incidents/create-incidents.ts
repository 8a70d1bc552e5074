/**
 * Incidents in the city, hour by hour: the number of each kind in an hour is a Poisson draw from a hash, so any hour of
 * any day can be computed alone and an incident has the same id on every machine with this seed.
 */
import { HOUR_MS, toCivil } from '@backlot/contract/time'
import { projectionAt } from '../city/projection.ts'
import type { City, Place } from '../city/types.ts'
import { NO_INTERVENTIONS } from '../create-interventions.ts'
import { hash32, hashText, uniform } from '../hash.ts'
import { type Interventions, LEAKING_GASES } from '../interventions.ts'
import { isThereAt, type NewcomerFleet, type Newcomers, NO_NEWCOMERS } from '../newcomers.ts'
import { noPlace } from '../traffic/no-place.ts'
import type { Incident, IncidentKind, Incidents, Traffic } from '../types.ts'
import { createCommandedIncidents } from './commanded-incidents.ts'
import { type Crowd, crowdOfFleet, crowdOfRoster } from './crowd.ts'
import { BATTERY_LEAD_MS, FELT_AFTER_MS, FELT_BEFORE_MS } from './envelope.ts'
import { FLEET_TOP_SPEED_KMH, LONGEST_INCIDENT_MS } from './incident-rows.ts'
import { INCIDENT_RULES, type IncidentRule } from './incident-rules.ts'
import type { Roster } from './roster.ts'

const STREAM = { count: 301, moment: 302, length: 303, severity: 304, subject: 305, place: 306 }
const REMEMBERED_HOURS = 256
/** Of one kind: a month and more of batteries. */
const REMEMBERED_OF_KIND = 2000
/** A vehicle that speeds for longer than that raises one alarm of that length. */
const SPEEDING_AT_MOST_MS = 3 * 60_000

export function createIncidents(
  seed: number,
  city: City,
  traffic: Traffic,
  roster: Roster,
  interventions: Interventions = NO_INTERVENTIONS,
  newcomers: Newcomers = NO_NEWCOMERS,
): Incidents {
  const hours = new Map<number, readonly Incident[]>()
  const ofKinds = new Map<IncidentKind, Map<number, readonly Incident[]>>()
  const projection = projectionAt(city.longitude, city.latitude)
  const commanded = createCommandedIncidents(interventions, projection, traffic, roster, newcomers)
  const own = crowdOfRoster(roster, traffic)
  const scratch = noPlace()
  newcomers.onChange(() => {
    hours.clear()
    ofKinds.clear()
  })

  function inHour(hour: number): readonly Incident[] {
    const known = hours.get(hour)
    if (known) return known
    if (hours.size >= REMEMBERED_HOURS) hours.clear()
    const made = drawnOfAll(hour)
    hours.set(hour, made)
    return made
  }

  function inHourOfKind(kind: IncidentKind, hour: number): readonly Incident[] {
    let known = ofKinds.get(kind)
    if (!known || known.size >= REMEMBERED_OF_KIND) {
      known = new Map()
      ofKinds.set(kind, known)
    }
    const made = known.get(hour) ?? drawnOfAll(hour, kind)
    known.set(hour, made)
    return made
  }

  /** Incidents of an hour, of one kind or of all, by start. */
  function drawnOfAll(hour: number, only?: IncidentKind): Incident[] {
    const made = drawn(own, hour, only)
    for (const fleet of newcomers.list()) {
      if (fleet.fromMs >= (hour + 1) * HOUR_MS || fleet.untilMs <= hour * HOUR_MS - BATTERY_LEAD_MS) continue
      made.push(...drawn(crowdOfFleet(fleet, traffic), hour, only).filter((each) => happensTo(fleet, each)))
    }
    return made.sort(byStart)
  }

  /** Incidents of a crowd in an hour. */
  function drawn(crowd: Crowd, hour: number, only?: IncidentKind): Incident[] {
    const made: Incident[] = []
    INCIDENT_RULES.forEach((rule, code) => {
      if (only && rule.kind !== only) return
      const mean = crowd.expectedADay(rule) * shareOfHour(rule, hour)
      if (mean === 0) return
      const count = poisson(mean, uniform(seed, crowd.ruleEntity(code), STREAM.count, hour))
      for (let n = 0; n < count; n++) {
        const incident = makeIncident(crowd, rule, code, hour, n)
        if (incident) made.push(incident)
      }
    })
    return made
  }

  function makeIncident(
    crowd: Crowd,
    rule: IncidentRule,
    code: number,
    hour: number,
    n: number,
  ): Incident | undefined {
    const entity = crowd.entityOf(code, n)
    const draw = (stream: number, index = 0) => uniform(seed, entity, stream + 16 * index, hour)
    const startMs = Math.floor((hour + draw(STREAM.moment)) * HOUR_MS)
    const [shortest, longest] = rule.minutes
    const share = draw(STREAM.length)
    const lengthMs = Math.floor((shortest + (longest - shortest) * share * share) * 60_000)
    const id = `${rule.kind}-${hour.toString(36)}-${n}${crowd.suffix}`
    const base = {
      id,
      kind: rule.kind,
      severity: draw(STREAM.severity),
      ...(rule.kind === 'gasLeak' ? { gas: LEAKING_GASES[hashText(id) % LEAKING_GASES.length]! } : {}),
    }
    if (rule.kind === 'overspeed') {
      const found = speedingVehicle(crowd, entity, hour)
      if (!found) return undefined
      const { index, x, y } = found
      const subject = { kind: 'vehicle' as const, index }
      return { ...base, startMs: found.startMs, endMs: found.endMs, x, y, subject }
    }
    const subject = crowd.subjectOf(rule, hash32(seed, entity, STREAM.subject, hour))
    if (!subject) {
      const place = pickPlace(city.places, hash32(seed, entity, STREAM.place, hour))
      return { ...base, startMs, endMs: startMs + lengthMs, x: place?.x ?? 0, y: place?.y ?? 0 }
    }
    const { x, y } = crowd.placeOf(subject, startMs)
    return { ...base, startMs, endMs: startMs + lengthMs, x, y, subject }
  }

  /** A vehicle that really drives faster than the fleet's top speed in the hour, from when until when, and where first. */
  function speedingVehicle(crowd: Crowd, entity: number, hour: number) {
    const { vehicles } = crowd
    if (vehicles.count === 0) return undefined
    for (let tries = 0; tries < 24; tries++) {
      const drawnVehicle = hash32(seed, entity, STREAM.subject + 64 * (tries + 1), hour) % vehicles.count
      const rides = vehicles.firstTraffic + drawnVehicle
      const atMs = Math.floor(
        (hour + uniform(seed, entity, STREAM.moment + 64 * (tries + 1), hour)) * HOUR_MS,
      )
      if (!speedsAt(rides, atMs)) continue
      const startMs = edgeOfSpeeding(rides, atMs, -1, hour * HOUR_MS)
      const endMs = edgeOfSpeeding(rides, atMs, 1, atMs + SPEEDING_AT_MOST_MS)
      traffic.vehicleInto(rides, startMs, scratch)
      return { index: vehicles.firstIndex + drawnVehicle, startMs, endMs, x: scratch.x, y: scratch.y }
    }
    return undefined
  }

  function speedsAt(rides: number, atMs: number): boolean {
    traffic.vehicleInto(rides, atMs, scratch)
    return scratch.speedKmh > FLEET_TOP_SPEED_KMH
  }

  /** The first or last half second, at most up to `limitMs`, of the stretch of speeding that holds a moment. */
  function edgeOfSpeeding(rides: number, atMs: number, way: 1 | -1, limitMs: number): number {
    let edgeMs = atMs
    for (let next = atMs + 500 * way; (limitMs - next) * way >= 0; next += 500 * way) {
      if (!speedsAt(rides, next)) break
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
    ofKind(kind, fromMs, toMs) {
      const found: Incident[] = []
      for (let hour = Math.floor(fromMs / HOUR_MS); hour * HOUR_MS < toMs; hour++) {
        found.push(...inHourOfKind(kind, hour))
      }
      found.push(...commanded.touching(fromMs, toMs).filter((each) => each.kind === kind))
      return found.filter(({ startMs }) => startMs >= fromMs && startMs < toMs).sort(byStart)
    },
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

/** Nothing of it is felt before its device is there; a battery that had begun to fail when the fleet went goes its way. */
function happensTo(fleet: NewcomerFleet, { kind, startMs }: Incident): boolean {
  if (kind === 'lowBattery') return isThereAt(fleet, startMs - BATTERY_LEAD_MS)
  return isThereAt(fleet, startMs) && startMs - FELT_BEFORE_MS >= fleet.fromMs
}

const byStart = (a: Incident, b: Incident) => a.startMs - b.startMs || (a.id < b.id ? -1 : 1)

/** Share of a day's number that falls into an hour. */
function shareOfHour(rule: IncidentRule, hour: number): number {
  const quarter = Math.floor(toCivil(hour * HOUR_MS).hour / 6)
  return rule.quarters[quarter]! / 6
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
