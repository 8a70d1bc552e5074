import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unknownNames } from '@backlot/contract/adapters/known-calls'
import { PLATFORM_CALLS } from '@backlot/contract/calls'
import { CHANNEL_PATH } from '@backlot/contract/channel/frames'
import { ConsoleConfig, configMistakes } from '@backlot/contract/console-config'
import { TALK_PATH } from '@backlot/contract/talk/frames'
import { z } from 'zod'
import { EXIT } from '../exit-codes.ts'
import { UserError } from '../user-error.ts'

/** The one file that differs from place to place. */
export const CONFIG_FILE = 'config.json'

/**
 * SHA-256 over the names and contents of a built console's files, in the order of their names; `config.json` and the
 * bundler's own notes (folders with a dot) are left out. The same wherever the console is served from.
 */
export function consoleHash(folder: string): string {
  const hash = createHash('sha256')
  for (const name of consoleFiles(folder)) {
    const bytes = readFileSync(join(folder, name))
    hash.update(`${name}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex')
}

/** Names of the console's files, as the hash counts them. Throws a UserError when the console is not built. */
export function consoleFiles(folder: string): string[] {
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

/**
 * Config that the console reads at its start: the given file, and the defaults of the server that serves it. Throws a
 * UserError that names the wrong fields.
 */
export function configFor(
  file: string | undefined,
  own: Partial<z.input<typeof ConsoleConfig>>,
): ConsoleConfig {
  const given = file === undefined ? {} : readConfig(file)
  for (const key of ['platformUrl', 'channelUrl'] as const) {
    if (given[key]) throw mistake(file, [`${key}: set by the options of this command; remove it`])
  }
  const read = ConsoleConfig.safeParse({ ...given, ...own })
  if (!read.success) throw mistake(file, configMistakes(read.error))
  const unknown = unknownNames(read.data.adapter, PLATFORM_CALLS, [CHANNEL_PATH, TALK_PATH])
  if (unknown.length > 0)
    throw mistake(
      file,
      unknown.map(({ field, message }) => `adapter.${field}: ${message}`),
    )
  return read.data
}

function mistake(file: string | undefined, mistakes: readonly string[]): UserError {
  return new UserError(`${file}: ${mistakes.join('; ')}.`, EXIT.mistake)
}

function readConfig(file: string): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw mistake(file, [`cannot be read: ${(error as Error).message}`])
  }
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch {
    throw mistake(file, ['must be a JSON object'])
  }
}
