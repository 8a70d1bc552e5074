/**
 * Playwright's test with a platform, a page that is signed in, and eyes for camera pictures.
 * @module backlot/playwright
 */
import { relative } from 'node:path'
import { test as base, type Locator, type TestInfo } from '@playwright/test'
import { signIn } from '../sign-in.ts'
import { type CameraExpectation, expectCamera } from './camera-picture.ts'
import { type BacklotSimulator, createSimulator, type SimulatorOptions } from './create-simulator.ts'
import { followClock } from './follow-clock.ts'
import { quoted, withEnvironment } from './report.ts'
import type { Snapshot } from './snapshot.ts'

export { expect } from '@playwright/test'
export type { CameraExpectation, WantedPicture } from './camera-picture.ts'

/** Who is signed in, and the screen that opens. */
export type SignInAs = { loginName?: string; password?: string; to?: string }

/** What a test with a platform is given, and its own options. */
export type TestFixtures = {
  /** The platform of the worker, or the test's own (`simulatorPer: 'test'`). Faults that a test leaves are removed. */
  simulator: BacklotSimulator
  /** Option: `null` leaves the page blank. */
  signInAs: SignInAs | null
  /** Option: the page's Date and timers go by the platform's clock. */
  browserFollowsClock: boolean
  /** Expectations of a video element, read from its pixels. */
  expectCamera(locator: Locator): CameraExpectation
}

/** Options of a worker, which all its tests share. */
export type WorkerFixtures = {
  /** Option: how the platform starts. BACKLOT_SEED, BACKLOT_SCENARIO and BACKLOT_START_AT go before it. */
  simulatorOptions: SimulatorOptions
  /** Option: one platform for all tests of a worker, or one for each. */
  simulatorPer: 'worker' | 'test'
  /** Option: the worker's platform is set back to its first state before each test. */
  restoreBetweenTests: boolean
  /** Of the fixtures themselves: the worker's platform, started by the first test that asks. */
  sharedSimulator: () => Promise<BacklotSimulator>
}

/** Playwright's test with a platform of the worker and a page that is signed in. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  simulatorOptions: [{}, { option: true, scope: 'worker' }],
  simulatorPer: ['worker', { option: true, scope: 'worker' }],
  restoreBetweenTests: [false, { option: true, scope: 'worker' }],
  signInAs: [{}, { option: true }],
  browserFollowsClock: [false, { option: true }],
  sharedSimulator: [
    async ({ simulatorOptions, restoreBetweenTests }, use) => {
      let starting: Promise<BacklotSimulator> | undefined
      let first: Snapshot | undefined
      await use(async () => {
        starting ??= createSimulator(withEnvironment(simulatorOptions))
        const simulator = await starting
        if (first) await first.restore()
        else if (restoreBetweenTests) first = await simulator.snapshot('first')
        return simulator
      })
      await (await starting)?.[Symbol.asyncDispose]()
    },
    { scope: 'worker' },
  ],
  simulator: async ({ sharedSimulator, simulatorOptions, simulatorPer }, use, testInfo) => {
    const own = simulatorPer === 'test' ? await createSimulator(withEnvironment(simulatorOptions)) : undefined
    const simulator = own ?? (await sharedSimulator())
    try {
      // Alarms of the tests before do not count.
      await simulator.expect.fromNow()
      await use(simulator)
      await tell(simulator, testInfo)
    } finally {
      await (own ? own[Symbol.asyncDispose]() : simulator.faults.clear())
    }
  },
  page: async ({ page, simulator, signInAs, browserFollowsClock }, use) => {
    const stop = browserFollowsClock ? await followClock(page, simulator.clock) : undefined
    const { loginName, password } = simulator.signIn
    if (signInAs) await signIn(page, simulator.url, { loginName, password, ...signInAs })
    await use(page)
    await stop?.()
  },
  expectCamera: async ({ simulator }, use) => {
    await use((locator) => expectCamera(locator, simulator))
  },
})

/** A failed test carries the facts needed to repeat it. */
async function tell(simulator: BacklotSimulator, testInfo: TestInfo): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return
  const file = relative(process.cwd(), testInfo.file)
  const project = testInfo.project.name === '' ? '' : ` --project=${quoted(testInfo.project.name)}`
  const { text } = simulator.report(`npx playwright test ${quoted(`${file}:${testInfo.line}`)}${project}`)
  process.stderr.write(`${text}\n`)
  await testInfo.attach('backlot', { body: text, contentType: 'text/plain' })
  const events = simulator.events().map((event) => JSON.stringify(event))
  await testInfo.attach('backlot-events.jsonl', {
    body: `${events.join('\n')}\n`,
    contentType: 'application/jsonl',
  })
}
