// npm run check: types, lint and format, import directions, unit tests. Under two minutes.
import { installPackages, requireNode } from './bootstrap.mjs'
import { readingStep, sourceTests } from './source-steps.mjs'
import { runSteps } from './steps.mjs'

requireNode()
await installPackages({ beside: readingStep.begin })
await runSteps([readingStep, sourceTests('code', { LEAVE_OUT_SLOW: '1' })])
