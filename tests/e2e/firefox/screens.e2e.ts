import { SCREEN_PATHS } from '../../../console/src/session/screen-paths.ts'
import { expect, test } from '../support/console-test.ts'
import { playingCameras } from '../support/fleet.ts'
import { signIn } from '../support/sign-in.ts'
import { pictureOf } from '../support/wall.ts'

// Firefox reports for each stream that it was broken off when its screen is left.
test.use({
  expectedErrors: /(can’t establish a connection to the server at|The connection to) ws:.*\/live\//,
})

test('every screen opens without an error and shows something', async ({ console: page, simulator }) => {
  test.setTimeout(420_000)
  await signIn(page, simulator.url)
  for (const path of SCREEN_PATHS) {
    await page.goto(new URL(`/#${path}`, simulator.url).href)
    await expect(page.locator('.page-loading'), path).toHaveCount(0)
    await expect(page.locator('.ant-spin-spinning, .table-skeleton'), path).toHaveCount(0)
    // A map in a page of others has hardly a word.
    await expect.poll(() => page.evaluate(hasSomething), { message: path }).toBe(true)
    await page.screenshot({ path: test.info().outputPath(`${path.slice(1).replaceAll('/', '-')}.png`) })
  }
})

function hasSomething(): boolean {
  const main = document.querySelector('main') ?? document.body
  return main.innerText.trim().length > 20 || main.querySelector('canvas') !== null
}

test('a recording is replayed', async ({ console: page, simulator }) => {
  const [camera] = await playingCameras(simulator.url, 'camera', 3).then((list) => list.slice(2))
  const from = Date.parse('2026-11-25T10:00:00+08:00') - 600_000
  await signIn(page, simulator.url, { to: `/videoReplay?sn=${camera!.sn}&chnId=1&from=${from}` })
  const window = page
    .getByRole('region', { name: 'Replay windows' })
    .getByRole('group', { name: /^Window 1,/ })
  const begun = await pictureOf(
    window,
    ({ camera: number, timeMs }) => number === camera!.cameraNumber && timeMs >= from,
  )
  expect(begun.timeMs - from).toBeLessThan(60_000)
  await pictureOf(window, ({ timeMs }) => timeMs > begun.timeMs + 2000)
})
