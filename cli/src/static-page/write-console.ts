import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CONFIG_FILE, consoleFiles } from '../console-server/console-build.ts'
import { CONSOLE_FOLDER } from '../console-server/create-console-server.ts'
import { UserError } from '../user-error.ts'

/** Scripts of pages, bundled (scripts/bundle-page.mjs, scripts/bundle-simulator-page.mjs). */
export const PAGE_FOLDER = fileURLToPath(new URL('../../dist-page', import.meta.url))
/** In the root: a service worker serves the folder that it lies in. */
const SERVICE_WORKER_FILE = 'service-worker.js'
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/

/**
 * Has a new or empty folder filled. Throws a UserError when it holds something, is a file or cannot be written; after any
 * failure nothing of it is left.
 */
export function fillFolder<T>(output: string, fill: () => T): T {
  const isThere = existsSync(output)
  if (isThere && !statSync(output).isDirectory()) throw new UserError(`${output} is not a folder.`)
  if (isThere && readdirSync(output).length > 0)
    throw new UserError(`${output} is not empty: name a new folder.`)
  try {
    return fill()
  } catch (error) {
    const written = !isThere ? [output] : readdirSync(output).map((name) => join(output, name))
    for (const path of written) rmSync(path, { recursive: true, force: true })
    if (!(error instanceof Error) || !('syscall' in error)) throw error
    throw new UserError(`${output} cannot be written: ${error.message}`)
  }
}

/**
 * Writes the built console so that its entry page loads `script` first, which loads the console when its platform is
 * there. `config`: what the console reads at its start.
 */
export function writeConsole(options: {
  output: string
  consoleFolder?: string | undefined
  /** Address of the script, relative to the folder. */
  script: string
  config: unknown
}): void {
  const { output, consoleFolder = CONSOLE_FOLDER, script, config } = options
  const files = consoleFiles(consoleFolder)
  for (const name of files) copyPublic(join(consoleFolder, name), join(output, name))
  const page = readFileSync(join(consoleFolder, 'index.html'), 'utf8')
  writeFileSync(join(output, 'index.html'), withScript(page, script))
  writeFileSync(join(output, CONFIG_FILE), jsonText(config))
  const names = [...files, CONFIG_FILE, SERVICE_WORKER_FILE]
  const worker = readFileSync(join(PAGE_FOLDER, 'service-worker.js'), 'utf8')
  writeFileSync(join(output, SERVICE_WORKER_FILE), `const STATIC_FILES=${JSON.stringify(names)};\n${worker}`)
}

/** The entry page with a script in place of the console's entry, which that loads when it is ready. */
function withScript(page: string, script: string): string {
  const [tag, entry] = ENTRY.exec(page) ?? []
  if (tag === undefined || entry === undefined) throw new Error('The entry of the console was not found.')
  return page.replace(tag, `<script src="./${script}" data-console="${entry}"></script>`)
}

/** Copies a file; a web server may run as somebody else. */
export function copyPublic(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
  chmodSync(to, 0o644)
}

export const jsonText = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`

export function bytesBelow(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
