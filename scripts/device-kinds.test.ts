import { DEVICE_KINDS, KIND_FACTS } from '@backlot/contract/devices/kinds'
import { expect, test } from 'vitest'
import { kindFacts } from './device-kinds.ts'

test('the contract knows the kinds of devices as their folders have them (npm run device-kinds)', () => {
  expect({ kinds: DEVICE_KINDS, facts: KIND_FACTS }).toEqual({
    kinds: kindFacts().map(([kind]) => kind),
    facts: Object.fromEntries(kindFacts()),
  })
})
