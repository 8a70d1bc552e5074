import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take a minute or more: begun last they would end alone. */
const LONG = [
  'benches',
  'package',
  'docs-commands',
  'fuzz',
  'start',
  'scenario',
  'rtmp',
  'check',
  'devices',
  'sensors',
].map((name) => `/${name}.test.ts`)

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((end) => moduleId.endsWith(end))
      return at < 0 ? LONG.length : at
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

// Tests against whole, running simulators (compiled programs) of their own; most of them wait for real time to pass.
// npm test runs those of conformance/, npm run test:deep those of deep/.
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    root: import.meta.dirname,
    include: ['conformance/**/*.test.ts', 'deep/**/*.test.ts'],
    setupFiles: ['conformance/declared-statuses.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // They wait for real time now and then: one more than there are processors.
    maxWorkers: Math.max(2, availableParallelism()) + 1,
    // As for the browser's tests: a shared machine stalls now and then; a second try is named at the end.
    retry: 1,
    // Files share loaded modules; what each changes is a program of its own.
    isolate: false,
    // Programs started here begin in half the time and hold few encoders ready; a test that needs the past or many
    // pictures sets it.
    env: { BACKLOT_PAST_DAYS: '0', BACKLOT_VIDEO: 'when-asked', BACKLOT_ENCODER_BUDGET: '4' },
    sequence: { sequencer: LongFirst },
  },
})
