import { PTZ, pointPtz } from '@backlot/contract/ptz/calls'
import type { Page } from '@playwright/test'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { holds } from './support/holds.ts'
import { button, commandsOf, expectOneFingerDrags, panelOf, watchOnMap, wheelOf } from './support/ptz-page.ts'
import { rested, turn } from './support/ptz-pose.ts'
import { signIn } from './support/sign-in.ts'
import { openCamera, pictureOf, windowAt } from './support/wall.ts'

// The calls that these tests watch.
test.use({ overHttp: true })

test.use({ hasTouch: true })

/** Opens a camera on the wall with the PTZ panel: the panel, ways to hold its controls, the commands that go out. */
async function openPanel(page: Page, url: string, camera: { sn: string; cameraNumber: number }) {
  await signIn(page, url, { to: '/realTime?layout=4' })
  await openCamera(page, camera, windowAt(page, 1))
  await button(page.getByRole('main'), 'PTZ control').click()
  const ways = holds(page, await page.context().newCDPSession(page))
  return { panel: panelOf(page), ways, commands: commandsOf(page) }
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

test.describe('a connection that is lost while a control is held', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch|network error/i })

  test('leaves no camera turning: the stop goes out when the platform is back', async ({
    console: page,
    simulator,
  }) => {
    const camera = (await playingCameras(simulator.url, 'ptzCamera', 7))[6]!
    const { panel } = await openPanel(page, simulator.url, camera)
    const window = windowAt(page, 1)
    const home = await rested(window, simulator.url, camera.sn)
    await button(panel, 'Left').hover()
    await page.mouse.down()
    await pictureOf(window, (picture) => turn(home.panDeg, picture.panDeg) < -5)
    await page.context().setOffline(true)
    await expect(page.locator('.notice')).toContainText('Connection lost')
    await page.mouse.up()
    await expect(panel.locator('[data-active]')).toHaveCount(0)
    await expect(page.getByText(/The platform cannot be reached/)).toBeVisible()
    await page.context().setOffline(false)
    await rested(window, simulator.url, camera.sn)
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
  await button(panelOf(page), 'Point in picture').click()
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
      // On a phone the controls of the thumb are in sight, the rest is scrolled.
      if (size.width > 700) expect(await panel.evaluate((own) => own.scrollHeight - own.clientHeight)).toBe(0)
      else await expect(button(panel, 'Zoom in')).toBeInViewport({ ratio: 1 })
      await button(panel, 'Close PTZ control').click()
    }
  }

  await page.setViewportSize({ width: 1280, height: 800 })
  await button(page.getByRole('main'), 'PTZ control').click()
  const docked = (await panel.boundingBox())!
  await expect(button(panel, 'Dock next to the windows')).toHaveCount(0)
  await panel.locator('.ptz-title').hover()
  await page.mouse.down()
  await page.mouse.move(docked.x - 250, docked.y + 60)
  await page.mouse.up()
  expect((await panel.boundingBox())!.x).toBeLessThan(docked.x - 100)
  // The check detects the parts that a panel covers.
  expect(await covered()).not.toEqual([])
  await button(panel, 'Dock next to the windows').click()
  expect(await panel.boundingBox()).toEqual(docked)
  expect(await covered()).toEqual([])
  await expectOneFingerDrags(page, panel, panel.locator('.ptz-title'))
})

test('the docked panel steers in a window narrower than the page, by mouse and by finger', async ({
  console: page,
  simulator,
}) => {
  const camera = (await playingCameras(simulator.url, 'ptzCamera', 12))[11]!
  const { panel, ways, commands } = await openPanel(page, simulator.url, camera)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const way of ['mouse', 'touch'])
    for (const [name, command] of [
      ['Left', PTZ.left],
      ['Zoom in', PTZ.zoomIn],
    ] as const)
      await test.step(`${name}, by ${way}`, async () => {
        commands.length = 0
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
