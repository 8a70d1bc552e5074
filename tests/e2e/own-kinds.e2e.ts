import { controlSetDevice } from '@backlot/contract/control/calls'
import { control } from '../../testing/control.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { expect, test } from './support/console-test.ts'
import { trueDevices } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'
import { findInTree } from './support/wall.ts'

test('devices of kind files have their icon in the tree, and their readings by the names of the file', async ({
  page,
}) => {
  await using simulator = await launchSimulator([
    '--check-replies',
    '--scenario',
    'fixtures/examples/own-kinds.yaml',
    '--no-timeline',
    '--start-at',
    '2026-11-25 10:00:00',
  ])
  const { url } = simulator
  const [pile] = await trueDevices(url, { kind: 'chargingPile' })
  const [river] = await trueDevices(url, { kind: 'riverRadar' })
  for (const { sn } of [pile!, river!]) {
    await control(url, controlSetDevice, { body: { sn, state: 'online' } })
  }

  await signIn(page, url, { to: '/realTime' })
  const row = await findInTree(page, pile!.sn)
  await expect(row.locator('.node-icon path.fill')).toHaveAttribute('d', 'M3.5 2.500h6v11h-6z')

  await page.goto(`${url}/#/senseDevice?sn=${pile!.sn}`)
  const shown = page.getByRole('region', { name: 'Station', exact: true })
  for (const reading of ['Charging power', 'Car battery', 'Cable temperature']) {
    await expect(shown.getByText(reading, { exact: true }).first()).toBeVisible()
  }
})
