import { expect, test } from 'vitest'
import { encodePolyline } from '../polyline.ts'
import { FleetFields, FleetSpec } from './fleet-spec.ts'

const STATIONS = { kind: 'hj212Station', count: 3, group: 'airQuality', placement: 'parks' }
const TAXIS = { kind: 'vehicle', count: 3, group: 'taxis', placement: 'traffic' }

const refusal = (fleet: object) => {
  const result = FleetSpec.safeParse(fleet)
  return result.success ? undefined : result.error.issues.map(({ path, message }) => `${path}: ${message}`)
}

test.each([
  [
    { ...STATIONS, models: ['air', 'duts'] },
    "models: there is no hj212Station 'duts': air, dust, noise, water, industrial, full",
  ],
  [{ ...STATIONS, protocols: ['jt808'] }, 'protocols: a hj212Station does not speak jt808'],
  [{ ...TAXIS, protocols: ['onvif'] }, 'protocols: a vehicle does not speak onvif'],
  [{ ...TAXIS, protocols: ['v3'], wire: true }, 'protocols: over a wire a vehicle speaks jt808'],
  [{ ...TAXIS, count: 0 }, 'count: at least 1'],
  [{ ...TAXIS, placement: { district: 'x' } }, 'placement: a vehicle moves: its placement is traffic'],
])('a fleet whose fields do not go together is refused with the reason', (fleet, reason) => {
  expect(refusal(fleet)).toEqual([reason])
  // Fleets stored before such a check existed stay readable.
  expect(FleetFields.safeParse(fleet).success).toBe(true)
})

const TRACK = { steps: [10, 10], path: encodePolyline([116.4, 116.41, 116.42], [39.9, 39.9, 39.9]) }
const BUSES = { kind: 'vehicle', group: 'buses', tracks: { list: [TRACK, TRACK] } }

test('a fleet on tracks has a device for each of them, in the traffic, unless it says otherwise', () => {
  expect(FleetSpec.parse(BUSES)).toMatchObject({ count: 2, placement: 'traffic' })
  expect(FleetSpec.parse({ ...BUSES, count: 5 })).toMatchObject({ count: 5 })
  expect(FleetSpec.parse(FleetSpec.parse(BUSES))).toEqual(FleetSpec.parse(BUSES))
})

test.each<[object, string]>([
  [{ ...TAXIS, count: undefined }, 'count: is missing'],
  [{ ...TAXIS, placement: undefined }, 'placement: is missing'],
  [
    { ...BUSES, tracks: 'gpx/' },
    'tracks: wants the content of the files as list: scenarios and backlot fleet add read files',
  ],
  [
    { ...BUSES, kind: 'camera' },
    'tracks: a camera stands still: vehicles and personal devices follow tracks',
  ],
  [{ ...BUSES, placement: 'gates' }, 'placement: a vehicle moves: its placement is traffic'],
  [
    { ...BUSES, tracks: { list: [{ ...TRACK, path: 'no line' }] } },
    'tracks,list,0,path: is no encoded polyline',
  ],
  [
    { ...BUSES, tracks: { list: [TRACK, { ...TRACK, steps: [10] }] } },
    'tracks,list,1,steps: 3 points need 2 steps between them, not 1',
  ],
  [
    { ...BUSES, tracks: { list: [{ ...TRACK, steps: [0, 0.5] }] } },
    'tracks,list,0,steps: the track takes less than a second',
  ],
  [
    { ...BUSES, tracks: { list: [TRACK], every: '19s' } },
    'tracks,every: a round of track 1 takes 20 s: no less than that',
  ],
  [
    { ...BUSES, tracks: { list: [TRACK], atEnd: 'backAndForth', every: '39s' } },
    'tracks,every: a round of track 1 takes 40 s: no less than that',
  ],
  [
    { ...BUSES, tracks: { list: [TRACK], atEnd: 'stay' } },
    'tracks,start: track 1 has no date: say when it begins',
  ],
  [
    { ...BUSES, tracks: { list: [{ ...TRACK, startMs: 1 }], atEnd: 'stay', every: '1h' } },
    'tracks,every: there is no next round where devices stay at the end',
  ],
  [
    { ...BUSES, tracks: { list: [TRACK], datum: 'gcj02' } },
    'tracks,datum: is for files that are read, beside from',
  ],
])('a fleet whose tracks cannot be followed is refused with the reason', (fleet, reason) => {
  expect(refusal(fleet)).toEqual([reason])
})

test('names of other kinds, and protocols that are spoken, are taken', () => {
  expect(refusal({ ...STATIONS, models: ['full', 'water'], wire: true })).toBeUndefined()
  expect(refusal({ ...TAXIS, models: ['ambulance'], protocols: ['jt808'], wire: true })).toBeUndefined()
})
