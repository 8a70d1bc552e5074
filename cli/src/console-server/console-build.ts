import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConsoleConfig } from '@backlot/contract/console-config'
import { z } from 'zod'
import { UserError } from '../user-error.ts'

/** The one file that differs from place to place. */
export const CONFIG_FILE = 'config.json'

/**
 * SHA-256 over the names and contents of a built console's files, in the order of their names; `config.json` and the
 * bundler's own notes (folders with a dot) are left out. The same wherever the console is served from.
 */
export function consoleHash(folder: string): string {
  const hash = createHash('sha256')
  for (const name of filesOf(folder)) {
    const bytes = readFileSync(join(folder, name))
    hash.update(`${name}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex')
}

function filesOf(folder: string): string[] {
  if (!existsSync(join(folder, 'index.html')))
    throw new UserError('The console is not built yet. Run npm run build, then try again.')
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((name) => name !== CONFIG_FILE && !name.startsWith('.'))
    .sort()
}

/** What the console reads at its start: the file that was given, and what the server that serves it says of itself. */
export function configFor(
  file: string | undefined,
  own: Partial<z.input<typeof ConsoleConfig>>,
): ConsoleConfig {
  const given = file === undefined ? {} : readConfig(file)
  for (const key of ['platformUrl', 'channelUrl'] as const) {
    if (given[key])
      throw new UserError(`${file}: ${key} is what the flags of this command say; leave it out.`)
  }
  const read = ConsoleConfig.safeParse({ ...given, ...own })
  if (!read.success) throw new UserError(`${file}: ${z.prettifyError(read.error).replaceAll('\n', ' ')}`)
  return read.data
}

function readConfig(file: string): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new UserError(`${file} cannot be read: ${(error as Error).message}`)
  }
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch {
    throw new UserError(`${file}: an object in JSON is wanted.`)
  }
}
