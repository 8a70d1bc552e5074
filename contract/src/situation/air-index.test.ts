import { expect, it } from 'vitest'
import { airClass, airIndex, pollutantIndex } from './air-index.ts'

it("answers the standard's indexes at its limits, and in a straight line between them", () => {
  expect(pollutantIndex('pm25', 0)).toBe(0)
  expect(pollutantIndex('pm25', 35)).toBe(50)
  expect(pollutantIndex('pm25', 75)).toBe(100)
  expect(pollutantIndex('pm25', 55)).toBe(75)
  expect(pollutantIndex('pm10', 420)).toBe(300)
  expect(pollutantIndex('co', 7.5)).toBe(75)
  expect(pollutantIndex('o3', 161)).toBe(52)
  expect(pollutantIndex('no2', 9999)).toBe(500)
})

it('judges a civil day by the limits of days', () => {
  expect(pollutantIndex('so2', 50, 'day')).toBe(50)
  expect(pollutantIndex('no2', 80, 'day')).toBe(100)
  expect(pollutantIndex('co', 14, 'day')).toBe(150)
  expect(pollutantIndex('o3', 265, 'day')).toBe(200)
  expect(airIndex({ pm25: 20, o3: 130 }, 'day')).toEqual({ aqi: 75, primary: 'o3' })
})

it('takes the worst pollutant, which is named above 50', () => {
  expect(airIndex({ pm25: 60, pm10: 60, noise: 70 })).toEqual({ aqi: 82, primary: 'pm25' })
  expect(airIndex({ pm25: 10, pm10: 20 })).toEqual({ aqi: 20 })
  expect(airIndex({ temperature: 20 })).toEqual({})
})

it('has six classes', () => {
  expect([0, 50, 51, 100, 150, 200, 300, 301].map(airClass)).toEqual([
    'excellent',
    'excellent',
    'good',
    'good',
    'light',
    'moderate',
    'heavy',
    'severe',
  ])
})
