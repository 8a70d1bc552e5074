import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MappedRegister } from '../wire/modbus/kind-registers.ts'
import {
  REGISTER_RANGES,
  REGISTER_TYPES,
  registerValue,
  valueRegisters,
} from '../wire/modbus/register-values.ts'
import { createKindUnit } from './kind-unit.ts'

const at = (address: number, more: Partial<MappedRegister> = {}): MappedRegister => ({
  table: 'holding',
  address,
  type: 'int16',
  swapped: false,
  factor: 1,
  offset: 0,
  ...more,
})

/** A pump: flow and heat are read, speed and pressure are set, from 0 to 100 each. */
function open() {
  const held: Record<string, number> = { speed: 80, pressure: 2.5, on: 1 }
  const unit = createKindUnit(
    {
      readings: {
        flow: at(0, { table: 'input', type: 'uint32', swapped: true, factor: 0.001 }),
        heat: at(10, { table: 'input', factor: 0.1, offset: -40 }),
        gone: at(11, { table: 'input' }),
        runs: at(0, { table: 'discrete' }),
      },
      settings: {
        speed: at(0),
        pressure: at(1, { type: 'float32' }),
        on: at(7, { table: 'coil' }),
      },
    },
    {
      sn: 'P',
      answers: () => true,
      values: () =>
        new Map([
          ['flow', 123.456],
          ['heat', 21.5],
          ['gone', Number.NaN],
          ['runs', 0.2],
        ]),
      settings: () => Object.entries(held).map(([name, value]) => ({ name, value })),
      async set(settings) {
        if (Object.values(settings).some((value) => value < 0 || value > 100)) return false
        Object.assign(held, settings)
        return true
      },
    },
  )
  return { unit, held }
}

test('quantities stand at their addresses, in their types and scales', () => {
  const { unit } = open()
  // 123,456 is 0x0001E240: the low half first.
  expect(unit.read('input', 0, 2)).toEqual([0xe240, 0x0001])
  expect(unit.read('input', 10, 2)).toEqual([615, 0x8000])
  expect(unit.read('discrete', 0, 1)).toEqual([1])
  // 2.5 is 0x40200000 (IEEE 754).
  expect(unit.read('holding', 0, 3)).toEqual([80, 0x4020, 0x0000])
  expect(unit.read('coil', 7, 1)).toEqual([1])
})

test.each([
  ['input', 2, 1],
  ['input', 1, 2],
  ['holding', 2, 2],
  ['coil', 0, 1],
  ['holding', 65_535, 1],
] as const)('in the table %s nothing is at %i (%i)', (table, address, count) => {
  expect(open().unit.read(table, address, count)).toBeUndefined()
})

test('written registers set settings together, or none of them', async () => {
  const { unit, held } = open()
  expect(await unit.write('holding', 0, [40, 0x4080, 0])).toBe('done')
  expect(await unit.write('coil', 7, [0])).toBe('done')
  expect(held).toEqual({ speed: 40, pressure: 4, on: 0 })
  expect(await unit.write('holding', 0, [50, 0x43fa, 0])).toBe('value')
  // A float that is no number.
  expect(await unit.write('holding', 1, [0x7fc0, 0])).toBe('value')
  expect(await unit.write('holding', 0, [0xffff])).toBe('value')
  expect(await unit.write('holding', 1, [0x4080])).toBe('address')
  expect(await unit.write('holding', 2, [0])).toBe('address')
  expect(await unit.write('holding', 5, [0])).toBe('address')
  expect(held).toEqual({ speed: 40, pressure: 4, on: 0 })
})

test('whole numbers are found again in their registers, and cut at the range of their type', () => {
  const types = REGISTER_TYPES.filter((type) => type !== 'float32')
  fc.assert(
    fc.property(
      fc.constantFrom(...types),
      fc.integer({ min: -(2 ** 33), max: 2 ** 33 }),
      fc.boolean(),
      (type, value, swapped) => {
        const [least, most] = REGISTER_RANGES[type]
        const read = registerValue(type, valueRegisters(type, value, swapped), swapped)
        expect(read).toBe(Math.min(most, Math.max(least, value)))
      },
    ),
  )
})

test('a whole number of 32 bits is set to its last digit', async () => {
  const held: Record<string, number> = {}
  const unit = createKindUnit(
    { readings: {}, settings: { total: at(0, { type: 'uint32' }) } },
    {
      sn: 'P',
      answers: () => true,
      values: () => new Map(),
      settings: () => [],
      async set(settings) {
        Object.assign(held, settings)
        return true
      },
    },
  )
  expect(await unit.write('holding', 0, [0xffff, 0xfffd])).toBe('done')
  expect(held).toEqual({ total: 4_294_967_293 })
})
