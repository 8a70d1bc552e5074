import { controlAddFaults } from '@backlot/contract/control/fault-calls'
import { control } from '../../testing/control.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'
import { openCamera, pictureOf, windowAt } from './support/wall.ts'

test.describe('a browser that cannot', () => {
  test('play live video says so on the page and in the window', async ({ console: page, simulator }) => {
    const [camera] = await playingCameras(simulator.url, 'camera', 1)
    await page.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'MediaSource')
      Reflect.deleteProperty(globalThis, 'ManagedMediaSource')
    })
    await signIn(page, simulator.url, { to: `/realTime?layout=1&sn=${camera!.sn}` })
    await expect(page.getByRole('alert').getByText(/does not support Media Source Extensions/)).toBeVisible()
    await expect(windowAt(page, 1).getByRole('status')).toContainText(
      'does not support Media Source Extensions',
    )
  })

  test('decode a codec says so instead of trying again', async ({ console: page, simulator }) => {
    const [camera] = await playingCameras(simulator.url, 'camera', 1)
    await page.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'VideoDecoder')
      MediaSource.prototype.addSourceBuffer = () => {
        throw new DOMException('no such codec', 'NotSupportedError')
      }
    })
    await signIn(page, simulator.url, { to: `/realTime?layout=1&sn=${camera!.sn}` })
    await expect(windowAt(page, 1).getByRole('status')).toContainText('cannot decode the codec of this video')
  })
})

test('windows that are not selected show fewer pictures while the computer is busy, and all of them afterwards', async ({
  console: page,
  simulator,
}) => {
  const cameras = await playingCameras(simulator.url, 'camera', 16).then((list) => list.slice(12))
  // Frames as a computer counts them that shows twelve a second, or only half of them while it is busy.
  await page.addInitScript(() => {
    const prototype = HTMLVideoElement.prototype
    const count = prototype.getVideoPlaybackQuality
    const counted = new WeakMap<object, { atMs: number; total: number; dropped: number }>()
    Object.assign(globalThis, { framesOf: (video: HTMLVideoElement) => count.call(video) })
    prototype.getVideoPlaybackQuality = function () {
      const now = performance.now()
      const before = counted.get(this) ?? { atMs: now, total: 0, dropped: 0 }
      const frames = ((now - before.atMs) / 1000) * 12
      const dropped = before.dropped + (document.documentElement.hasAttribute('data-busy') ? frames / 2 : 0)
      counted.set(this, { atMs: now, total: before.total + frames, dropped })
      return {
        creationTime: now,
        corruptedVideoFrames: 0,
        totalVideoFrames: Math.floor(before.total + frames),
        droppedVideoFrames: Math.floor(dropped),
      }
    }
  })
  await signIn(page, simulator.url, { to: '/realTime?layout=4' })
  const windows = cameras.map((_, at) => windowAt(page, at + 1))
  for (const [at, camera] of cameras.entries()) await openCamera(page, camera, windows[at]!)
  await windows[3]!.click()
  await page.getByRole('button', { name: 'Diagnosis in all windows' }).click()
  const marks = (at: number) => windows[at]!.getByText('Lower frame rate: this computer is busy')
  const counts = (expected: readonly number[]) =>
    Promise.all(expected.map((count, at) => expect(marks(at)).toHaveCount(count)))
  const decoded = (at: number) =>
    windows[at]!.locator('video').evaluate(
      (video) =>
        // Put there by the script above.
        (globalThis as unknown as { framesOf(video: Element): VideoPlaybackQuality }).framesOf(video)
          .totalVideoFrames,
    )

  const statesOf = () =>
    Promise.all(windows.map((window) => window.locator('[data-field=state]').textContent()))
  const states = await statesOf()

  await page.evaluate(() => document.documentElement.setAttribute('data-busy', ''))
  await counts([1, 1, 1, 0])
  await expect(windows[0]!.locator('[data-field=pictures]')).toHaveText(/^key frames only/)
  // Pictures continue, few of them, longer than a frozen picture or a stalled stream would be tolerated.
  const from = await pictureOf(windows[0]!)
  const framesBefore = await decoded(0)
  const to = await pictureOf(windows[0]!, ({ timeMs }) => timeMs > from.timeMs + 13_000)
  expect(to.camera).toBe(cameras[0]!.cameraNumber)
  const pictures = (await decoded(0)) - framesBefore
  expect(pictures).toBeGreaterThanOrEqual(6)
  expect(pictures).toBeLessThan(((to.timeMs - from.timeMs) / 1000) * 4)
  for (const window of windows) await expect(window.getByRole('status')).toHaveCount(0)
  expect(await statesOf()).toEqual(states)

  // Who is selected has all pictures; who was takes the turn.
  await windows[0]!.click()
  await counts([0, 1, 1, 1])
  await page.evaluate(() => document.documentElement.removeAttribute('data-busy'))
  await expect(page.getByText('Lower frame rate: this computer is busy')).toHaveCount(0, { timeout: 60_000 })
  for (const window of windows) {
    await expect(window.locator('[data-field=pictures]')).toHaveText(/^all \(\d+ skipped earlier\)$/)
    await expect(window.locator('[data-field=age]')).toHaveText(/^-?\d{1,4} ms$/)
  }
})

test('a stream that changes its size, hangs or is cut comes back by itself, and so does a page that was left', async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'camera', 9).then((list) => list.slice(8))
  await signIn(page, simulator.url, { to: '/realTime?layout=4' })
  const window = windowAt(page, 1)
  const first = await openCamera(page, camera!, window)
  await page.getByRole('button', { name: 'Diagnosis in all windows' }).click()
  const states = window.locator('[data-field=state]')
  const effect = (fault: string, forMs: number) =>
    control(simulator.url, controlAddFaults, {
      body: { faults: [{ fault, target: { devices: [camera!.sn] }, schedule: { forMs } }] },
    })

  await effect('media-codec', 4000)
  await pictureOf(window, ({ width }) => width === 320)
  const back = await pictureOf(window, ({ width, timeMs }) => width === first.width && timeMs > first.timeMs)
  await effect('media-cut', 2500)
  await expect(states).toContainText('(ended by the server)')
  const cut = await pictureOf(window, ({ timeMs }) => timeMs > back.timeMs + 3000)
  await effect('media-stall', 8000)
  await expect(states).toContainText('(picture stalled)')
  const after = await pictureOf(window, ({ timeMs }) => timeMs > cut.timeMs + 8000)
  expect(after.camera).toBe(camera!.cameraNumber)

  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await expect(window).toContainText('Paused')
  await expect(window.locator('video')).toHaveCount(0)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await pictureOf(window, (picture) => picture.camera === camera!.cameraNumber)
})
