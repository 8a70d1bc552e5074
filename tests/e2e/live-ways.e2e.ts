import { controlDevices } from '@backlot/contract/control/calls'
import type { Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import playwrightConfig, { PLAIN_NAME } from '../playwright.config.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'
import { openCamera, pictureOf, windowAt } from './support/wall.ts'

const { launchOptions } = playwrightConfig.use ?? {}
test.use({
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), `--host-resolver-rules=MAP ${PLAIN_NAME} 127.0.0.1`],
  },
})

/** How the first window plays, as its diagnosis says. */
const way = (page: Page) => windowAt(page, 1).locator('[data-field=player]')
const diagnose = (page: Page) => page.getByRole('button', { name: 'Diagnosis in all windows' }).click()

test('live video is decoded in a worker, by MSE while it is heard, and in the worker again', async ({
  console: page,
  simulator,
}) => {
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'callBox' } })
  const box = list.find(({ online, cameraNumber }) => online && cameraNumber !== undefined)
  if (box?.cameraNumber === undefined) throw new Error('No call box has a camera.')
  await signIn(page, simulator.url, { to: '/realTime?layout=4' })
  const window = windowAt(page, 1)
  await openCamera(page, { sn: box.sn, cameraNumber: box.cameraNumber }, window)
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
