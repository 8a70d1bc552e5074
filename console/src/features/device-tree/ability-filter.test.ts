import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { expect, it } from 'vitest'
import { ABILITY_FILTERS, passesAbility } from './ability-filter.ts'

const solar = { ability: ABILITY_BITS.video | ABILITY_BITS.acquisition, bizType: ['solar_energy'] }
const farm = { ability: ABILITY_BITS.acquisition, bizType: ['smart_agriculture'] }
const gas = { ability: ABILITY_BITS.acquisition, bizType: ['sensor'] }
const camera = { ability: ABILITY_BITS.video, bizType: ['solar_energy'] }

it('every ability bit of a device can be asked for', () => {
  for (const bit of Object.values(ABILITY_BITS)) {
    expect(Object.values(ABILITY_FILTERS)).toContain(bit)
    expect(passesAbility({ ability: bit }, bit)).toBe(true)
    expect(passesAbility({ ability: 511 & ~bit & ~(64 | 128) }, bit)).toBe(false)
  }
  expect(passesAbility({}, 0)).toBe(true)
})

it('kinds of acquisition are told apart by the business type', () => {
  const { solar: ofSolar, agriculture, sensor, acquisition } = ABILITY_FILTERS
  const passing = (filter: number) => [solar, farm, gas, camera].map((node) => passesAbility(node, filter))
  expect(passing(acquisition)).toEqual([true, true, true, false])
  expect(passing(ofSolar)).toEqual([true, false, false, false])
  expect(passing(agriculture)).toEqual([false, true, false, false])
  expect(passing(sensor)).toEqual([false, false, true, false])
})
