import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CommandParameters, type Packet, VERSION_2017 } from '../../../wire/hj212/packet.ts'
import { readParameters } from '../../../wire/hj212/read-parameters.ts'
import { FIELD_UNITS } from '../../../wire/hj212/units.ts'
import { parseWireTime, wireTime } from '../../../wire/hj212/wire-time.ts'
import { writeParameters } from '../../../wire/hj212/write-packet.ts'
import { answerRequest } from './answer-request.ts'
import { DAY_MS, formsOf, HOUR_MS, type StationSensors, ZONE_MS } from './station-data.ts'
import { defaultSettings } from './station-settings.ts'

const NOW = Date.UTC(2026, 10, 20, 3, 17, 42, 250)
const identity = { mn: '010000A8900016F000169DC0', st: '22' }

/** A station that reads, in place of a value, how many minutes have passed since the epoch. */
function station({ driftMs = 0, minuteMinutes = 10 } = {}) {
  const settings = defaultSettings({ minuteMinutes })
  const sensors: StationSensors = {
    readingsAt: (epochMs) => [{ quantity: 'noise', value: epochMs / 60_000, unit: 'dB' }],
    version: VERSION_2017,
    units: FIELD_UNITS,
    forms: formsOf(FIELD_UNITS, VERSION_2017),
    get clockAheadMs() {
      return settings.clockAheadMs + driftMs
    },
  }
  const ask = (cn: string, asked: Record<string, string>, nowMs = NOW) => {
    const packet: Packet = {
      ...{ qn: '20261120111742000', cn, password: settings.password, flag: 5, split: undefined, cp: '' },
      ...{ ...identity, params: new Map(Object.entries(asked)), factors: new Map(), deviations: [] },
    }
    const reply = answerRequest({ packet, settings, sensors, identity, nowMs })
    if (reply.kind !== 'done') throw new Error(reply.kind)
    const data = reply.data.map(
      (items) => readParameters(writeParameters(items), () => {}) as CommandParameters,
    )
    return { code: reply.code, data }
  }
  return { settings, sensors, ask }
}

const dataTime = ({ params }: CommandParameters) => parseWireTime(params.get('DataTime') ?? '') as number

test('data over a period carry its start and are of it, however far the clock was set off', () => {
  const kinds = fc.constantFrom(
    ...(['2031', '2041', '2061'] as const).map((cn) => ({ cn, minuteMinutes: 10 })),
    ...[1, 5, 10, 15, 30].map((minuteMinutes) => ({ cn: '2051', minuteMinutes })),
  )
  const correction = fc.integer({ min: -DAY_MS / 1000, max: DAY_MS / 1000 })
  const drift = fc.integer({ min: -3_600_000, max: 3_600_000 })
  fc.assert(
    fc.property(
      kinds,
      correction,
      drift,
      fc.nat({ max: 5 * 86_400 }),
      ({ cn, minuteMinutes }, seconds, driftMs, back) => {
        const { ask, sensors } = station({ driftMs, minuteMinutes })
        const stepMs = cn === '2051' ? minuteMinutes * 60_000 : cn === '2061' ? HOUR_MS : DAY_MS
        const beginMs = NOW - (NOW % 1000) - back * 1000
        const asked = { BeginTime: wireTime(beginMs), EndTime: wireTime(beginMs + 3 * stepMs) }
        const before = ask(cn, asked)
        expect(ask('1012', { SystemTime: wireTime(NOW + seconds * 1000) }).code).toBe(1)
        expect(Math.abs(sensors.clockAheadMs - seconds * 1000)).toBeLessThan(1000)
        const { data } = ask(cn, asked)
        for (const row of data) {
          const at = dataTime(row)
          expect((at + ZONE_MS) % stepMs).toBe(0)
          expect(at).toBeGreaterThanOrEqual(beginMs)
          expect(at + stepMs).toBeLessThanOrEqual(NOW)
          const { Min, Max } = row.factors.get('LA') ?? {}
          if (cn === '2041') continue
          expect(Number(Min) * 60_000).toBe(at)
          expect(Number(Max) * 60_000).toBeLessThan(at + stepMs)
        }
        // Values measured before the clock was set stay as they were.
        expect({ ...before }).toEqual({ ...ask(cn, asked) })
      },
    ),
  )
})

test('a station whose clock is two seconds behind has its days on their own dates', () => {
  const { ask } = station()
  ask('1012', { SystemTime: wireTime(NOW - 2000) })
  const { data } = ask('2031', { BeginTime: '20261118000000', EndTime: '20261119000000' })
  expect(data.map(({ params }) => params.get('DataTime'))).toEqual(['20261118000000', '20261119000000'])
})

test('data of a moment carry the time that the clock of the station shows', () => {
  const { ask } = station()
  ask('1012', { SystemTime: '20261119100000' })
  for (const cn of ['2011', '2021', '3015']) {
    expect(ask(cn, {}).data[0]?.params.get('DataTime')).toBe('20261119100000')
  }
  expect(ask('1011', {}).data[0]?.params.get('SystemTime')).toBe('20261119100000')
})

test('a clock is set to the years 2000 to 2099, and to no others', () => {
  const { ask, settings } = station()
  for (const time of ['19991231235959', '21000101000000', '99991231235959', '20261320000000', '']) {
    expect(ask('1012', { SystemTime: time })).toEqual({ code: 3, data: [] })
  }
  expect(settings.clockAheadMs).toBe(0)
  for (const time of ['20000101000000', '20991231235959']) {
    expect(ask('1012', { SystemTime: time }).code).toBe(1)
    expect(ask('1011', {}).data[0]?.params.get('SystemTime')).toBe(time)
  }
})
