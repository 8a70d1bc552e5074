import { BY_DAY, launchSimulator } from '../../../testing/launch-simulator.ts'
import { expect, test } from '../support/console-test.ts'
import { DEVICES, soakMap } from './soak-map.ts'

/** Most growth of the page's memory from the twentieth second to the sixtieth. */
const GROWTH_MOST = 0.03
/** Least positions seen before it ends: a busy machine lets the browser fall behind, and takes longer. */
const UPDATES_LEAST = 60 * 5_000

test('a minute of 10,000 positions a second on a map of 100,000 devices: the page does not grow, and each is where it reported', async ({
  console: page,
}, testInfo) => {
  test.setTimeout(400_000)
  await using city = await launchSimulator(['--log-level', 'warn', '--no-rtmp', ...BY_DAY])
  const report = await soakMap(page, city.url, {
    durationMs: 60_000,
    updatesLeast: UPDATES_LEAST,
    longestMs: 180_000,
    everyMs: 5_000,
    warmUpMs: 18_000,
  })
  await testInfo.attach('soak', {
    body: JSON.stringify(report, undefined, 2),
    contentType: 'application/json',
  })
  expect(report.loaded[0]).toBeGreaterThan(DEVICES)
  expect(report.updates).toBeGreaterThanOrEqual(UPDATES_LEAST)
  expect(report.compared).toBeGreaterThan(200)
  expect(report.misplaced).toEqual([])
  expect(report.strayed).toEqual([])
  expect(report.growth).toBeLessThan(GROWTH_MOST)
})
