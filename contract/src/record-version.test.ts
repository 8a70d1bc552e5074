import { expect, it } from 'vitest'
import { PLATFORM_CALLS } from './calls.ts'

/** Calls whose path ends with `update` and that compare no version, and why. */
const COMPARE_NOTHING: Readonly<Record<string, string>> = {
  'agriculture.setConfig': 'a parameter of a device, which has no versions',
  'gas.setConfig': 'a parameter of a device, which has no versions',
  'sensors.setConfig': 'a parameter of a device, which has no versions',
  'sensors.setOwnSettings': 'a parameter of a device, which has no versions',
  'solar.setConfig': 'a parameter of a device, which has no versions',
  'alarms.updateShieldList': 'belongs to one account',
  'favourites.update': 'belongs to one account',
  'mapDrawings.update': 'belongs to one account',
  'polling.update': 'belongs to one account',
  'deviceAdmin.renameChannel': 'one field',
}

type Body = { shape?: object; options?: readonly Body[] }

/** Whether every form that a body may have takes a version. */
function takesVersion({ shape, options }: Body): boolean {
  return options ? options.every(takesVersion) : shape !== undefined && 'version' in shape
}

it('a call that changes what several people may change takes the version of it that the sender saw', () => {
  const updates = PLATFORM_CALLS.filter(({ path, changes }) => changes && path.endsWith('/update'))
  const blind = updates.filter(({ body }) => !takesVersion((body ?? {}) as Body))
  expect(updates.length).toBeGreaterThan(20)
  expect(blind.map(({ name }) => name).sort()).toEqual(Object.keys(COMPARE_NOTHING).sort())
})
