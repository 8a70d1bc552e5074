import { controlSetDevice } from '@backlot/contract/control/calls'
import { getOwnSettings, setOwnSettings } from '@backlot/contract/sensors/param-calls'
import { control } from '../../testing/control.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
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
  // Found by a part of its name, the device has its channels and functions below it.
  await page.getByRole('searchbox', { name: 'Enter a name or serial number' }).fill('DC pile')
  await row.click()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('treeitem', { name: /^Charging pile data/ })).toBeVisible()

  await page.goto(`${url}/#/senseDevice?sn=${pile!.sn}`)
  const shown = page.getByRole('region', { name: 'Station', exact: true })
  for (const reading of ['Charging power', 'Car battery', 'Cable temperature']) {
    await expect(shown.getByText(reading, { exact: true }).first()).toBeVisible()
  }

  await shown.getByRole('link', { name: 'Show on map' }).click()
  await expect(page.getByRole('button', { name: 'Charging pile data' })).toBeVisible()

  // On a phone, tree and station stand one above the other, and nothing runs off.
  await page.setViewportSize({ width: 390, height: 844 })
  for (const view of ['live', 'history', 'settings']) {
    await page.goto(`${url}/#/senseDevice?sn=${pile!.sn}&view=${view}`)
    await expect(shown).toBeVisible()
    const past = () =>
      shown.evaluate((region) =>
        [...region.querySelectorAll('button, input, h2, h3')]
          .filter((each) => each.getBoundingClientRect().right > 390)
          .map((each) => each.textContent),
      )
    await expect.poll(past).toEqual([])
  }
  await page.goto('about:blank')
})

test('an operator sees the settings of a kind file with unit and bounds, and changes them', async ({
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
  const { sn } = pile!
  await control(url, controlSetDevice, { body: { sn, state: 'online' } })
  await signIn(page, url, { to: `/senseDevice?sn=${sn}&view=settings` })
  const card = page.getByRole('region', { name: 'Device parameters' })
  const limit = card.getByRole('spinbutton', { name: 'Power limit' })
  await expect(limit).toHaveValue('60')
  await expect(card.getByText('0 to 120 kW')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Send to device' })).toBeDisabled()

  await limit.fill('500')
  await card.getByRole('button', { name: 'Send to device' }).click()
  await expect(card.getByText('Enter a number from 0 to 120')).toBeVisible()
  await limit.fill('22.5')
  await card.getByRole('button', { name: 'Send to device' }).click()
  await expect(page.getByText('The device accepted the parameters')).toBeVisible()

  const operator = await Operator.signIn(url)
  const settings = async () => (await operator.call(getOwnSettings, { query: { sn } })).list
  expect((await settings()).map(({ name, value }) => [name, value])).toEqual([
    ['powerLimit', 22.5],
    ['inService', 1],
  ])
  const set = (values: Record<string, number>) => operator.call(setOwnSettings, { body: { sn, values } })
  await expect(set({ inService: 0, powerLimit: -1 })).rejects.toThrow('功率上限应为 0 至 120')
  await expect(set({ speed: 1 })).rejects.toThrow('该设备没有参数 speed')
  expect((await settings()).find(({ name }) => name === 'inService')?.value).toBe(1)

  await page.reload()
  await expect(limit).toHaveValue('22.5')
  await control(url, controlSetDevice, { body: { sn, state: 'offline' } })
  await expect(set({ inService: 0 })).rejects.toThrow('离线')
  await page.goto('about:blank')
})
