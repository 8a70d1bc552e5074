import { expect, test } from 'vitest'
import { moveStep, newCruise, stepTo } from './cruise-draft.ts'

const presets = [{ presetIndex: 1 }, { presetIndex: 7 }]
const cruise = (cruiseIndex: number) => ({ cruiseIndex, name: '', steps: [] })

test('a new cruise visits every preset, on the first free number', () => {
  const made = newCruise([cruise(1), cruise(3)], presets, (index) => `Cruise ${index}`)
  expect(made).toMatchObject({ cruiseIndex: 2, name: 'Cruise 2' })
  expect(made?.steps.map(({ presetIndex }) => presetIndex)).toEqual([1, 7])
})

test('there is no ninth cruise', () => {
  expect(newCruise([1, 2, 3, 4, 5, 6, 7, 8].map(cruise), presets, String)).toBeUndefined()
})

test('steps move past each other and not past the ends', () => {
  const steps = [1, 2, 3].map(stepTo)
  const order = (list: typeof steps) => list.map(({ presetIndex }) => presetIndex).join('')
  expect(order(moveStep(steps, 0, 1))).toBe('213')
  expect(order(moveStep(steps, 2, -1))).toBe('132')
  expect(order(moveStep(steps, 0, -1))).toBe('123')
  expect(order(moveStep(steps, 2, 1))).toBe('123')
})
