// npm test: everything that must hold. Installs what is missing, a browser and ffmpeg too where the system allows.
import {
  fail,
  findOrInstallChromium,
  findOrInstallChromiumShell,
  findOrInstallFfmpeg,
  prepare,
  requireNode,
} from './bootstrap.mjs'
import { checkSteps } from './check-steps.mjs'
import { E2E_PROJECTS, projectArgs } from './e2e-projects.mjs'
import { playwrightCount, reportStep, runSteps, vitestCount } from './steps.mjs'

requireNode()
const [, { ffmpeg, chromium, shell }] = await Promise.all([prepare(), findPrograms()])
if (!ffmpeg)
  fail('npm test needs ffmpeg with libx264: install it (Debian: apt-get install ffmpeg) or set FFMPEG_PATH.')
if (!chromium)
  fail('npm test needs Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.')
const env = { CHROMIUM_PATH: chromium, CHROMIUM_SHELL_PATH: shell, FFMPEG_PATH: ffmpeg }
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

/** Debian installs one after the other. */
async function findPrograms() {
  const ffmpeg = await findOrInstallFfmpeg()
  const chromium = await findOrInstallChromium()
  return { ffmpeg, chromium, shell: chromium && (await findOrInstallChromiumShell(chromium)) }
}
