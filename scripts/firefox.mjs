// npm run firefox [-- playwright arguments]: the checks of tests/e2e/firefox in an installed Firefox.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail, findOrInstallFfmpeg, onPath, prepare, ROOT, requireNode } from './bootstrap.mjs'
import { projectArgs } from './e2e-projects.mjs'

requireNode()
const { DISPLAY, FIREFOX_PATH } = process.env
const firefox = FIREFOX_PATH || onPath('firefox-esr') || onPath('firefox')
if (!firefox) skip('no Firefox', 'install it (Debian: apt-get install firefox-esr) or set FIREFOX_PATH')

const linux = process.platform === 'linux'
// Firefox draws no WebGL without a display (https://bugzilla.mozilla.org/show_bug.cgi?id=1375585).
const wantsDisplay = linux && !DISPLAY
if (wantsDisplay && !onPath('Xvfb'))
  skip('no display', 'install a virtual one (Debian: apt-get install xvfb) or set DISPLAY')
// Its AudioContext stays suspended without a sound device, and the tests record its output.
if (linux && !onPath('pulseaudio')) skip('no PulseAudio', 'install it (Debian: apt-get install pulseaudio)')
await Promise.all([prepare(), findOrInstallFfmpeg()])

const folder = mkdtempSync(join(tmpdir(), 'backlot-firefox-'))
const helpers = []
try {
  const env = { ...process.env, FIREFOX_PATH: firefox }
  if (wantsDisplay) env.DISPLAY = await startDisplay()
  if (linux) env.PULSE_SERVER = await startSound()
  const args = projectArgs('firefox', ...process.argv.slice(2))
  const { status } = spawnSync(join(ROOT, 'node_modules/.bin/playwright'), args, {
    cwd: ROOT,
    stdio: 'inherit',
    env,
  })
  process.exitCode = status ?? 1
} finally {
  for (const helper of helpers) helper.kill()
  rmSync(folder, { recursive: true, force: true })
}

function skip(what, advice) {
  process.stdout.write(
    `Skipped: there is ${what} on this machine. To run the checks in Firefox, ${advice}.\n`,
  )
  process.exit(0)
}

/** A virtual display; answers its name. */
async function startDisplay() {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp']
  const xvfb = start('Xvfb', args, { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] })
  const [number] = await once(xvfb.stdio[3], 'data')
  return `:${String(number).trim()}`
}

/** A sound server whose only device plays to nobody; answers its address. */
async function startSound() {
  const socket = join(folder, 'sound')
  const modules = ['module-null-sink', `module-native-protocol-unix auth-anonymous=1 socket=${socket}`]
  const args = [
    '-n',
    '--exit-idle-time=-1',
    '--use-pid-file=no',
    ...modules.map((module) => `--load=${module}`),
  ]
  start('pulseaudio', args, {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder },
  })
  for (let looks = 0; looks < 100 && !existsSync(socket); looks++)
    await new Promise((resolve) => setTimeout(resolve, 100))
  if (!existsSync(socket)) throw new Error('PulseAudio did not open its socket within 10 s.')
  return `unix:${socket}`
}

function start(program, args, options) {
  const child = spawn(program, args, options)
  child.on('exit', (code) => {
    if (code) fail(`${program} ended with exit code ${code}.`)
  })
  helpers.push(child)
  return child
}
