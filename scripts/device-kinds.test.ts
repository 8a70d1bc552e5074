import { DEVICE_KINDS, INCIDENTS, KIND_FACTS, KIND_QUANTITIES } from '@backlot/contract/devices/kinds'
import { expect, test } from 'vitest'
import { incidentNames, kindFacts, quantityNames } from './device-kinds.ts'

test('the contract knows the kinds of devices as their folders have them (npm run device-kinds)', () => {
  expect({
    kinds: DEVICE_KINDS,
    facts: KIND_FACTS,
    incidents: INCIDENTS,
    quantities: KIND_QUANTITIES,
  }).toEqual({
    kinds: kindFacts().map(([kind]) => kind),
    facts: Object.fromEntries(kindFacts()),
    incidents: incidentNames(),
    quantities: quantityNames(),
  })
})
