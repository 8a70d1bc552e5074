import { DAY_MS, fromCivil, HOUR_MS } from '@backlot/contract/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTraffic } from '../traffic/create-traffic.ts'
import { gridCity } from '../traffic/grid-city.test-support.ts'
import { createIncidents } from './create-incidents.ts'
import { INCIDENT_RULES } from './incident-rules.ts'
import type { Roster } from './roster.ts'

const city = gridCity(11)
const traffic = createTraffic(7, city)
const spots = (count: number) => Float64Array.from({ length: 2 * count }, (_, i) => ((i * 97) % 1800) - 900)
const roster: Roster = {
  vehicles: 60,
  bodyCameras: 10,
  sites: {
    camera: spots(80),
    ptzCamera: spots(40),
    hj212Station: spots(40),
    solarStation: spots(20),
    gasDetector: spots(20),
  },
}
const incidents = createIncidents(7, city, traffic, roster)
const MIDNIGHT = fromCivil(2026, 11, 20)

test('a demo city has sixty to a hundred and twenty incidents a day', () => {
  let total = 0
  for (let day = 0; day < 60; day++) {
    const count = incidents.startingIn(MIDNIGHT - day * DAY_MS, MIDNIGHT - (day - 1) * DAY_MS).length
    expect(count).toBeGreaterThan(35)
    expect(count).toBeLessThan(150)
    total += count
  }
  expect(total / 60).toBeGreaterThan(60)
  expect(total / 60).toBeLessThan(120)
})

test('however a span is cut into pieces, the same incidents come in the same order', () => {
  const whole = incidents.startingIn(MIDNIGHT, MIDNIGHT + 2 * DAY_MS)
  expect(new Set(whole.map((incident) => incident.id)).size).toBe(whole.length)
  fc.assert(
    fc.property(fc.array(fc.nat(2 * DAY_MS), { maxLength: 6 }), (cuts) => {
      const edges = [0, ...cuts.sort((a, b) => a - b), 2 * DAY_MS].map((cut) => MIDNIGHT + cut)
      const fresh = createIncidents(7, city, traffic, roster)
      const pieces = edges.slice(1).flatMap((to, i) => fresh.startingIn(edges[i]!, to))
      expect(pieces).toEqual(whole)
    }),
    { numRuns: 12, seed: 2 },
  )
})

test('what is in progress at a moment is what started and has not ended', () => {
  const all = incidents.startingIn(MIDNIGHT - DAY_MS, MIDNIGHT + DAY_MS)
  for (let minute = 0; minute < 24 * 60; minute += 13) {
    const at = MIDNIGHT + minute * 60_000
    const active = new Set(incidents.activeAt(at).map((incident) => incident.id))
    const expected = all.filter((incident) => incident.startMs <= at && at < incident.endMs)
    expect(active).toEqual(new Set(expected.map((incident) => incident.id)))
  }
})

test('incidents happen to devices of their kinds, where those are', () => {
  for (const incident of incidents.startingIn(MIDNIGHT, MIDNIGHT + 10 * DAY_MS)) {
    const rule = INCIDENT_RULES.find(({ kind }) => kind === incident.kind)!
    const { subject } = incident
    expect(rule.subjects).toContain(subject?.kind)
    if (subject?.kind === 'vehicle') {
      const state = traffic.vehicleAt(subject.index, incident.startMs)
      expect([incident.x, incident.y]).toEqual([state.x, state.y])
      if (incident.kind === 'overspeed') expect(state.speedKmh).toBeGreaterThan(55)
    }
  }
})

test('without any devices incidents still happen at places of the city', () => {
  const wild = createIncidents(7, city, traffic, { vehicles: 0, bodyCameras: 0, sites: {} })
  const found = wild.startingIn(MIDNIGHT, MIDNIGHT + DAY_MS)
  expect(found.length).toBeGreaterThan(20)
  for (const incident of found) {
    expect(city.places.some((place) => place.x === incident.x && place.y === incident.y)).toBe(true)
    expect(incident.endMs - incident.startMs).toBeLessThan(3 * HOUR_MS)
  }
})
