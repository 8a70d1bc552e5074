import { controlRestoreSnapshot, controlSaveSnapshot } from '@backlot/contract/control/snapshot-calls'
import { test as base, type Page } from '@playwright/test'
import { control } from '../../../testing/control.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator } from '../../../testing/launch-simulator.ts'
import { BrowserGuard } from './browser-guard.ts'
import { typeInFirefox } from './firefox-typing.ts'

type Fixtures = {
  /** Browser complaints that this test provokes (the answer to a refused call, say). */
  expectedErrors: RegExp | undefined
  /** Whether SOS open their card: the city has some of its own, and it would cover controls that a test presses. */
  sosCard: boolean
  /** Calls are made over HTTP alone, where a test watches, holds up or answers them. */
  overHttp: boolean
  /** The simulator has the state of its start again after the test: for tests that leave alarms, or move the clock. */
  setBack: boolean
  /** Restores that state. */
  restored: undefined
  /** Every page of the test's browser stays free of errors and warnings of graphics, and its requests are answered. */
  guard: BrowserGuard
  /** A page of the console. */
  console: Page
}

/** Name of the state that a simulator starts with. */
const START = { name: 'start' }

/** When the last test may begin, in milliseconds since 1970: npm run test:deep may have a bound. */
const LAST_BEGIN_MS = Number(process.env.TESTS_END_MS ?? Number.POSITIVE_INFINITY)

/** Browser tests: a simulator of its own per run of a worker, a browser that fails the test on any error in it. */
export const test = base.extend<Fixtures, { simulator: LaunchedSimulator }>({
  browser: [
    async ({ browser, browserName }, use) => {
      if (browserName === 'firefox') typeInFirefox(browser)
      await use(browser)
    },
    { scope: 'worker' },
  ],
  simulator: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      await using simulator = await launchSimulator([
        '--check-replies',
        '--log-level',
        'warn',
        '--push-allow',
        'localhost',
        ...BY_DAY,
      ])
      await control(simulator.url, controlSaveSnapshot, { body: START })
      await use(simulator)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  expectedErrors: [undefined, { option: true }],
  sosCard: [false, { option: true }],
  overHttp: [false, { option: true }],
  setBack: [false, { option: true }],
  restored: [
    async ({ simulator, setBack }, use) => {
      await use(undefined)
      if (setBack) await control(simulator.url, controlRestoreSnapshot, { body: START })
    },
    { auto: true },
  ],
  guard: [
    async ({ browser, expectedErrors, sosCard }, use, testInfo) => {
      testInfo.skip(Date.now() > LAST_BEGIN_MS, 'no time is left')
      using guard = new BrowserGuard(browser, sosCard ? undefined : foldSosCard)
      await use(guard)
      guard.failOnErrors(expectedErrors)
    },
    { auto: true },
  ],
  console: async ({ page, simulator, guard, overHttp }, use, testInfo) => {
    if (overHttp) {
      await page.route('**/config.json', async (route) => {
        const reply = await route.fetch()
        const config = (await reply.json()) as Record<string, unknown>
        await route.fulfill({ json: { ...config, adapter: { channel: { lacks: ['request'] } } } })
      })
    }
    await use(page)
    guard.end()
    const said = simulator.otherOutput() + simulator.errorOutput()
    if (said !== '') await testInfo.attach('simulator', { body: said, contentType: 'text/plain' })
  },
})

/** In a page before it starts: SOS open no card by themselves, unless the test wants it. */
function foldSosCard(): void {
  // An empty page has no storage.
  if (!location.protocol.startsWith('http')) return
  if (localStorage.getItem('sosVideoPopup') === null) localStorage.setItem('sosVideoPopup', 'false')
}

export { expect } from '@playwright/test'
