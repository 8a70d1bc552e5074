/** Ordered incidents: their ids carry the sequence number of the log, their subjects are the nearest devices. */

import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { Projection } from '../city/projection.ts'
import type { Active, Interventions } from '../interventions.ts'
import { fleetOfIndex, isThereAt, type Newcomers } from '../newcomers.ts'
import { noPlace } from '../traffic/no-place.ts'
import type { Incident, IncidentKind, Traffic } from '../types.ts'
import { LONGEST_INCIDENT_MS } from './incident-rows.ts'
import { incidentRule } from './incident-rules.ts'
import { countOf, type Roster, trafficIndexOf } from './roster.ts'

/** A device farther away than this has nothing to do with it. */
const SUBJECT_REACH_M = 1500
/** Most devices of a large moving fleet that are looked at. */
const LOOKED_AT = 4000

export type CommandedIncidents = {
  /** Those that touch [fromMs, toMs], in log order. */
  touching(fromMs: number, toMs: number): Incident[]
}

export function createCommandedIncidents(
  interventions: Interventions,
  projection: Projection,
  traffic: Traffic,
  roster: Roster,
  newcomers: Newcomers,
): CommandedIncidents {
  const known = new Map<number, Incident>()
  const scratch = noPlace()
  interventions.onChange(() => known.clear())

  function incidentOf(happening: Active<'incident'> | Active<'leak'>): Incident {
    const made = known.get(happening.seq)
    if (made) return made
    const place = projection.toLocal(happening.longitude, happening.latitude)
    const base = {
      startMs: happening.atMs,
      // A leak may last; an incident of a device is over when the longest of its kind would be.
      endMs:
        happening.kind === 'leak'
          ? happening.endMs
          : Math.min(happening.endMs, happening.atMs + LONGEST_INCIDENT_MS),
      severity: Math.max(0, Math.min(1, happening.severity)),
      commanded: true as const,
    }
    const incident: Incident =
      happening.kind === 'leak'
        ? { ...base, ...place, id: `leak-c${happening.seq}`, kind: 'gasLeak', gas: happening.gas }
        : happened(happening, place, base)
    known.set(happening.seq, incident)
    return incident
  }

  function happened(
    happening: Active<'incident'>,
    place: { x: number; y: number },
    base: Pick<Incident, 'startMs' | 'endMs' | 'severity' | 'commanded'>,
  ): Incident {
    const kind = happening.incident
    const id = `${kind}-c${happening.seq}`
    const subject = happening.subject ?? subjectNear(kind, place.x, place.y, happening.atMs)
    // An incident inside a device has the place of the device.
    const inside = happening.subject !== undefined || kind === 'lowBattery' || incidentRule(kind)?.isOwn
    const where = subject && inside ? placeOf(subject, happening.atMs) : undefined
    return { ...base, ...(where ?? place), id, kind, ...(subject ? { subject } : {}) }
  }

  /** The device that such a thing happens to and that is nearest. */
  function subjectNear(kind: IncidentKind, x: number, y: number, atMs: number): Incident['subject'] {
    const rule = incidentRule(kind)
    let best: Incident['subject']
    let bestSquare = SUBJECT_REACH_M * SUBJECT_REACH_M
    const look = (subjectKind: DeviceKind, index: number) => {
      const place = placeOf({ kind: subjectKind, index }, atMs)
      if (!place) return
      const square = (place.x - x) * (place.x - x) + (place.y - y) * (place.y - y)
      if (square >= bestSquare) return
      bestSquare = square
      best = { kind: subjectKind, index }
    }
    for (const subjectKind of rule?.subjects ?? []) {
      for (let index = 0; index < countOf(roster, subjectKind); index++) look(subjectKind, index)
      for (const fleet of newcomers.list()) {
        if (fleet.kind !== subjectKind || !isThereAt(fleet, atMs)) continue
        const step = fleet.firstTraffic === undefined ? 1 : Math.ceil(fleet.count / LOOKED_AT)
        for (let i = 0; i < fleet.count; i += step) look(subjectKind, fleet.firstIndex + i)
      }
    }
    return best
  }

  function placeOf(subject: { kind: DeviceKind; index: number }, atMs: number) {
    const fleet = fleetOfIndex(newcomers, subject.kind, subject.index)
    const inFleet = fleet ? subject.index - fleet.firstIndex : 0
    if (fleet && fleet.firstTraffic === undefined) return fleet.siteOf(inFleet)
    const rides = fleet ? fleet.firstTraffic! + inFleet : trafficIndexOf(roster, subject.kind, subject.index)
    if (rides !== undefined) {
      traffic.vehicleInto(rides, atMs, scratch)
      return { x: scratch.x, y: scratch.y }
    }
    const sites = roster.sites[subject.kind]
    const x = sites?.[2 * subject.index]
    const y = sites?.[2 * subject.index + 1]
    return x === undefined || y === undefined ? undefined : { x, y }
  }

  return {
    touching: (fromMs, toMs) => [
      ...interventions.touching('incident', fromMs, toMs).map(incidentOf),
      ...interventions.touching('leak', fromMs, toMs).map(incidentOf),
    ],
  }
}
