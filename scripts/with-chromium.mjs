// Runs a program of node_modules/.bin with Chromium, after installing and building what is missing.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import {
  fail,
  findOrInstallChromium,
  findOrInstallChromiumShell,
  findOrInstallFfmpeg,
  prepare,
  ROOT,
  requireNode,
} from './bootstrap.mjs'

/**
 * Builds missing parts while looking for Chromium, its headless shell and ffmpeg, and answers the environment that
 * names them. `what` names the user of them, in the message should there be none; `beside`: see `prepare`.
 */
export async function browserEnvironment(what, beside) {
  requireNode()
  const [, { ffmpeg, chromium, shell }] = await Promise.all([prepare({ beside }), findPrograms()])
  if (!ffmpeg)
    fail(`${what} needs ffmpeg with libx264: install it (Debian: apt-get install ffmpeg) or set FFMPEG_PATH.`)
  if (!chromium)
    fail(`${what} needs Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.`)
  return { CHROMIUM_PATH: chromium, CHROMIUM_SHELL_PATH: shell, FFMPEG_PATH: ffmpeg }
}

/** Debian installs one after the other. */
async function findPrograms() {
  const ffmpeg = await findOrInstallFfmpeg()
  const chromium = await findOrInstallChromium()
  return { ffmpeg, chromium, shell: chromium && (await findOrInstallChromiumShell(chromium)) }
}

/**
 * Runs the program once with each list of arguments and ends with the exit code of the first run that failed, else 0.
 * `what`: see `browserEnvironment`.
 */
export async function runWithChromium(what, program, ...runs) {
  const env = { ...process.env, ...(await browserEnvironment(what)) }
  const codes = runs.map((args) => {
    const bin = join(ROOT, 'node_modules/.bin', program)
    return spawnSync(bin, args, { cwd: ROOT, stdio: 'inherit', env }).status ?? 1
  })
  process.exitCode = codes.find((code) => code !== 0) ?? 0
}
