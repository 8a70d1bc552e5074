import { expect, test } from 'vitest'
import type { Device } from '../../fleet/device.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { LatestValue } from '../../gateways/latest-readings.ts'
import { withWireReadings } from './wire-readings.ts'

const NOW = 1_795_000_000_000
// Doubles with the fields that are read of a value, a device and the directory.
const values = [{ quantity: 'pm25', code: 'a34004', value: 35, atMs: NOW }] as unknown as LatestValue[]

test('every kind of station shows in its family what a wire brought, a sensor controller too', () => {
  const kinds = { CTRL: 'sensorController', SUN: 'solarStation', CAM: 'camera' } as const
  const directory = {
    deviceBySn: (sn: keyof typeof kinds) => ({ sn, kind: kinds[sn], foreign: true }) as unknown as Device,
  } as unknown as Directory
  const readings = withWireReadings(
    { latest: () => undefined, absent: () => undefined },
    directory,
    () => values,
  )
  expect(readings.latest('CTRL', 'hjt212', NOW)?.map(({ value }) => value)).toEqual([35])
  expect(readings.latest('SUN', 'solar', NOW)?.map(({ value }) => value)).toEqual([35])
  expect(readings.latest('SUN', 'hjt212', NOW)).toBeUndefined()
  expect(readings.latest('CAM', 'hjt212', NOW)).toBeUndefined()
})

test('a code of the standard is shown under its code of 2017, as the dictionary has it, and once', () => {
  const said = (code: string, value: number, atMs: number, quantity?: 'so2') =>
    ({ quantity, code, atMs, value }) as LatestValue
  const latest = [
    said('NOX', 12, NOW),
    said('03', 11, NOW - 60_000),
    said('SO2', 7, NOW - 60_000, 'so2'),
    said('a21026', 8, NOW, 'so2'),
    said('ele01', 5, NOW),
  ]
  // The only fields that are read of a device and of the directory.
  const device = { sn: 'A', kind: 'hj212Station', foreign: true } as unknown as Device
  const readings = withWireReadings(
    { latest: () => undefined, absent: () => undefined },
    { deviceBySn: () => device } as unknown as Directory,
    () => latest,
  )
  expect(readings.latest('A', 'hjt212', NOW)?.map(({ code, value, unit }) => [code, value, unit])).toEqual([
    ['a21002', 12, 'mg/m³'],
    ['a21026', 8, 'µg/m³'],
    ['ele01', 5, ''],
  ])
})

test("states of a station's devices have names; when it was started is no value of a chart", () => {
  const told = (code: string, value: number): LatestValue => ({
    quantity: undefined,
    code,
    atMs: NOW,
    value,
    min: undefined,
    max: undefined,
    sum: undefined,
    flag: undefined,
  })
  const latest = [told('SB1-RS', 1), told('SB2-RT', 10.5), told('RestartTime', NOW)]
  // The only fields that are read of a device and of the directory.
  const device = { sn: 'A', kind: 'hj212Station', foreign: true } as unknown as Device
  const directory = { deviceBySn: () => device } as unknown as Directory
  const readings = withWireReadings(
    { latest: () => undefined, absent: () => undefined },
    directory,
    () => latest,
  )
  expect(readings.latest('A', 'hjt212', NOW)?.map(({ name, value, unit }) => [name.en, value, unit])).toEqual(
    [
      ['Device 1 state', 1, ''],
      ['Device 2 run time', 10.5, 'h'],
    ],
  )
})
