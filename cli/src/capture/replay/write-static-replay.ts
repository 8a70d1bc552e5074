import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { consoleHash } from '../../console-server/console-build.ts'
import { CONSOLE_FOLDER } from '../../console-server/create-console-server.ts'
import {
  bytesBelow,
  copyPublic,
  fillFolder,
  jsonText,
  PAGE_FOLDER,
  writeConsole,
} from '../../static-page/write-console.ts'
import { UserError } from '../../user-error.ts'
import type { Capture } from '../capture.ts'
import { BODIES_FOLDER, EVENTS_FILE, MANIFEST_FILE } from '../capture-form.ts'
import { readCapture } from '../read-capture.ts'
import { openRecording } from './open-recording.ts'

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
  if (`${resolve(output)}${sep}`.startsWith(`${resolve(folder)}${sep}`))
    throw new UserError(`${output} lies in the capture: name a folder outside it.`)
  return fillFolder(output, () => {
    writeConsole({ output, consoleFolder, script: 'replay/page.js', config: capture.manifest.config })
    for (const name of ['page.js', 'worker.js'])
      copyPublic(join(PAGE_FOLDER, name), join(output, 'replay', name))
    const consoleBytes = bytesBelow(output)
    for (const name of [MANIFEST_FILE, EVENTS_FILE])
      copyPublic(join(folder, name), join(output, 'recording', name))
    const sizes: Record<string, number> = {}
    for (const name of bodiesOf(folder)) {
      copyPublic(join(folder, name), join(output, 'recording', name))
      sizes[name] = statSync(join(folder, name)).size
    }
    writeFileSync(join(output, 'replay/settings.json'), jsonText({ speed, loop, sizes }))
    const hasSameConsole = consoleHash(consoleFolder) === capture.manifest.console
    return {
      capture,
      accounts,
      remarks: hasSameConsole ? remarks : [...remarks, 'The console differs from the recorded one.'],
      consoleBytes,
      recordingBytes: bytesBelow(join(output, 'recording')),
    }
  })
}

const bodiesOf = (folder: string): string[] =>
  existsSync(join(folder, BODIES_FOLDER))
    ? readdirSync(join(folder, BODIES_FOLDER)).map((name) => `${BODIES_FOLDER}/${name}`)
    : []
