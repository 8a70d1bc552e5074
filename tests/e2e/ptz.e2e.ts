import { controlSetDevice } from '@backlot/contract/control/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { PTZ, pointPtz, ptzControl } from '@backlot/contract/ptz/calls'
import type { Locator, Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { holds } from './support/holds.ts'
import { rested, turn } from './support/ptz-pose.ts'
import { signIn } from './support/sign-in.ts'
import { openCamera, pictureOf, windowAt } from './support/wall.ts'

// The calls that these tests watch.
test.use({ overHttp: true })

test.use({ hasTouch: true })

const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true })
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'PTZ control' })
const floatOf = (page: Page) => page.getByRole('region', { name: /^Live video/ })
const wheelOf = (page: Page) => floatOf(page).getByRole('group', { name: 'PTZ control' })

/** Commands of the page that the platform has answered, in order; a test adds what it does itself. */
function commandsOf(page: Page): (number | 'let go')[] {
  const commands: (number | 'let go')[] = []
  page.on('requestfinished', (request) => {
    if (request.url().endsWith(ptzControl.path))
      commands.push((request.postDataJSON() as { cmd: number }).cmd)
  })
  return commands
}

/** Opens a camera on the wall with the PTZ panel: the panel, ways to hold its controls, the commands that go out. */
async function openPanel(page: Page, url: string, camera: { sn: string; cameraNumber: number }) {
  await signIn(page, url, { to: '/realTime?layout=4' })
  await openCamera(page, camera, windowAt(page, 1))
  await button(page.getByRole('main'), 'PTZ control').click()
  const ways = holds(page, await page.context().newCDPSession(page))
  return { panel: panelOf(page), ways, commands: commandsOf(page) }
}

/** Opens a camera's video on the map. */
async function watchOnMap(page: Page, url: string, sn: string): Promise<Locator> {
  await signIn(page, url, { to: `/dispatch?sn=${sn}` })
  await page
    .getByRole('region', { name: 'Device information' })
    .getByRole('button', { name: 'Live video' })
    .click()
  return floatOf(page)
}

