// Installs what a fresh clone lacks: packages, a build, a browser, ffmpeg. Plain Node, no dependency of ours.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledProgram } from '../cli/bin/program-file.mjs'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const MIN_NODE = [20, 19]
const NODE_MAJOR = Number(process.versions.node.split('.')[0])
/** The database as the Node that runs needs it (simulator/src/store/sqlite.ts): compiled here up to 21, else as it comes. */
const IS_DATABASE_COMPILED = NODE_MAJOR < 22
const DATABASE = IS_DATABASE_COMPILED
  ? 'better-sqlite3/build/Release/better_sqlite3.node'
  : 'better-sqlite3-napi/package.json'

/** Ends the program with one clear line. */
export function fail(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1])) {
    fail(`Backlot needs Node ${MIN_NODE.join('.')} or later; this is ${process.versions.node}.`)
  }
}

/** Runs a command from the root; its output goes to standard error, so that standard output stays clean. */
export function run(command, args, { quiet = false, env = {}, allowFailure = false } = {}) {
  const result = spawnSync(command, args, {
    cwd: ROOT,
    stdio: ['ignore', quiet ? 'pipe' : 2, quiet ? 'pipe' : 2],
    env: { ...process.env, ...env },
  })
  if (result.status !== 0 && !allowFailure) {
    if (quiet) process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`)
    fail(`'${command} ${args.join(' ')}' failed${result.error ? `: ${result.error.message}` : ''}.`)
  }
  return result
}

/** Runs a command from the root beside others; its output is kept. */
export async function runBeside(command, args, env = {}) {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  try {
    const [status] = await once(child, 'close')
    return { status, output }
  } catch (error) {
    return { status: 1, output: error.message }
  }
}

/**
 * Installs the packages when they are missing, older than the lock file, or without the database for this Node. `beside` is done while the database is
 * compiled: it needs the packages, not the database.
 */
export async function installPackages({ quiet = false, beside = async () => {} } = {}) {
  const lock = join(ROOT, 'package-lock.json')
  const marker = join(ROOT, 'node_modules', '.backlot-installed')
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex')
  const isInstalled = () =>
    existsSync(marker) &&
    readFileSync(marker, 'utf8') === wanted &&
    existsSync(join(ROOT, 'node_modules', DATABASE))
  if (isInstalled()) return beside()
  const release = waitForTurn(join(ROOT, '.cache', 'installing'))
  try {
    // Another process may have done it meanwhile.
    if (isInstalled()) return await beside()
    await install(quiet, beside)
    writeFileSync(marker, wanted)
  } finally {
    release()
  }
}

/** One process at a time continues: several installations at once would remove each other's files. */
function waitForTurn(file) {
  mkdirSync(dirname(file), { recursive: true })
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      const release = () => rmSync(file, { force: true })
      process.on('exit', release)
      return release
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (isLeft(file)) rmSync(file, { force: true })
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250)
    }
  }
}

/** Whether a lock was left by a process that is no more. */
function isLeft(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    // An empty one is being written at this moment, or its writer died doing so.
    if (!pid) return Date.now() - statSync(file).mtimeMs > 10_000
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

async function install(quiet, beside) {
  if (!quiet)
    process.stderr.write(
      `Installing packages${IS_DATABASE_COMPILED ? ' (the database is compiled here when no prebuilt one can be had)' : ''}…\n`,
    )
  const { status, output } = await runBeside('npm', ['ci', '--ignore-scripts', ...SILENT])
  if (status !== 0) {
    process.stderr.write(lastLines(output))
    fail('npm ci failed; see the lines above.')
  }
  await Promise.all([runInstallScripts(), beside()])
}

const SILENT = ['--no-audit', '--no-fund', '--loglevel=error']

/** The scripts of packages that have one (`allowScripts` in package.json). */
async function runInstallScripts() {
  if (IS_DATABASE_COMPILED) await compileDatabase()
  await runBeside('npm', ['rebuild', 'esbuild', ...SILENT])
  // It fetches its program from elsewhere: without it the system's ffmpeg is taken.
  const ffmpeg = await runBeside('npm', ['rebuild', 'ffmpeg-static', ...SILENT])
  if (ffmpeg.status !== 0) rmSync(join(ROOT, 'node_modules/ffmpeg-static'), { recursive: true, force: true })
}

async function compileDatabase() {
  const { status, output } = await runBeside('npm', ['rebuild', 'better-sqlite3', ...SILENT])
  if (status === 0) return
  process.stderr.write(lastLines(output))
  fail(
    'better-sqlite3 could not be built: use Node 22 or later, or install a C++ toolchain and Python 3 (Debian: apt-get install build-essential python3).',
  )
}

const lastLines = (output) => `${output.split('\n').slice(-25).join('\n')}\n`

function fingerprint(folders) {
  const hash = createHash('sha256')
  const visit = (path) => {
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      if (entry.name === 'node_modules' || entry.name.startsWith('dist') || entry.name.startsWith('.'))
        continue
      const full = join(path, entry.name)
      if (entry.isDirectory()) visit(full)
      else {
        const s = statSync(full)
        hash.update(`${full}\0${s.size}\0${s.mtimeMs}\n`)
      }
    }
  }
  for (const folder of folders) visit(join(ROOT, folder))
  hash.update(readFileSync(join(ROOT, 'package-lock.json')))
  return hash.digest('hex')
}

/** Runs `build` unless its sources are as they were and its product is there. */
async function whenStale(name, folders, product, build) {
  const stampFile = join(ROOT, '.cache', `${name}.stamp`)
  const wanted = fingerprint(folders)
  if (existsSync(join(ROOT, product)) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted)
    return
  await build()
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, wanted)
}

async function build(command, args) {
  const { status, output } = await runBeside(command, args)
  if (status === 0) return
  process.stderr.write(output)
  fail(`'${command} ${args.join(' ')}' failed.`)
}

/** The native TypeScript compiler; the JavaScript one (`typescript`) is only there for dependency-cruiser. */
export const TSC = join(ROOT, 'node_modules/typescript-native/bin/tsc')

/** Type-checks and compiles the named projects, or all. */
export function compile(projects) {
  run(process.execPath, [TSC, '-b', ...projects])
}

/** Makes the compiled program a few files that load in half the time (bundle-program.mjs). It runs without them, too. */
export async function bundlePrograms() {
  const file = bundledProgram(ROOT)
  if (!file || existsSync(file)) return
  try {
    const { bundleProgram } = await import('./bundle-program.mjs')
    await bundleProgram(ROOT)
  } catch (error) {
    process.stderr.write(`The program could not be bundled and starts more slowly: ${error.message}\n`)
  }
}

/** Bundles the scripts of static replays (bundle-page.mjs). */
export async function bundlePage() {
  const page = await import('./bundle-page.mjs')
  await page.bundlePage(ROOT)
}

/** Compiles contract, simulator, cli and testing, and bundles the program and the scripts of static replays. */
export async function buildPrograms({ quiet = false } = {}) {
  await whenStale(
    'programs',
    ['contract/src', 'simulator/src', 'cli', 'testing'],
    'cli/dist/program.js',
    async () => {
      if (!quiet) process.stderr.write('Compiling…\n')
      await build(process.execPath, [TSC, '-b', 'contract', 'simulator', 'cli', 'testing'])
      await bundlePage()
    },
  )
  await bundlePrograms()
}

/** Builds the console and the control page. */
export async function buildConsole({ quiet = false } = {}) {
  await whenStale(
    'console',
    ['contract/src', 'console'],
    'console/dist-control-page/index.html',
    async () => {
      if (!quiet) process.stderr.write('Building the console…\n')
      await build('npm', ['run', 'build', '-w', 'console', '--silent'])
    },
  )
}

/**
 * Builds the documentation as a site (docs/.vitepress), with a reference of what the package exports. A link of a page
 * that leads nowhere fails it, as does an export without a comment.
 */
export async function buildDocs() {
  const release = waitForTurn(join(ROOT, '.cache', 'building-docs'))
  const site = join(ROOT, 'docs/dist')
  const next = join(ROOT, 'docs/dist-next')
  try {
    process.stderr.write('Building the documentation…\n')
    await build(join(ROOT, 'node_modules/.bin/typedoc'), ['--options', 'scripts/typedoc.json'])
    await build(join(ROOT, 'node_modules/.bin/vitepress'), ['build', 'docs', '--outDir', next])
    // A simulator serves the old site until the new one is whole.
    rmSync(site, { recursive: true, force: true })
    renameSync(next, site)
  } finally {
    release()
  }
}

/**
 * Installs and builds missing or stale parts: packages, the console, the programs. `beside` begins with the packages,
 * while the database is compiled; the programs are built when it is done, since it may check their types.
 */
export async function prepare({ quiet = false, beside = async () => {} } = {}) {
  await installPackages({
    quiet,
    beside: async () => {
      await Promise.all([beside(), buildConsole({ quiet })])
      await buildPrograms({ quiet })
    },
  })
}

/** Where a program lies that the shell finds; undefined: nowhere. */
export function onPath(name) {
  return spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim() || undefined
}

/** A Chromium for the browser tests: CHROMIUM_PATH, the system's, or (Debian, as root) installed now. */
export async function findOrInstallChromium() {
  const found = () =>
    process.env.CHROMIUM_PATH || onPath('chromium') || onPath('chromium-browser') || onPath('google-chrome')
  return found() ?? ((await installDebian('chromium')) ? found() : undefined)
}

/**
 * The smaller Chromium that most browser tests run in at two thirds of the cost: CHROMIUM_SHELL_PATH, the system's, or
 * (Debian, as root) installed now. Without one, or with a browser of the user's choice, `chromium`.
 */
export async function findOrInstallChromiumShell(chromium) {
  const name = 'chromium-headless-shell'
  const { CHROMIUM_SHELL_PATH, CHROMIUM_PATH } = process.env
  const given = CHROMIUM_SHELL_PATH || CHROMIUM_PATH || onPath(name)
  return given ?? (((await installDebian(name)) && onPath(name)) || chromium)
}

/** An ffmpeg with libx264: FFMPEG_PATH, the system's, or (Debian, as root) installed now. */
export async function findOrInstallFfmpeg() {
  const found = () => process.env.FFMPEG_PATH || onPath('ffmpeg')
  return found() ?? ((await installDebian('ffmpeg')) ? found() : undefined)
}

async function installDebian(name) {
  if (!onPath('apt-get') || process.getuid?.() !== 0) return false
  process.stderr.write(`Installing ${name}…\n`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runBeside('apt-get', ['update', '-qq'], env)
  return (await runBeside('apt-get', ['install', '-y', '-qq', name], env)).status === 0
}

/**
 * Redis and PostgreSQL for the tests of several machines: REDIS_SERVER_PATH, POSTGRES_BIN, the system's, or (Debian, as
 * root) installed now. Answers the environment that names what there is; the tests start servers of their own.
 */
export async function findOrInstallServers() {
  const redis = () => process.env.REDIS_SERVER_PATH || onPath('redis-server')
  const postgres = () => process.env.POSTGRES_BIN || debianPostgres()
  const found = {
    REDIS_SERVER_PATH: redis() ?? ((await installDebian('redis-server')) ? redis() : undefined),
    POSTGRES_BIN: postgres() ?? ((await installDebian('postgresql')) ? postgres() : undefined),
  }
  for (const [name, [server, debian]] of Object.entries(SERVERS)) {
    if (found[name] === undefined) {
      process.stderr.write(
        `${server} is not installed: its tests are skipped (Debian: apt-get install ${debian}; elsewhere set ${name}).\n`,
      )
      delete found[name]
    }
  }
  return found
}

const SERVERS = {
  REDIS_SERVER_PATH: ['Redis', 'redis-server'],
  POSTGRES_BIN: ['PostgreSQL', 'postgresql'],
}

/** The folder of the newest PostgreSQL's programs, which Debian puts beside the path. */
function debianPostgres() {
  const folder = '/usr/lib/postgresql'
  if (!existsSync(folder)) return undefined
  const [newest] = readdirSync(folder)
    .filter((version) => existsSync(join(folder, version, 'bin/initdb')))
    .sort((a, b) => Number(b) - Number(a))
  return newest && join(folder, newest, 'bin')
}
