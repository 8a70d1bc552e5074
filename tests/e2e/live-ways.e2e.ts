import type { Page } from '@playwright/test'
import { expect } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'
import { PLAIN_NAME, test, withMicrophone } from './support/talk-page.ts'
import { openCamera, pictureOf, windowAt } from './support/wall.ts'

// Its simulator and its browser know a name that is not secure over plain http.
test.use(withMicrophone)

/** How the first window plays, as its diagnosis says. */
const way = (page: Page) => windowAt(page, 1).locator('[data-field=player]')
const diagnose = (page: Page) => page.getByRole('button', { name: 'Diagnosis in all windows' }).click()

test('live video is decoded in a worker, by MSE while it is heard, and in the worker again', async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'camera', 6).then((list) => list.slice(5))
  await signIn(page, simulator.url, { to: '/realTime?layout=4' })
  const window = windowAt(page, 1)
  await openCamera(page, camera!, window)
  await diagnose(page)
  await expect(way(page)).toHaveText('WebCodecs')
  await window.hover()
  await window.getByRole('button', { name: 'Sound on' }).click()
  await expect(way(page)).toHaveText('MSE (sound is on)')
  const heard = await pictureOf(window)
  await window.hover()
  await window.getByRole('button', { name: 'Sound off' }).click()
  await expect(way(page)).toHaveText('WebCodecs')
  await pictureOf(window, ({ timeMs }) => timeMs > heard.timeMs)
})

test('live video goes on by MSE when the worker that decodes it breaks', async ({
  console: page,
  simulator,
}) => {
  const [camera] = await playingCameras(simulator.url, 'camera', 1)
  await page.addInitScript(() => {
    const { Worker } = globalThis
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options)
        if (options?.name === 'live video') Object.assign(globalThis, { liveWorker: this })
      }
    }
  })
  await signIn(page, simulator.url, { to: '/realTime?layout=4' })
  const window = windowAt(page, 1)
  const before = await openCamera(page, camera!, window)
  await diagnose(page)
  await expect(way(page)).toHaveText('WebCodecs')
  await page.evaluate(() => {
    // Put there by the script above.
    const { liveWorker } = globalThis as typeof globalThis & { liveWorker: Worker }
    liveWorker.dispatchEvent(new ErrorEvent('error', { cancelable: true }))
  })
  await expect(way(page)).toHaveText('MSE (worker failed)')
  await pictureOf(window, ({ camera, timeMs }) => camera === before.camera && timeMs > before.timeMs)
})

test.describe('over plain http', () => {
  // The browser also reports that such a page has no isolation.
  test.use({ expectedErrors: /Cross-Origin-Opener-Policy/ })

  test('live video plays by MSE, and its diagnosis says why', async ({ console: page, simulator }) => {
    const [camera] = await playingCameras(simulator.url, 'camera', 1)
    const url = simulator.url.replace('127.0.0.1', PLAIN_NAME)
    await signIn(page, url, { to: '/realTime?layout=4', controlUrl: simulator.url })
    const first = await openCamera(page, camera!, windowAt(page, 1))
    await diagnose(page)
    await expect(way(page)).toHaveText('MSE (page is not secure)')
    await pictureOf(windowAt(page, 1), ({ timeMs }) => timeMs > first.timeMs)
  })
})
