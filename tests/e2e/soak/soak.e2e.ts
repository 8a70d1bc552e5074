import { expect, test } from '../support/console-test.ts'
import { soakWall } from './soak-wall.ts'

/** One minute of `npm run soak`. */
test.use({ expectedErrors: /WebSocket|ERR_|503|live/ })

test('a minute of sixteen windows whose streams and channel are cut: all come back, and the page does not grow', async ({
  console: page,
  simulator,
}, testInfo) => {
  test.setTimeout(360_000)
  await page.setViewportSize({ width: 1600, height: 900 })
  const report = await soakWall(page, simulator.url, {
    durationMs: 60_000,
    cutEveryMs: 12_000,
    warmUpMs: 15_000,
    windows: 16,
  })
  await testInfo.attach('soak', {
    body: JSON.stringify(report, undefined, 2),
    contentType: 'application/json',
  })
  expect(report.rounds.map(({ alive }) => alive)).toEqual(report.rounds.map(() => 16))
  expect(report.heapGrowth).toBeLessThan(0.1)
})
