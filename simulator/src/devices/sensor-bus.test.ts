import { CONTROLLER_TEXT } from '@backlot/contract/sense-controllers/constants'
import { NewController } from '@backlot/contract/sense-controllers/entities'
import { bytesOf, hasGoodCrc, hexText, scriptOf, withCrc } from '@backlot/contract/sense-controllers/modbus'
import { expect, test } from 'vitest'
import { QUANTITY_DICTIONARY } from '../world/air/quantity-dictionary.ts'
import type { Quantity } from '../world/types.ts'
import type { DeviceCommand } from './commands.ts'
import { FACTORY_MAKER, FACTORY_SENSORS, scriptFor } from './factory-sensors.ts'
import { STATION_QUANTITIES } from './hj212-station/hj212-station.ts'
import { absentAt, answerTo, heardBy, pollsAt, readAnswer, scriptAt } from './sensor-bus.ts'
import { CONTROLLER_POINTS } from './sensor-controller/sensor-controller.ts'
import { quantitiesOf } from './station-models.ts'
import { wiredSensors } from './wired-sensors.ts'

const AIR = { kind: 'hj212Station', model: 'air' } as const
const MODELS = [
  ...Object.keys(STATION_QUANTITIES).map((model) => ({ kind: 'hj212Station' as const, model })),
  ...Object.keys(CONTROLLER_POINTS).map((model) => ({ kind: 'sensorController' as const, model })),
]
const code = (quantity: Quantity) => QUANTITY_DICTIONARY[quantity].code
const set = (atMs: number, polls: unknown): DeviceCommand => ({
  kind: 'configSet',
  section: 'busParam',
  config: { polls },
  atMs,
  seq: atMs,
  sn: 'S',
})

test('every quantity of a station or controller comes from one sensor on its line, at an address of its own', () => {
  for (const station of MODELS) {
    const line = wiredSensors(station.kind, station.model)
    const measured = line.flatMap(({ sensor }) => sensor.quantities)
    expect([...measured].sort()).toEqual([...quantitiesOf(station.kind, station.model)].sort())
    expect(new Set(line.map(({ address }) => address)).size).toBe(line.length)
    expect(pollsAt(station, [], 0).flatMap((poll) => heardBy(station, poll))).toEqual(measured)
  }
  expect(wiredSensors('gasDetector', undefined)).toEqual([])
})

test('sensors of the catalogue are as the contract wants those that people enter', () => {
  for (const { number, name, model, ctrlType, quantities } of FACTORY_SENSORS) {
    const entered = {
      number,
      name: name.en,
      model,
      factory: FACTORY_MAKER.en,
      ctrlType,
      script: scriptFor(1, quantities),
      baudRate: 9600,
      address: 1,
      codes: quantities.map(code),
    }
    expect(NewController.parse(entered)).toEqual(entered)
    expect(name.zh).toMatch(CONTROLLER_TEXT)
  }
})

test('what is asked for no more, elsewhere or at another rate is missing from then on, and only from then on', () => {
  const polls = pollsAt(AIR, [], 0)
  const [dust, gases, weather] = polls as [(typeof polls)[0], (typeof polls)[0], (typeof polls)[0]]
  const moved = { ...gases, address: 9, script: scriptAt(gases.script, 9) }
  const log = [
    set(1000, [dust, moved, weather]),
    set(2000, [dust, weather]),
    set(3000, [dust, gases, { ...weather, baudRate: 4800 }]),
    set(4000, null),
  ]
  const missing = (atMs: number) => [...(absentAt(AIR, log, atMs) ?? [])]
  expect(absentAt(AIR, log, 999)).toBeUndefined()
  expect(missing(1000)).toEqual(['so2', 'no2', 'co', 'o3'])
  expect(missing(2000)).toEqual(['so2', 'no2', 'co', 'o3'])
  expect(missing(3000)).toEqual(['temperature', 'humidity', 'pressure', 'windSpeed', 'windDirection'])
  expect(missing(4000)).toEqual([])
})

test('a sensor that is asked for some of its registers brings what stands in them', () => {
  const [, gases] = pollsAt(AIR, [], 0)
  const part = { ...gases!, script: scriptOf({ address: 2, fn: 4, start: 2, count: 4 }) }
  expect(heardBy(AIR, { ...part, codes: [code('no2'), code('co')] })).toEqual(['no2', 'co'])
  // The codes are at the wrong registers.
  expect(heardBy(AIR, { ...part, codes: [code('so2'), code('no2')] })).toEqual([])
  expect(heardBy(AIR, { ...part, script: scriptOf({ address: 2, fn: 3, start: 6, count: 4 }) })).toEqual([])
})

test('a sensor answers its own address and rate, refuses what it does not have, and keeps still at noise', () => {
  const values: Partial<Record<Quantity, number>> = { temperature: -12.3, humidity: 45.6, pressure: 101.32 }
  const shownBy = (quantity: Quantity) => values[quantity] ?? 1
  const ask = (request: string, baudRate = 9600) => answerTo(AIR, request, baudRate, shownBy)
  const answer = ask(scriptFor(3, [1, 2, 3, 4, 5]))!
  // -123 steps of a tenth, high word first.
  expect(hexText(answer).slice(0, 35)).toBe('03 03 14 FF FF FF 85 00 00 01 C8 00')
  expect(hasGoodCrc(answer)).toBe(true)
  const codes = (['temperature', 'humidity', 'pressure'] as const).map(code)
  const decimals: Record<string, number> = { [codes[0]!]: 1, [codes[1]!]: 1, [codes[2]!]: 2 }
  const read = readAnswer(answer, codes, (each) => decimals[each] ?? 0)
  expect(read.registers).toHaveLength(10)
  expect(read.values.map(({ value }) => value)).toEqual([-12.3, 45.6, 101.32])

  const beyond = ask(scriptOf({ address: 3, fn: 3, start: 8, count: 4 }))!
  expect(readAnswer(beyond, [], () => 0)).toEqual({ exceptionCode: 2, registers: [], values: [] })
  expect(hexText(ask(hexText(withCrc([3, 6, 0, 0, 0, 1])))!.slice(0, 3))).toBe('03 86 01')
  expect(ask(scriptFor(3, [1]), 4800)).toBeUndefined()
  expect(ask(scriptFor(7, [1]))).toBeUndefined()
  expect(ask('03 03 00 00 00 02 00 00')).toBeUndefined()
  expect(bytesOf('03 03')).toEqual([3, 3])
})
