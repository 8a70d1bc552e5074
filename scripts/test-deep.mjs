// npm run test:deep [-- --minutes N]: the long tests. All browser tests that npm test leaves out, long tests of the code
// (`*.deep.test.ts`), whole programs and the documented commands, the fuzzer, a slice of every benchmark, the package in
// empty folders, a minute of the wall and of the map under load, starts and the unit tests on the newest LTS of Node.
// After N minutes nothing more is begun, and the log counts the steps not run.
import { parseArgs } from 'node:util'
import { findOrInstallServers } from './bootstrap.mjs'
import { sourceTests } from './source-steps.mjs'
import { runSteps } from './steps.mjs'
import { ltsStarts, ltsUnitTests } from './test-lts.mjs'
import { browserStep, programTests } from './whole-steps.mjs'
import { browserEnvironment } from './with-chromium.mjs'

const { values } = parseArgs({ options: { minutes: { type: 'string' } } })
const minutes = Number(values.minutes ?? Number.POSITIVE_INFINITY)
if (!(minutes >= 0)) {
  console.error('--minutes takes a number of minutes, such as 30.')
  process.exit(2)
}
const endMs = Date.now() + minutes * 60_000
const env = {
  ...(await browserEnvironment('npm run test:deep')),
  ...(await findOrInstallServers()),
  TESTS_END_MS: String(endMs),
}
await runSteps(
  [
    ltsStarts(env),
    { ...sourceTests('deep'), needsMs: 5 * 60_000 },
    browserStep('together', env),
    browserStep('alone', env),
    { ...programTests('deep', env), needsMs: 20 * 60_000 },
    { ...browserStep('soak', env), needsMs: 4 * 60_000 },
    { ...ltsUnitTests(env), needsMs: 8 * 60_000 },
  ],
  endMs,
)
