/**
 * Vitest's test with a platform of the file, and the facts needed to repeat a failure.
 * @module backlot/vitest
 */
import { relative } from 'node:path'
import { test as base } from 'vitest'
import { type BacklotSimulator, createSimulator, type SimulatorOptions } from './create-simulator.ts'
import { quoted, withEnvironment } from './report.ts'
import type { Snapshot } from './snapshot.ts'

export { expect } from 'vitest'

/** What a test with a platform is given, and the options of its file. */
export type Fixtures = {
  /** Override it with `test.extend({ simulatorOptions: … })`. BACKLOT_SEED and the like go before it. */
  simulatorOptions: SimulatorOptions
  /** Whether the file's platform is set back to its first state before each test. */
  restoreBetweenTests: boolean
  /** One platform for all tests of a file. */
  sharedSimulator: {
    simulator: BacklotSimulator
    /** Sets the platform back to its first state, if the option asks for it. */
    restore(): Promise<void>
  }
  /** The file's platform; faults that a test leaves are removed, and alarms of the tests before do not count. */
  simulator: BacklotSimulator
}

/** Vitest's test with a platform of usual options. */
export const test = testWith()

/** The same test over a platform that starts so. */
export function testWith(
  options: SimulatorOptions = {},
  { restoreBetweenTests = false }: { restoreBetweenTests?: boolean } = {},
) {
  return base.extend<Fixtures>({
    simulatorOptions: [options, { scope: 'file' }],
    restoreBetweenTests: [restoreBetweenTests, { scope: 'file' }],
    sharedSimulator: [
      async ({ simulatorOptions, restoreBetweenTests }, use) => {
        await using simulator = await createSimulator(withEnvironment(simulatorOptions))
        let first: Snapshot | undefined
        await use({
          simulator,
          async restore() {
            if (first) await first.restore()
            else if (restoreBetweenTests) first = await simulator.snapshot('first')
          },
        })
      },
      { scope: 'file' },
    ],
    simulator: async ({ sharedSimulator, task, onTestFailed }, use) => {
      const { simulator, restore } = sharedSimulator
      onTestFailed(() => {
        const file = relative(process.cwd(), task.file.filepath)
        const { text } = simulator.report(`npx vitest run ${quoted(file)} -t ${quoted(task.name)}`)
        console.error(text)
      })
      await restore()
      await simulator.expect.fromNow()
      await use(simulator)
      await simulator.faults.clear()
    },
  })
}
