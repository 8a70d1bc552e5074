import { expect, test } from 'vitest'
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

test('names of other kinds, and protocols that are spoken, are taken', () => {
  expect(refusal({ ...STATIONS, models: ['full', 'water'], wire: true })).toBeUndefined()
  expect(refusal({ ...TAXIS, models: ['ambulance'], protocols: ['jt808'], wire: true })).toBeUndefined()
})