test.describe('two controls', () => {
  test('send a move and a stop each when they are held one after the other, by whatever', async ({
    console: page,
    simulator,
  }) => {
    const [camera] = await playingCameras(simulator.url, 'ptzCamera', 7).then((list) => list.slice(6))
    const { panel, ways, commands } = await openPanel(page, simulator.url, camera!)
    for (const first of Object.keys(ways))
      for (const second of Object.keys(ways))
        await test.step(`${first}, then ${second}`, async () => {
          commands.length = 0
          const upLeft = await ways[first]!.first(button(panel, 'Left'))
          await expect.poll(() => commands).toEqual([PTZ.left])
          commands.push('let go')
          await upLeft()
          // The stop is still on its way.
          const upRight = await ways[second]!.second(button(panel, 'Right'))
          await expect.poll(() => commands).toEqual([PTZ.left, 'let go', PTZ.stop, PTZ.right])
          await expect(button(panel, 'Right')).toHaveAttribute('data-active')
          commands.push('let go')
          await upRight()
          await expect
            .poll(() => commands)
            .toEqual([PTZ.left, 'let go', PTZ.stop, PTZ.right, 'let go', PTZ.stop])
          await expect(panel.locator('[data-active]')).toHaveCount(0)
        })
  })

  test('held together leave the camera to the newer one, until that is let go', async ({
    console: page,
    simulator,
  }) => {
    const [camera] = await playingCameras(simulator.url, 'ptzCamera', 8).then((list) => list.slice(7))
    const { panel, ways, commands } = await openPanel(page, simulator.url, camera!)
    // Mouse and pen are one pointer to a browser that is driven; a key ends when the focus leaves its button.
    const together = [
      ['touch', 'touch', [PTZ.left]],
      ['touch', 'mouse', [PTZ.left]],
      ['mouse', 'touch', [PTZ.left]],
      ['key', 'mouse', [PTZ.left]],
      ['key', 'pen', [PTZ.left]],
      ['key', 'touch', [PTZ.left]],
      ['mouse', 'key', [PTZ.left]],
      ['pen', 'key', [PTZ.left]],
      ['key', 'key', [PTZ.left, PTZ.stop]],
    ] as const
    for (const [first, second, before] of together)
      await test.step(`${first} and ${second}`, async () => {
        commands.length = 0
        const upLeft = await ways[first]!.first(button(panel, 'Left'))
        await expect.poll(() => commands).toEqual([PTZ.left])
        const upZoom = await ways[second]!.second(button(panel, 'Zoom in'))
        await expect.poll(() => commands).toEqual([...before, PTZ.zoomIn])
        commands.push('let go')
        await upLeft()
        await expect(button(panel, 'Zoom in')).toHaveAttribute('data-active')
        await upZoom()
        await expect.poll(() => commands).toEqual([...before, PTZ.zoomIn, 'let go', PTZ.stop])
        await expect(panel.locator('[data-active]')).toHaveCount(0)
      })
  })

  for (const place of ['panel', 'wheel'] as const)
    test(`of the ${place}, by mouse, turn the camera to the left and then further to the right`, async ({
      console: page,
      simulator,
    }) => {
      const at = place === 'panel' ? 8 : 9
      const camera = (await playingCameras(simulator.url, 'ptzCamera', at + 1))[at]!
      let window = windowAt(page, 1)
      if (place === 'panel') {
        await signIn(page, simulator.url, { to: '/realTime?layout=1' })
        await openCamera(page, camera, window)
        await button(page.getByRole('main'), 'PTZ control').click()
      } else {
        window = await watchOnMap(page, simulator.url, camera.sn)
        await pictureOf(window, (picture) => picture.camera === camera.cameraNumber)
        await button(window, 'PTZ control').click()
      }
      const controls = place === 'panel' ? panelOf(page) : wheelOf(page)
      const home = await rested(window, simulator.url, camera.sn)
      await button(controls, 'Left').hover()
      await page.mouse.down()
      await pictureOf(window, (picture) => turn(home.panDeg, picture.panDeg) < -5)
      await page.mouse.up()
      const left = await rested(window, simulator.url, camera.sn)
      await button(controls, 'Right').hover()
      await page.mouse.down()
      // At 18° a second: a stop that comes with the press would leave it within 2°.
      await pictureOf(window, (picture) => turn(left.panDeg, picture.panDeg) > 10)
      await page.mouse.up()
      const right = await rested(window, simulator.url, camera.sn)
      expect(turn(left.panDeg, right.panDeg)).toBeGreaterThan(10)
    })
})

test('one finger points in the picture: a second one beside it changes and sends nothing', async ({
  console: page,
  simulator,
}) => {
  const camera = (await playingCameras(simulator.url, 'ptzCamera', 11))[10]!
  await signIn(page, simulator.url, { to: '/realTime?layout=1' })
  const window = windowAt(page, 1)
  await openCamera(page, camera, window)
  await button(page.getByRole('main'), 'PTZ control').click()
  await button(panelOf(page), 'Point in the picture').click()
  const points: { x: number; y: number }[] = []
  page.on('requestfinished', (request) => {
    if (request.url().endsWith(pointPtz.path)) points.push(request.postDataJSON() as never)
  })
  const frame = (await window.locator('.player-frame').boundingBox())!
  const finger = (id: number, x: number, y: number) => ({
    id,
    x: frame.x + x * frame.width,
    y: frame.y + y * frame.height,
  })
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchEnd', point: ReturnType<typeof finger>) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: [point] })
  const left = finger(1, 0.25, 0.5)
  const right = finger(2, 0.75, 0.5)
  await touch('touchStart', left)
  await touch('touchStart', right)
  await touch('touchEnd', right)
  await touch('touchEnd', left)
  await expect.poll(() => points.length).toBe(1)
  expect(points[0]!.x).toBeLessThan(-0.3)
  await rested(window, simulator.url, camera.sn)
  expect(points).toHaveLength(1)
})

