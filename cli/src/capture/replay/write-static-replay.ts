import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CONFIG_FILE, consoleFiles, consoleHash } from '../../console-server/console-build.ts'
import { CONSOLE_FOLDER } from '../../console-server/create-console-server.ts'
import { UserError } from '../../user-error.ts'
import type { Capture } from '../capture.ts'
import { BODIES_FOLDER, EVENTS_FILE, MANIFEST_FILE } from '../capture-form.ts'
import { readCapture } from '../read-capture.ts'
import { openRecording } from './open-recording.ts'

/** Scripts of the page, bundled (scripts/bundle-page.mjs). */
const PAGE_FOLDER = fileURLToPath(new URL('../../../dist-page', import.meta.url))
/** In the root: a service worker serves the folder that it lies in. */
const SERVICE_WORKER_FILE = 'replay-service-worker.js'
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/

export type StaticReplayOptions = {
  folder: string
  /** Folder that is written; new or empty. */
  output: string
  /** Recorded milliseconds a millisecond, at first. */
  speed: number
  /** Restarts at the end. */
  loop: boolean
  consoleFolder?: string
}

export type StaticReplay = {
  capture: Capture
  accounts: readonly string[]
  remarks: readonly string[]
  consoleBytes: number
  recordingBytes: number
}

/**
 * Writes a folder that any static web server can serve: the console, and a recording that is replayed in the page. The
 * console's files are the built ones, but that its entry page starts the replay first. Throws a UserError for a folder
 * that is no capture, or one that holds something or cannot be written.
 */
export async function writeStaticReplay(options: StaticReplayOptions): Promise<StaticReplay> {
  const { folder, output, speed, loop, consoleFolder = CONSOLE_FOLDER } = options
  const capture = await readCapture(folder)
  const { accounts, remarks } = openRecording(capture, () => {})
  const files = consoleFiles(consoleFolder)
  requireEmpty(output, folder)
  try {
    for (const name of files) copy(join(consoleFolder, name), join(output, name))
    const page = readFileSync(join(consoleFolder, 'index.html'), 'utf8')
    writeFileSync(join(output, 'index.html'), withReplay(page))
    writeFileSync(join(output, CONFIG_FILE), json(capture.manifest.config))
    const names = [...files, CONFIG_FILE, SERVICE_WORKER_FILE]
    const worker = readFileSync(join(PAGE_FOLDER, 'service-worker.js'), 'utf8')
    writeFileSync(
      join(output, SERVICE_WORKER_FILE),
      `const STATIC_FILES=${JSON.stringify(names)};\n${worker}`,
    )
    for (const name of ['page.js', 'worker.js']) copy(join(PAGE_FOLDER, name), join(output, 'replay', name))
    const consoleBytes = bytesBelow(output)
    for (const name of [MANIFEST_FILE, EVENTS_FILE]) copy(join(folder, name), join(output, 'recording', name))
    const sizes: Record<string, number> = {}
    for (const name of bodiesOf(folder)) {
      copy(join(folder, name), join(output, 'recording', name))
      sizes[name] = statSync(join(folder, name)).size
    }
    writeFileSync(join(output, 'replay/settings.json'), json({ speed, loop, sizes }))
    const hasSameConsole = consoleHash(consoleFolder) === capture.manifest.console
    return {
      capture,
      accounts,
      remarks: hasSameConsole ? remarks : [...remarks, 'The console differs from the recorded one.'],
      consoleBytes,
      recordingBytes: bytesBelow(join(output, 'recording')),
    }
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error
    throw new UserError(`${output} cannot be written: ${error.message}`)
  }
}

function requireEmpty(output: string, folder: string): void {
  if (`${resolve(output)}${sep}`.startsWith(`${resolve(folder)}${sep}`))
    throw new UserError(`${output} lies in the capture: name a folder outside it.`)
  if (!existsSync(output)) return
  if (!statSync(output).isDirectory()) throw new UserError(`${output} is not a folder.`)
  if (readdirSync(output).length > 0) throw new UserError(`${output} is not empty: name a new folder.`)
}

/** The entry page with the replay in place of the console's entry, which it loads when it is ready. */
function withReplay(page: string): string {
  const [tag, entry] = ENTRY.exec(page) ?? []
  if (tag === undefined || entry === undefined) throw new Error('The entry of the console was not found.')
  return page.replace(tag, `<script src="./replay/page.js" data-console="${entry}"></script>`)
}

const bodiesOf = (folder: string): string[] =>
  existsSync(join(folder, BODIES_FOLDER))
    ? readdirSync(join(folder, BODIES_FOLDER)).map((name) => `${BODIES_FOLDER}/${name}`)
    : []

/** A capture is its owner's alone; a web server may run as somebody else. */
function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
  chmodSync(to, 0o644)
}

const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`

function bytesBelow(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
