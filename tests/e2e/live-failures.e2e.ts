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
    await expect(page.getByRole('alert').getByText(/lacks Media Source Extensions/)).toBeVisible()
    await expect(windowAt(page, 1).getByRole('status')).toContainText('lacks Media Source Extensions')
  })

  test('decode a codec says so instead of trying again', async ({ console: page, simulator }) => {
    const [camera] = await playingCameras(simulator.url, 'camera', 1)
    await page.addInitScript(() => {
      MediaSource.prototype.addSourceBuffer = () => {
        throw new DOMException('no such codec', 'NotSupportedError')
      }
    })
    await signIn(page, simulator.url, { to: `/realTime?layout=1&sn=${camera!.sn}` })
    await expect(windowAt(page, 1).getByRole('status')).toContainText('cannot play the codec of this video')
  })
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
  const harm = (fault: string, forMs: number) =>
    control(simulator.url, controlAddFaults, {
      body: { faults: [{ fault, target: { devices: [camera!.sn] }, schedule: { forMs } }] },
    })

  await harm('media-codec', 4000)
  await pictureOf(window, ({ width }) => width === 320)
  const back = await pictureOf(window, ({ width, timeMs }) => width === first.width && timeMs > first.timeMs)
  await harm('media-cut', 2500)
  await expect(states).toContainText('(ended by the server)')
  const cut = await pictureOf(window, ({ timeMs }) => timeMs > back.timeMs + 3000)
  await harm('media-stall', 8000)
  await expect(states).toContainText('(stood still)')
  const after = await pictureOf(window, ({ timeMs }) => timeMs > cut.timeMs + 8000)
  expect(after.camera).toBe(camera!.cameraNumber)

  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await expect(window).toContainText('Paused')
  await expect(window.locator('video')).toHaveCount(0)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await pictureOf(window, (picture) => picture.camera === camera!.cameraNumber)
})
