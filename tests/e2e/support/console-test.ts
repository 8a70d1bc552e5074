import { test as base, type Page } from '@playwright/test'
import { type LaunchedSimulator, launchSimulator } from '../../../testing/launch-simulator.ts'
import { startTheDay } from './clock.ts'
import { PageWatch } from './page-watch.ts'

type Fixtures = {
  /** What the browser may complain about in this test (the answer to a refused call, say). */
  expectedErrors: RegExp | undefined
  /** A page whose browser console must stay free of errors, and whose requests must be answered. */
  console: Page
}

/** Browser tests: a simulator of its own per run of a worker, a page that fails the test on any error in it. */
export const test = base.extend<Fixtures, { simulator: LaunchedSimulator }>({
  simulator: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      await using simulator = await launchSimulator(['--check-replies', '--log-level', 'warn'])
      await startTheDay(simulator.url)
      await use(simulator)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  expectedErrors: [undefined, { option: true }],
  console: async ({ page, simulator, expectedErrors }, use, testInfo) => {
    const watch = new PageWatch(page)
    await use(page)
    const said = simulator.otherOutput() + simulator.errorOutput()
    if (said !== '') await testInfo.attach('simulator', { body: said, contentType: 'text/plain' })
    watch.failOnErrors(expectedErrors)
  },
})

export { expect } from '@playwright/test'
