// npm run first-run [-- file.tgz]: from an empty folder to the sign-in page by npx, with an empty cache of npm and with a
// full one. Prints seconds and bytes. Needs the network, so it is no test. Without a file, what `npm run pack` left.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fail, ROOT } from './bootstrap.mjs'

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const packed = resolve(process.argv[2] ?? join(ROOT, `.cache/backlot-${version}.tgz`))
if (!existsSync(packed)) fail(`${packed} is not there: run npm run pack first, or name a packed file.`)

/** Bytes of the files below a folder. */
const bytesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, path, name }) => sum + lstatSync(join(parentPath ?? path, name)).size, 0)
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`

/** Seconds until the sign-in page is there. */
async function firstRun(cache) {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-first-run-'))
  const begunMs = performance.now()
  const child = spawn(
    'npx',
    ['--yes', `--package=${packed}`, 'backlot', 'start', '--port', '0', '--no-fetch', '--json'],
    {
      cwd: folder,
      env: { ...process.env, npm_config_cache: cache },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    },
  )
  try {
    const [line] = await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`npx ended with ${code}.`)
      }),
    ])
    const page = await fetch(JSON.parse(String(line)).url)
    if (!(await page.text()).includes('<div id="root">')) fail('The console is not in the package.')
    return (performance.now() - begunMs) / 1000
  } finally {
    if (child.exitCode === null) {
      const ended = once(child, 'exit')
      process.kill(-child.pid, 'SIGTERM')
      await ended
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const cache = mkdtempSync(join(tmpdir(), 'backlot-npm-cache-'))
try {
  mkdirSync(join(cache, '_npx'), { recursive: true })
  const empty = await firstRun(cache)
  const installed = bytesBelow(join(cache, '_npx'))
  const fetched = bytesBelow(cache) - installed
  // npx installs anew, from what npm has fetched before.
  rmSync(join(cache, '_npx'), { recursive: true })
  const full = await firstRun(cache)
  const again = await firstRun(cache)
  const rows = [
    ['nothing fetched before', empty],
    ['fetched before, not installed', full],
    ['installed before', again],
  ]
  process.stdout.write(
    `fetched ${megabytes(fetched)}, installed ${megabytes(installed)}; Node ${process.version}\n`,
  )
  for (const [what, seconds] of rows) process.stdout.write(`${what}: ${seconds.toFixed(1)} s\n`)
} finally {
  rmSync(cache, { recursive: true, force: true })
}
