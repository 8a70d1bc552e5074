import { controlSetDevice } from '@backlot/contract/control/calls'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
import { controlScenarioAct } from '@backlot/contract/control/scenario-calls'
import { control } from '../../testing/control.ts'
import { expect, test } from './support/console-test.ts'
import { trueDevice, trueDevices } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'
import { findInTree, openCamera, windowAt } from './support/wall.ts'

test('lifts of a fleet are in the tree with their icon, play their car camera, show readings and call when somebody is trapped', async ({
  console: page,
  simulator,
}) => {
  const group = { key: 'lifts', name: { zh: '电梯', en: 'Lifts' } }
  const body = { kind: 'elevator', count: 3, group, placement: 'gates' } as const
  await control(simulator.url, controlAddFleet, { body })
  const { sn } = (await trueDevices(simulator.url, { kind: 'elevator' }))[0]!
  await control(simulator.url, controlSetDevice, { body: { sn, state: 'online' } })
  const { cameraNumber } = await trueDevice(simulator.url, sn)

  await signIn(page, simulator.url, { to: '/realTime' })
  await openCamera(page, { sn, cameraNumber: cameraNumber! }, windowAt(page, 1))
  const row = await findInTree(page, sn)
  await expect(row.locator('.node-icon path.fill')).toHaveAttribute('d', 'M3.5 2.5h9v11h-9z')

  await page.goto(`${simulator.url}/#/senseDevice?sn=${sn}`)
  const shown = page.getByRole('region', { name: 'Station', exact: true })
  for (const reading of ['Floor', 'Door open', 'Load']) {
    await expect(shown.getByText(reading, { exact: true }).first()).toBeVisible()
  }

  const trapped = { incident: { kind: 'trapped', at: 'elevator 1', for: '20m' } } as const
  await control(simulator.url, controlScenarioAct, { body: trapped })
  await page.getByRole('button', { name: /^Live alarms: \d+ new$/ }).click()
  const list = page.getByRole('complementary', { name: 'Live alarms' })
  const alarm = list.getByRole('button', { name: /Person trapped/ }).first()
  await expect(alarm).toBeVisible({ timeout: 20_000 })
  await alarm.click()
  const detail = page.getByRole('dialog', { name: /Person trapped/ })
  await expect(detail.getByText('Car camera', { exact: true })).toBeVisible()
})
