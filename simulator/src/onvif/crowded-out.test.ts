import { expect, it } from 'vitest'
import { crowdedOut } from './crowded-out.ts'

const place = (address: string, sign: number, inUse = false) => ({ address, sign, isInUse: () => inUse })

it('gives up a place of who has the most, the longest silent first, and none that is in use', () => {
  const [old, quiet, busy, recent] = [place('b', 1), place('a', 3), place('a', 2, true), place('a', 4)]
  expect(crowdedOut([old, quiet, busy, recent])).toBe(quiet)
  expect(crowdedOut([old, busy, place('a', 5, true)])).toBeUndefined()
  expect(crowdedOut([])).toBeUndefined()
})
