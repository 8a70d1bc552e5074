// Steps of npm test and npm run test:deep that try whole programs, by vitest or in a browser.
import { projectArgs } from './e2e-projects.mjs'
import { playwrightCount, reportStep, vitestStep } from './steps.mjs'

/** A project of tests/vitest.config.ts. */
export const programTests = (project, env) =>
  vitestStep(
    project,
    ['--config', 'tests/vitest.config.ts', '--project', project, '--reporter=./tests/second-tries.ts'],
    env,
  )

/** A project of tests/playwright.config.ts. */
export const browserStep = (project, env) =>
  reportStep(
    `e2e ${project}`,
    'playwright',
    (report) => ({
      args: projectArgs(project, '--reporter=list,json'),
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    }),
    playwrightCount,
    env,
  )
