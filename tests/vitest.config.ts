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

/** Programs started here begin in half the time; a test that needs the past or pictures at once sets it. */
const QUICK = { BACKLOT_PAST_DAYS: '0', BACKLOT_VIDEO: 'when-asked' }

/**
 * Tests against whole, running simulators (compiled programs) of their own; most of them wait for real time to pass.
 * npm test runs `conformance`, whose streams play clips: what encodes is tried by `deep`, which npm run test:deep runs.
 */
const PROJECTS = [
  { name: 'conformance', env: { ...QUICK, BACKLOT_ENCODER_BUDGET: '0' } },
  { name: 'deep', env: QUICK },
]

export default defineConfig({
  test: {
    root: import.meta.dirname,
    // They wait for real time now and then: one more than there are processors.
    maxWorkers: Math.max(2, availableParallelism()) + 1,
    sequence: { sequencer: LongFirst },
    projects: PROJECTS.map(({ name, env }) => ({
      resolve: { conditions: ['source'] },
      ssr: { resolve: { conditions: ['source'] } },
      test: {
        name,
        root: import.meta.dirname,
        include: [`${name}/**/*.test.ts`],
        env,
        // Its dependency eventsource has TypeScript under our condition, which Node does not load from node_modules.
        server: { deps: { inline: [/@modelcontextprotocol\/client/, /eventsource/] } },
        setupFiles: ['conformance/declared-statuses.ts'],
        testTimeout: 120_000,
        hookTimeout: 120_000,
        expect: { poll: { timeout: 30_000 } },
        // Files share loaded modules; what each changes is a program of its own.
        isolate: false,
        // As for the browser's tests: a shared machine stalls now and then; a second try is named at the end.
        retry: 1,
      },
    })),
  },
})
