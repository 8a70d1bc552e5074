import { expect, it } from 'vitest'
import { isShielded, parseShieldList } from './shield-list.ts'

it('shields a whole type or one sub-type of it', () => {
  const shield = parseShieldList(' VideoLost, IoAlarm-Door ,')
  expect([...shield]).toEqual(['VideoLost', 'IoAlarm-Door'])
  expect(isShielded({ type: 'VideoLost', subType: 'Any' }, shield)).toBe(true)
  expect(isShielded({ type: 'IoAlarm', subType: 'Door' }, shield)).toBe(true)
  expect(isShielded({ type: 'IoAlarm', subType: 'SOS' }, shield)).toBe(false)
  expect(isShielded({ type: 'IoAlarm', subType: '' }, parseShieldList(''))).toBe(false)
})
