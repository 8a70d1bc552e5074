import { expect, it } from 'vitest'
import { decimalsOf, valueText, withUnit } from './reading-figure.ts'

it('the decimals of the platform hold, whatever was sent and whatever is the habit', () => {
  expect(decimalsOf({ V: 44.12345, F: 'µg/m³', decimals: 2 }, [44.12345, 40])).toBe(2)
  expect(valueText({ V: 44.6, F: 'µg/m³', decimals: 0 })).toBe('45')
  expect(valueText({ V: 20, F: '%', decimals: 1 })).toBe('20.0')
})

it('without any, the habit of the unit holds, or more when a value was sent with more', () => {
  expect(decimalsOf({ V: 20, F: 'µg/m³' })).toBe(1)
  expect(decimalsOf({ V: 21, F: '℃' }, [21, 21.25, 22.5])).toBe(2)
  expect(valueText({ V: 412, F: 'ppm' })).toBe('412')
})

it('a unit stands behind its value, and none leaves no blank', () => {
  expect(withUnit('7.20', 'pH')).toBe('7.20 pH')
  expect(withUnit('7.20', '')).toBe('7.20')
})
