// npm test: the gate of every commit; scripts/test-deep.mjs goes on from there. Installs missing parts, a browser and
// ffmpeg too where the system allows.
import { findOrInstallServers } from './bootstrap.mjs'
import { readingStep, sourceTests } from './source-steps.mjs'
import { runSteps } from './steps.mjs'
import { browserStep, programTests } from './whole-steps.mjs'
import { browserEnvironment } from './with-chromium.mjs'

const env = {
  ...(await browserEnvironment('npm test', readingStep.begin)),
  ...(await findOrInstallServers()),
}
await runSteps([readingStep, sourceTests('code'), programTests('conformance', env), browserStep('main', env)])
