// Steps of npm test and npm run test:deep that try whole programs, by vitest or in a browser.
import { projectArgs } from './e2e-projects.mjs'
import { playwrightCount, reportStep, vitestCount } from './steps.mjs'

/** The tests of tests/<folder>/. */
export const vitestStep = (folder, env) =>
  reportStep(
    folder,
    'vitest',
    (report) => ({
      args: [
        'run',
        `${folder}/`,
        '--config',
        'tests/vitest.config.ts',
        '--reporter=dot',
        '--reporter=json',
        '--reporter=./tests/second-tries.ts',
        `--outputFile.json=${report}`,
      ],
    }),
    vitestCount,
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
