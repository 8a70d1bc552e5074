// `backlot/vitest`: Vitest's test with a platform of the file, and the facts needed to repeat a failure.
import { relative } from 'node:path'
import { test as base } from 'vitest'
import { type BacklotSimulator, createSimulator, type SimulatorOptions } from './create-simulator.ts'
import { quoted, withEnvironment } from './report.ts'

export { expect } from 'vitest'

export type Fixtures = {
  /** Override it with `test.extend({ simulatorOptions: … })`. BACKLOT_SEED and the like go before it. */
  simulatorOptions: SimulatorOptions
  /** One platform for all tests of a file. */
  sharedSimulator: BacklotSimulator
  /** The file's platform; faults that a test leaves are removed, and alarms of the tests before do not count. */
  simulator: BacklotSimulator
}

export const test = testWith()

/** The same test over a platform that starts so. */
export function testWith(options: SimulatorOptions = {}) {
  return base.extend<Fixtures>({
    simulatorOptions: [options, { scope: 'file' }],
    sharedSimulator: [
      async ({ simulatorOptions }, use) => {
        await using simulator = await createSimulator(withEnvironment(simulatorOptions))
        await use(simulator)
      },
      { scope: 'file' },
    ],
    simulator: async ({ sharedSimulator, task, onTestFailed }, use) => {
      onTestFailed(() => {
        const file = relative(process.cwd(), task.file.filepath)
        const { text } = sharedSimulator.report(`npx vitest run ${quoted(file)} -t ${quoted(task.name)}`)
        console.error(text)
      })
      await sharedSimulator.expect.fromNow()
      await use(sharedSimulator)
      await sharedSimulator.faults.clear()
    },
  })
}
