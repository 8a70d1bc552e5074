import { controlSetDevice } from '@backlot/contract/control/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { PTZ } from '@backlot/contract/ptz/calls'
import type { Locator } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { button, commandsOf, expectOneFingerDrags, floatOf, watchOnMap, wheelOf } from './support/ptz-page.ts'
import { signIn } from './support/sign-in.ts'
import { pictureOf } from './support/wall.ts'

// The calls that these tests watch.
test.use({ overHttp: true })

test.use({ hasTouch: true })

// Each draws several maps by the processor.
test.describe.configure({ timeout: 300_000 })

test("the map's wheel opens inside the screen, wherever its video stands", async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'ptzCamera', 1)
  for (const size of [
    { width: 1280, height: 800 },
    { width: 1920, height: 1080 },
    { width: 390, height: 844 },
  ])
    await test.step(`${size.width} × ${size.height}`, async () => {
      await page.setViewportSize(size)
      const float = await watchOnMap(page, simulator.url, camera!.sn)
      await pictureOf(float)
      await expectInside(float, size)
      const title = (await float.locator('header > span').boundingBox())!
      // To the lower left corner of the screen, as far as it goes.
      await page.mouse.move(title.x + 20, title.y + 10)
      await page.mouse.down()
      await page.mouse.move(0, size.height - 1, { steps: 4 })
      await page.mouse.up()
      await expectInside(float, size)
      await button(float, 'PTZ control').click()
      await expect(button(wheelOf(page), 'Left')).toBeVisible()
      await expectInside(float, size)
      await expectInside(wheelOf(page), size, false)
    })

  const low = { width: 1280, height: 380 }
  await page.setViewportSize(low)
  await expectInside(floatOf(page), low)
  await expectInside(wheelOf(page), low, false)

  await page.setViewportSize({ width: 1280, height: 800 })
  const title = floatOf(page).locator('header > span')
  await title.hover()
  await page.mouse.down()
  await page.mouse.move(700, 120, { steps: 4 })
  await page.mouse.up()
  await expectOneFingerDrags(page, floatOf(page), title)
})

for (const locale of ['en-US', 'zh-CN'])
  test.describe(locale, () => {
    test.use({ locale })

    test("the map's wheel and the device's information cover nothing of each other", async ({
      console: page,
      simulator,
    }) => {
      const [camera] = await playingCameras(simulator.url, 'ptzCamera', 1)
      await signIn(page, simulator.url)
      for (const size of [
        { width: 1280, height: 800 },
        { width: 1920, height: 1080 },
      ])
        await test.step(`${size.width} × ${size.height}`, async () => {
          await page.setViewportSize(size)
          await page.goto('about:blank')
          await page.goto(new URL(`/#/dispatch?sn=${camera!.sn}`, simulator.url).href)
          await page
            .locator('.map-anchored')
            .getByRole('button', { name: /^(Live video|实时视频)$/ })
            .click()
          await pictureOf(page.locator('.video-float'))
          await page.locator('.video-float header button[aria-pressed]').click()
          await expect(page.locator('.ptz-wheel')).toBeVisible()
          await expectInside(page.locator('.video-float'), size)
          const box = async (selector: string) => (await page.locator(selector).boundingBox())!
          const apart = async () => {
            const [float, popup] = [await box('.video-float'), await box('.map-anchored')]
            return (
              float.y >= popup.y + popup.height ||
              float.x >= popup.x + popup.width ||
              popup.x >= float.x + float.width ||
              popup.y >= float.y + float.height
            )
          }
          await expect.poll(apart).toBe(true)
          expect((await box('.video-float-picture')).height, 'the picture').toBeGreaterThan(150)
        })
    })
  })

/** An element is on the screen whole, and, if so asked, nothing lies over its corners. */
async function expectInside(
  element: Locator,
  size: { width: number; height: number },
  onTop = true,
): Promise<void> {
  await expect
    .poll(async () => {
      const { x, y, width, height } = (await element.boundingBox())!
      return { left: x >= 0, top: y >= 0, right: x + width <= size.width, bottom: y + height <= size.height }
    })
    .toEqual({ left: true, top: true, right: true, bottom: true })
  if (!onTop) return
  const corners = () =>
    element.evaluate((own) => {
      const { left, top, right, bottom } = own.getBoundingClientRect()
      return [left + 8, right - 8].flatMap((x) =>
        [top + 8, bottom - 8].map((y) => own.contains(document.elementFromPoint(x, y))),
      )
    })
  await expect.poll(corners).toEqual([true, true, true, true])
}

test("the map's wheel steers only while its video plays, and says so", async ({
  console: page,
  simulator,
}) => {
  const camera = (await playingCameras(simulator.url, 'ptzCamera', 11))[10]!
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**${startLiveVideo.path}`, async (route) => {
    await held
    await route.continue()
  })
  const commands = commandsOf(page)
  const float = await watchOnMap(page, simulator.url, camera.sn)
  await button(float, 'PTZ control').click()
  const wheel = wheelOf(page)
  const expectDisabled = async () => {
    await expect(wheel).toHaveAttribute('title', 'Available while the video is playing')
    for (const name of ['Up', 'Down', 'Left', 'Right', 'Zoom in', 'Zoom out']) {
      await expect(button(wheel, name)).toHaveAttribute('aria-disabled', 'true')
      await expect(button(wheel, name)).toHaveAttribute(
        'title',
        `${name}: Available while the video is playing`,
      )
    }
    await expect(wheel.getByRole('slider')).toHaveAttribute('aria-disabled', 'true')
    await expect(wheel.getByRole('combobox')).toBeDisabled()
  }
  await expectDisabled()
  await button(wheel, 'Left').hover({ force: true })
  await page.mouse.down()
  await page.mouse.up()
  await button(wheel, 'Left').focus()
  await page.keyboard.press('Space')

  answer()
  await pictureOf(float, (picture) => picture.camera === camera.cameraNumber)
  await expect(button(wheel, 'Left')).not.toHaveAttribute('aria-disabled')
  await expect(wheel).not.toHaveAttribute('title')
  await expect(button(wheel, 'Left')).toHaveAttribute('title', 'Left')
  await button(wheel, 'Right').hover()
  await page.mouse.down()
  await expect.poll(() => commands).toEqual([PTZ.right])

  // The camera is lost while it is steered: its move ends with the picture.
  await control(simulator.url, controlSetDevice, { body: { sn: camera.sn, state: 'offline' } })
  try {
    await expectDisabled()
    await expect(wheel.locator('[data-active]')).toHaveCount(0)
    await page.mouse.up()
  } finally {
    await control(simulator.url, controlSetDevice, { body: { sn: camera.sn, state: 'online' } })
  }
  await pictureOf(float, (picture) => picture.camera === camera.cameraNumber)
  await expect(button(wheel, 'Left')).not.toHaveAttribute('aria-disabled')
})
