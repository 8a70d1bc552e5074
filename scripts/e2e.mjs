// npm run e2e [-- playwright arguments]: the browser tests alone, on a fresh build.
import { E2E_PROJECTS, projectArgs } from './e2e-projects.mjs'
import { runWithChromium } from './with-chromium.mjs'

await runWithChromium(
  'npm run e2e',
  'playwright',
  ...E2E_PROJECTS.map((project) => projectArgs(project, '--pass-with-no-tests', ...process.argv.slice(2))),
)
