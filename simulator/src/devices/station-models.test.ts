import { expect, test } from 'vitest'
import { QUANTITIES } from '../world/air/quantity-table.ts'
import type { Air } from '../world/types.ts'
import { bodyCameraChargePercent, rssiAt } from './radio-signal.ts'
import { quantitiesOf, readingsAt } from './station-models.ts'

test('a station reads its own quantities, rounded to the wire', () => {
  const air: Air = {
    solarYieldBetween: () => 0,
    of: () => 0,
    valueAt: () => 12.345_678,
    valuesAt(quantities, _x, _y, _at, _entity, out) {
      for (let i = 0; i < quantities.length; i++) out[i] = 12.345_678
    },
  }
  const station = { kind: 'hj212Station' as const, model: 'dust', x: 0, y: 0, entity: 1 }
  const readings = readingsAt(air, station, 0)
  expect(readings.map((reading) => reading.quantity)).toEqual(quantitiesOf('hj212Station', 'dust'))
  expect(readings[0]).toEqual({ quantity: 'pm25', value: 12.3, unit: 'µg/m³' })
  for (const { quantity, value } of readings) {
    expect(value).toBe(Number((12.345_678).toFixed(QUANTITIES[quantity].decimals)))
  }
})

test('cameras measure nothing and an unknown model is an air station', () => {
  expect(quantitiesOf('camera')).toEqual([])
  expect(quantitiesOf('hj212Station', 'toString')).toEqual(quantitiesOf('hj212Station', 'air'))
})

test('signal and charge stay in their ranges', () => {
  for (let i = 0; i < 500; i++) {
    expect(rssiAt(7, i, i * 977_000)).toBeGreaterThanOrEqual(-113)
    expect(rssiAt(7, i, i * 977_000)).toBeLessThanOrEqual(-51)
    expect(bodyCameraChargePercent(7, i, i * 977_000)).toBeGreaterThan(30)
    expect(bodyCameraChargePercent(7, i, i * 977_000)).toBeLessThanOrEqual(100)
  }
})
