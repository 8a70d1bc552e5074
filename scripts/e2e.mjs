// npm run e2e [-- playwright arguments]: the browser tests alone, on a fresh build.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import {
  buildConsole,
  buildPrograms,
  fail,
  findOrInstallChromium,
  installPackages,
  ROOT,
  requireNode,
} from './bootstrap.mjs'

requireNode()
installPackages()
const chromium = findOrInstallChromium()
if (!chromium)
  fail('The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.')
buildPrograms()
buildConsole()
const result = spawnSync(
  join(ROOT, 'node_modules/.bin/playwright'),
  ['test', '--config', 'tests/playwright.config.ts', ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: chromium } },
)
process.exitCode = result.status ?? 1
