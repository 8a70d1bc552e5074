/** Among whom an hour's incidents are dealt out: the roster that the world began with, or a fleet that came later. */
import { hash32, hashText } from '../hash.ts'
import type { NewcomerFleet } from '../newcomers.ts'
import type { Incident, Traffic } from '../types.ts'
import type { IncidentRule } from './incident-rules.ts'
import { countOf, type Roster, trafficIndexOf } from './roster.ts'

type Subject = NonNullable<Incident['subject']>

export type Crowd = {
  /** Suffix of its incidents' ids. */
  suffix: string
  /** Seeds for the number of a rule's incidents, and for the n-th of them. */
  ruleEntity(code: number): number
  entityOf(code: number, n: number): number
  expectedADay(rule: IncidentRule): number
  /** Whom it happens to; undefined when there is nobody of the rule's kinds. */
  subjectOf(rule: IncidentRule, draw: number): Subject | undefined
  placeOf(subject: Subject, atMs: number): { x: number; y: number }
  /** Vehicles that may speed: those of the traffic, and their indexes in the kind. */
  vehicles: { count: number; firstIndex: number; firstTraffic: number }
}

const STREAM = { fleet: 307 }
/** However large a fleet that came later is, of a rule no more than that happen to it on a day. */
const MOST_A_DAY = 200

export function crowdOfRoster(roster: Roster, traffic: Traffic): Crowd {
  return {
    suffix: '',
    ruleEntity: (code) => code,
    entityOf: (code, n) => code * 64 + n,
    expectedADay(rule) {
      const devices = rule.subjects.reduce((sum, kind) => sum + countOf(roster, kind), 0)
      if (devices === 0 && rule.isOwn) return 0
      return rule.perDay * (devices > 0 ? Math.sqrt(devices / rule.perDevices) : 1)
    },
    subjectOf(rule, draw) {
      const total = rule.subjects.reduce((sum, kind) => sum + countOf(roster, kind), 0)
      if (total === 0) return undefined
      let index = draw % total
      for (const kind of rule.subjects) {
        const count = countOf(roster, kind)
        if (index < count) return { kind, index }
        index -= count
      }
      return undefined
    },
    placeOf({ kind, index }, atMs) {
      const rides = trafficIndexOf(roster, kind, index)
      if (rides !== undefined) return traffic.vehicleAt(rides, atMs)
      const sites = roster.sites[kind]!
      return { x: sites[2 * index]!, y: sites[2 * index + 1]! }
    },
    vehicles: { count: roster.vehicles, firstIndex: 0, firstTraffic: 0 },
  }
}

/** Small fleets have their share by number, large ones by its square root: a few more devices are no storm of alarms. */
export function crowdOfFleet(fleet: NewcomerFleet, traffic: Traffic): Crowd {
  const { id, kind, count, firstIndex, firstTraffic } = fleet
  const name = hashText(id)
  return {
    suffix: `-${id}`,
    ruleEntity: (code) => hash32(name, code, STREAM.fleet, 1),
    entityOf: (code, n) => hash32(name, code * 64 + n, STREAM.fleet, 0),
    expectedADay(rule) {
      if (!rule.subjects.includes(kind)) return 0
      const share = count / rule.perDevices
      return Math.min(MOST_A_DAY, rule.perDay * Math.min(share, Math.sqrt(share)))
    },
    subjectOf: (_rule, draw) => ({ kind, index: firstIndex + (draw % count) }),
    placeOf: ({ index }, atMs) =>
      firstTraffic === undefined
        ? fleet.siteOf(index - firstIndex)
        : traffic.vehicleAt(firstTraffic + index - firstIndex, atMs),
    vehicles: { count: kind === 'vehicle' ? count : 0, firstIndex, firstTraffic: firstTraffic ?? 0 },
  }
}
