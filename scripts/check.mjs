// npm run check: types, lint and format, import directions, unit tests. Under two minutes.
import { installPackages, requireNode } from './bootstrap.mjs'
import { checkSteps, readingStep } from './check-steps.mjs'
import { runSteps } from './steps.mjs'

requireNode()
await installPackages({ beside: readingStep.begin })
await runSteps(checkSteps())
