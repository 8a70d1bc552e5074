// npm run gallery [-- --out folder | --readme] [--only name]: a PNG of every screen, in both languages and both themes.
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
  fail('The gallery needs Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.')
buildPrograms()
buildConsole()
const result = spawnSync(
  join(ROOT, 'node_modules/.bin/tsx'),
  ['--conditions=source', 'scripts/gallery/gallery.ts', ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: chromium } },
)
process.exitCode = result.status ?? 1
