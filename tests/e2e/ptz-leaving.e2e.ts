import type { Page } from '@playwright/test'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { button, panelOf } from './support/ptz-page.ts'
import { rested, restsInWorld, turn } from './support/ptz-pose.ts'
import { signIn } from './support/sign-in.ts'
import { openCamera, pictureOf, windowAt } from './support/wall.ts'

/** Turns a camera to the left by the mouse, which stays down. */
async function holdLeft(page: Page, url: string, at: number): Promise<{ sn: string }> {
  const camera = (await playingCameras(url, 'ptzCamera', at + 1))[at]!
  await signIn(page, url, { to: '/realTime?layout=1' })
  const window = windowAt(page, 1)
  await openCamera(page, camera, window)
  await button(page.getByRole('main'), 'PTZ control').click()
  const { panDeg } = await rested(window, url, camera.sn)
  await button(panelOf(page), 'Left').hover()
  await page.mouse.down()
  await pictureOf(window, (picture) => turn(panDeg, picture.panDeg) < -5)
  return { sn: camera.sn }
}

for (const [way, overHttp] of [
  ['the channel', false],
  ['HTTP', true],
] as const)
  test.describe(`a camera that turns over ${way} comes to rest`, () => {
    test.use({ overHttp })
    const first = overHttp ? 13 : 15

    test('when the page is reloaded', async ({ console: page, simulator }) => {
      const { sn } = await holdLeft(page, simulator.url, first)
      await page.reload()
      await restsInWorld(simulator.url, sn)
    })

    test('when the page is closed', async ({ console: page, simulator }) => {
      const { sn } = await holdLeft(page, simulator.url, first + 1)
      await page.close()
      await restsInWorld(simulator.url, sn)
    })
  })

test('a camera comes to rest while the browser asks whether to leave the page', async ({
  console: page,
  simulator,
}) => {
  const { sn } = await holdLeft(page, simulator.url, 17)
  await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()))
  const asked = page.waitForEvent('dialog')
  const left = page.close({ runBeforeUnload: true })
  const question = await asked
  await restsInWorld(simulator.url, sn)
  await question.dismiss()
  await left
  await page.mouse.up()
  await expect(panelOf(page).locator('[data-active]')).toHaveCount(0)
})
