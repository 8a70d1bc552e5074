// What needs a browser: installs and builds what is missing, then runs a program of node_modules/.bin with Chromium.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import {
  fail,
  findOrInstallChromium,
  findOrInstallChromiumShell,
  prepare,
  ROOT,
  requireNode,
} from './bootstrap.mjs'

/**
 * Runs the program once with each list of arguments and ends with the exit code of the first run that failed, else 0.
 * `what` says who needs the browser, should there be none.
 */
export async function runWithChromium(what, program, ...runs) {
  requireNode()
  const [, chromium] = await Promise.all([prepare(), findOrInstallChromium()])
  if (!chromium) fail(`${what} Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.`)
  const shell = await findOrInstallChromiumShell(chromium)
  const codes = runs.map((args) => {
    const result = spawnSync(join(ROOT, 'node_modules/.bin', program), args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, CHROMIUM_PATH: chromium, CHROMIUM_SHELL_PATH: shell },
    })
    return result.status ?? 1
  })
  process.exitCode = codes.find((code) => code !== 0) ?? 0
}