test('the panel covers no control of a window where it opens, floats where it is dragged, and docks again', async ({
  console: page,
  simulator,
}) => {
  const cameras = await playingCameras(simulator.url, 'ptzCamera', 4)
  await signIn(page, simulator.url, { to: '/realTime?layout=4' })
  for (const [at, camera] of cameras.entries()) {
    await windowAt(page, at + 1).click()
    await openCamera(page, camera, windowAt(page, at + 1))
  }
  const panel = panelOf(page)
  const covered = () => panel.evaluate(coveredControls)
  for (const size of [
    { width: 1280, height: 800 },
    { width: 1920, height: 1080 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    for (const selected of [1, 2, 3, 4]) {
      await windowAt(page, selected).click()
      await button(windowAt(page, selected), 'PTZ').click()
      expect(await covered(), `${size.width} wide, window ${selected}`).toEqual([])
      expect(await panel.evaluate((own) => own.scrollHeight - own.clientHeight)).toBe(0)
      await button(panel, 'Close PTZ control').click()
    }
  }

  await page.setViewportSize({ width: 1280, height: 800 })
  await button(page.getByRole('main'), 'PTZ control').click()
  const docked = (await panel.boundingBox())!
  await expect(button(panel, 'Dock beside the windows')).toHaveCount(0)
  await panel.locator('.ptz-title').hover()
  await page.mouse.down()
  await page.mouse.move(docked.x - 250, docked.y + 60)
  await page.mouse.up()
  expect((await panel.boundingBox())!.x).toBeLessThan(docked.x - 100)
  // The check sees what a panel covers.
  expect(await covered()).not.toEqual([])
  await button(panel, 'Dock beside the windows').click()
  expect(await panel.boundingBox()).toEqual(docked)
  expect(await covered()).toEqual([])
  await expectOneFingerDrags(page, panel, panel.locator('.ptz-title'))
})

/** Drags a window by its title with one finger, while a second one on the title goes elsewhere. */
async function expectOneFingerDrags(page: Page, frame: Locator, title: Locator): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const { x, y } = (await title.boundingBox())!
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: object[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints as { x: number; y: number }[] })
  const first = (dx: number, dy: number) => ({ id: 1, x: x + 10 + dx, y: y + 8 + dy })
  const second = (dx: number, dy: number) => ({ id: 2, x: x + 60 + dx, y: y + 8 + dy })
  const left = async () => Math.round((await frame.boundingBox())!.x)
  const before = await left()
  await touch('touchStart', first(0, 0))
  await touch('touchMove', first(-60, 0))
  await expect.poll(left).toBe(before - 60)
  await touch('touchStart', first(-60, 0), second(-60, 0))
  await touch('touchMove', first(-60, 0), second(-160, 0))
  await touch('touchMove', first(-70, 0), second(-160, 0))
  await expect.poll(left, 'the first finger goes on, the second does nothing').toBe(before - 70)
  await touch('touchEnd')
  await touch('touchStart', first(-70, 0))
  await touch('touchMove', first(-90, 0))
  await expect.poll(left, 'a new drag').toBe(before - 90)
  await touch('touchEnd')
}

test('the docked panel steers in a window narrower than the page, by mouse and by finger', async ({
  console: page,
  simulator,
}) => {
  const camera = (await playingCameras(simulator.url, 'ptzCamera', 12))[11]!
  await page.setViewportSize({ width: 390, height: 844 })
  const { panel, ways, commands } = await openPanel(page, simulator.url, camera)
  for (const way of ['mouse', 'touch'])
    for (const [name, command] of [
      ['Left', PTZ.left],
      ['Zoom in', PTZ.zoomIn],
    ] as const)
      await test.step(`${name}, by ${way}`, async () => {
        commands.length = 0
        // The page is wider than the window: who steers scrolls to the panel first.
        await button(panel, name).scrollIntoViewIfNeeded()
        const letGo = await ways[way]!.first(button(panel, name))
        await expect.poll(() => commands).toEqual([command])
        await letGo()
        await expect.poll(() => commands).toEqual([command, PTZ.stop])
      })
})

/** Titles and tools of windows that reach under the panel. */
function coveredControls(panel: Element): string[] {
  const own = panel.getBoundingClientRect()
  return [...document.querySelectorAll('.window-title, .window-bar, .window-bar button')].flatMap(
    (control) => {
      const { left, top, right, bottom, width } = control.getBoundingClientRect()
      const apart = right <= own.left || left >= own.right || bottom <= own.top || top >= own.bottom
      return apart || width === 0 ? [] : [control.getAttribute('aria-label') ?? control.className]
    },
  )
}

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
  // The tip of an alarm that comes meanwhile lies over a corner for its few seconds.
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
