import { readAdapter } from '@backlot/contract/adapters/platform-adapter'
import { ALL_CAPABILITIES, CAPABILITY_BITS } from '@backlot/contract/capabilities'
import { expect, it } from 'vitest'
import { mayMakeOrders } from './order-offer.ts'

const grant = (path: string, systemFunction = ALL_CAPABILITIES) => ({
  permission: new Set([path]),
  systemFunction,
})

it('confirming offers a work order only to who may make one, on a platform that has the call', () => {
  const list = '/earlyWarningData/alarmList'
  expect(mayMakeOrders(grant(list))).toBe(true)
  expect(mayMakeOrders(grant('/dispatch'))).toBe(false)
  expect(mayMakeOrders(grant(list, ALL_CAPABILITIES & ~CAPABILITY_BITS.workOrder))).toBe(false)
  for (const lacks of ['workOrders.*', 'workOrders.autoNewCross'])
    expect(mayMakeOrders(grant(list), readAdapter({ lacks: [lacks] }))).toBe(false)
})
