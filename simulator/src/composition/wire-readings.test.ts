import { expect, test } from 'vitest'
import type { Device } from '../fleet/device.ts'
import type { Directory } from '../fleet/directory.ts'
import type { LatestValue } from '../gateways/latest-readings.ts'
import { withWireReadings } from './wire-readings.ts'

const NOW = 1_795_000_000_000
// Doubles with what is read of a value, a device and the directory.
const values = [{ quantity: 'pm25', code: 'a34004', value: 35, atMs: NOW }] as unknown as LatestValue[]

test('every kind of station shows in its family what a wire brought, a sensor controller too', () => {
  const kinds = { CTRL: 'sensorController', SUN: 'solarStation', CAM: 'camera' } as const
  const directory = {
    deviceBySn: (sn: keyof typeof kinds) => ({ sn, kind: kinds[sn], foreign: true }) as unknown as Device,
  } as unknown as Directory
  const readings = withWireReadings({ latest: () => undefined }, directory, () => values)
  expect(readings.latest('CTRL', 'hjt212', NOW)?.map(({ value }) => value)).toEqual([35])
  expect(readings.latest('SUN', 'solar', NOW)?.map(({ value }) => value)).toEqual([35])
  expect(readings.latest('SUN', 'hjt212', NOW)).toBeUndefined()
  expect(readings.latest('CAM', 'hjt212', NOW)).toBeUndefined()
})
