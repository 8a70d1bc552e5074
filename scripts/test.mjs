// npm test: everything that must hold. Installs what is missing, a browser and ffmpeg too where the system allows.
import { checkSteps } from './check-steps.mjs'
import { E2E_PROJECTS, projectArgs } from './e2e-projects.mjs'
import { playwrightCount, reportStep, runSteps, vitestCount } from './steps.mjs'
import { browserEnvironment } from './with-chromium.mjs'

const env = await browserEnvironment('npm test')
runSteps([
  ...checkSteps(),
  reportStep(
    'conformance',
    'vitest',
    (report) => ({
      args: [
        'run',
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
  ),
  ...E2E_PROJECTS.map((project) =>
    reportStep(
      `e2e ${project}`,
      'playwright',
      (report) => ({
        args: projectArgs(project, '--reporter=list,json'),
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      }),
      playwrightCount,
      env,
    ),
  ),
])
