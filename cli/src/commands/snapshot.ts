import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SNAPSHOT_FILE_TYPE } from '@backlot/contract/control/constants'
import {
  controlImportSnapshot,
  controlRemoveSnapshot,
  controlRestoreSnapshot,
  controlSaveSnapshot,
  controlSnapshotFile,
  controlSnapshots,
  type SnapshotInfo,
} from '@backlot/contract/control/snapshot-calls'
import { formatDateTime } from '@backlot/contract/time'
import { Command } from 'commander'
import { controlCall, controlStream, controlUpload } from '../control-client.ts'
import { withExamples } from '../examples.ts'
import { type ControlOptions, print, targetOf, withControl } from '../output.ts'
import { UserError } from '../user-error.ts'

type ReplaceOptions = ControlOptions & { replace?: boolean }

const REPLACE = ['--replace', 'replace one of the name'] as const

/** The state of a running simulator, saved under names and set back to. */
export function snapshotCommand(): Command {
  const snapshot = new Command('snapshot').description(
    'save the whole state of a running simulator, and set it back to a saved one',
  )
  withExamples(
    withControl(
      snapshot
        .command('save')
        .description('save the state under a name')
        .argument('<name>')
        .option(...REPLACE),
    ),
    'backlot snapshot save before-shift',
  ).action(async (name: string, options: ReplaceOptions) => {
    const body = { name, replace: options.replace ?? false }
    const saved = await controlCall(targetOf(options), controlSaveSnapshot, { body })
    print(options, saved, () => [`${saved.name} is saved: ${sizeText(saved)}, ${momentText(saved)}.`])
  })
  withExamples(
    withControl(
      snapshot
        .command('restore')
        .description('set the simulator back; open consoles load everything again')
        .argument('<name>'),
    ),
    'backlot snapshot restore before-shift',
  ).action(async (name: string, options: ControlOptions) => {
    const restored = await controlCall(targetOf(options), controlRestoreSnapshot, { body: { name } })
    print(options, restored, () => [`${name} is restored: ${momentText(restored)}, ${restored.tookMs} ms.`])
  })
  withExamples(
    withControl(snapshot.command('ls').description('list the snapshots of the data folder')),
    'backlot snapshot ls',
  ).action(async (options: ControlOptions) => {
    const { list } = await controlCall(targetOf(options), controlSnapshots)
    print(options, { list }, () => (list.length === 0 ? ['There are no snapshots.'] : list.map(line)))
  })
  withExamples(
    withControl(snapshot.command('rm').description('remove snapshots').argument('<name...>')),
    'backlot snapshot rm before-shift',
  ).action(async (names: string[], options: ControlOptions) => {
    for (const name of names) await controlCall(targetOf(options), controlRemoveSnapshot, { body: { name } })
    print(options, { removed: names }, () => names.map((name) => `${name} is removed.`))
  })
  withExamples(
    withControl(
      snapshot
        .command('export')
        .description('write a snapshot into one file')
        .argument('<name>')
        .option('-o, --out <file>', 'where to (default: NAME.tar.gz)'),
    ),
    'backlot snapshot export before-shift -o before-shift.tar.gz',
  ).action(async (name: string, options: ControlOptions & { out?: string }) => {
    const file = options.out ?? `${name}.tar.gz`
    const sizeBytes = await exportTo(file, name, options)
    print(options, { file, sizeBytes }, () => [`${file} is written: ${megabytes(sizeBytes)}.`])
  })
  withExamples(
    withControl(
      snapshot
        .command('import')
        .description('add a snapshot from such a file')
        .argument('<file>')
        .option('--name <name>', "its name (default: the file's)")
        .option(...REPLACE),
    ),
    'backlot snapshot import before-shift.tar.gz',
  ).action(async (file: string, options: ReplaceOptions & { name?: string }) => {
    const name = options.name ?? basename(file).replace(/(\.tar)?\.t?gz$/, '')
    const query = { name, replace: String(options.replace ?? false) as 'true' | 'false' }
    const found = await stat(file).catch((error: Error) => {
      throw new UserError(`${file} cannot be read: ${error.message}.`)
    })
    const body = { type: SNAPSHOT_FILE_TYPE, bytes: createReadStream(file), sizeBytes: found.size }
    const added = await controlUpload(targetOf(options), controlImportSnapshot, query, body)
    print(options, added, () => [
      `${added.name} is added: ${sizeText(added)}, ${momentText(added)}.`,
      ...(added.obstacle === undefined ? [] : [`This simulator cannot restore it. ${added.obstacle}`]),
    ])
  })
  return snapshot
}

/** Writes the file whole or not at all. Answers its size in bytes. */
async function exportTo(file: string, name: string, options: ControlOptions): Promise<number> {
  const body = await controlStream(targetOf(options), controlSnapshotFile, { params: { name } })
  const part = `${file}.part`
  try {
    await pipeline(Readable.fromWeb(body), createWriteStream(part, { mode: 0o600 }))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw new UserError(`${file} cannot be written: ${(error as Error).message}.`)
  }
  return (await stat(file)).size
}

const line = (each: SnapshotInfo) =>
  [
    each.name.padEnd(20),
    momentText(each),
    sizeText(each),
    ...(each.faults === 0 ? [] : [`${each.faults} ${each.faults === 1 ? 'fault' : 'faults'}`]),
    ...(each.obstacle === undefined ? [] : [`not restorable: ${each.obstacle}`]),
  ].join('  ')

/** Platform time, in the platform's usual zone. */
const momentText = ({ platformMs }: SnapshotInfo) => `${formatDateTime(platformMs)} platform time`
const sizeText = ({ sizeBytes }: SnapshotInfo) => megabytes(sizeBytes)
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
