import { expect, test } from 'vitest'
import { factorOf } from './factor-table.ts'
import { readUnitOverride, unitRulesOf } from './unit-overrides.ts'
import { toPlatformUnit, toWireUnit } from './units.ts'

const read = (...texts: string[]) =>
  texts.map((text) => {
    const override = readUnitOverride(text)
    if (typeof override === 'string') throw new Error(override)
    return override
  })

test('an override names a code in any spelling, or a quantity, for all stations or for one', () => {
  expect(read('a34004=ng/m3', 'PM25=ng/m³', 'pm25=ng/m3', 'A1:02=mg/m3', 'co2=mg/m³', 'no2=ug/m3')).toEqual([
    { sn: undefined, code: 'a34004', unit: 'ng/m³' },
    { sn: undefined, code: 'a34004', unit: 'ng/m³' },
    { sn: undefined, code: 'a34004', unit: 'ng/m³' },
    { sn: 'A1', code: 'a21026', unit: 'mg/m³' },
    { sn: undefined, code: 'a05001', unit: 'mg/m³' },
    { sn: undefined, code: 'a21004', unit: 'µg/m³' },
  ])
  expect(readUnitOverride('a34004')).toMatch('write code=unit')
  expect(readUnitOverride('w01018=mg/L')).toMatch('no quantity')
  expect(readUnitOverride('a01001=ng/m3')).toMatch('cannot be read')
})

test('values are read and written in the unit of their sensor; dust in a unit that somebody named is not guessed at', () => {
  const rules = unitRulesOf('field', read('pm10=ng/m3', 'A1:pm25=mg/m3', 'A2:pm10=ug/m3'))
  expect(toPlatformUnit('a34002', 61_000, rules('A9'))).toBe(61)
  expect(toPlatformUnit('a34002', 61_000, rules('A2'))).toBe(61_000)
  expect(toPlatformUnit('a34004', 0.035, rules('A1'))).toBe(35)
  expect(toPlatformUnit('PM25', 0.035, rules('A1'))).toBe(35)
  expect(toPlatformUnit('a34002', 61_000, rules('A1'))).toBe(61)
  // No unit was set for this one: a value impossible in air is in nanograms.
  expect(toPlatformUnit('a34004', 35_000, rules('A9'))).toBe(35)
  expect(toWireUnit(factorOf('pm25')!, 35, rules('A1'))).toBe(0.035)
  expect(unitRulesOf('standard', [])('A1')).toEqual({ profile: 'standard' })
})
