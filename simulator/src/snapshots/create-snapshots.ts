import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { SNAPSHOT_BYTES_MAX, SNAPSHOT_NAME } from '@backlot/contract/control/constants'
import type { SnapshotInfo } from '@backlot/contract/control/snapshot-calls'
import { PlatformError } from '../kernel/platform-error.ts'
import { fileError } from '../kernel/storage-error.ts'
import { PART } from '../store/whole-files.ts'
import { MANIFEST, packSnapshot, unpackSnapshot } from './snapshot-archive.ts'
import { obstacleTo, type PlatformIdentity, SNAPSHOT_FORMAT, SnapshotManifest } from './snapshot-manifest.ts'
import { DATABASE, type StagedState, sizeOf, stageState, takeFolders } from './state-files.ts'

/** State of a running platform to be saved. */
export type SnapshotSource = Pick<SnapshotManifest, 'seed' | 'savedAtMs' | 'clock' | 'faults'> & {
  /** Copies the database, as all writes up to now make it, into a new file. */
  copyDatabase(file: string): Promise<void>
}

/** The snapshots of a data folder. All reject with a PlatformError: notFound, conflict, or a StorageError. */
export type Snapshots = {
  list(): Promise<SnapshotInfo[]>
  info(name: string): Promise<SnapshotInfo>
  /** Rejects with a conflict when there is one of the name, unless `replace` is set. */
  save(name: string, source: SnapshotSource, replace: boolean): Promise<SnapshotInfo>
  remove(name: string): Promise<void>
  /** Its state, ready to be swapped in. Rejects with a conflict when the platform cannot go back to it. */
  stage(name: string): Promise<StagedSnapshot>
  /** The same of such a file as `pack` gives. */
  stageFile(path: string): Promise<StagedSnapshot>
  /** It as one file. */
  pack(name: string): Readable
  /** Adds one from such a file, whole or not at all. */
  unpack(name: string, packed: AsyncIterable<Buffer>, replace: boolean): Promise<SnapshotInfo>
}

type StagedSnapshot = { manifest: SnapshotManifest; state: StagedState }

const FOLDER = 'snapshots'
/** Text of a manifest; faults are some hundred bytes each. */
const MANIFEST_CHARS_MAX = 4_000_000

/** Opens the snapshots of a data folder; remains of an interrupted saving go. */
export function createSnapshots(dataFolder: string, identity: () => PlatformIdentity): Snapshots {
  const folder = join(dataFolder, FOLDER)
  const of = (name: string) => join(folder, name)
  const names = () =>
    existsSync(folder)
      ? readdirSync(folder).filter((name) => SNAPSHOT_NAME.test(name) && !name.endsWith(PART))
      : []

  const info = async (name: string): Promise<SnapshotInfo> => {
    const manifest = read(name)
    const obstacle = obstacleTo(manifest, identity())
    return {
      name,
      savedAtMs: manifest.savedAtMs,
      platformMs: manifest.clock.platformMs,
      version: manifest.version,
      seed: manifest.seed,
      scenario: manifest.scenario.name,
      sizeBytes: await sizeOf(of(name)),
      faults: manifest.faults.length,
      ...(obstacle === undefined ? {} : { obstacle }),
    }
  }
  const read = (name: string): SnapshotManifest => {
    if (!names().includes(name)) throw new PlatformError('notFound', `There is no snapshot ${name}.`, 'name')
    return readManifest(of(name))
  }
  /** Lets `fill` write a folder that takes its name when it is whole. */
  const add = async (name: string, replace: boolean, fill: (part: string) => Promise<void>) => {
    const refuse = () => {
      if (!replace && names().includes(name))
        throw new PlatformError(
          'conflict',
          `There is a snapshot ${name} already. Replace it (--replace), or take another name.`,
          'name',
        )
    }
    refuse()
    const part = join(folder, `${name}.${process.pid}-${++count}${PART}`)
    try {
      await mkdir(part, { recursive: true, mode: 0o700 })
      await fill(part)
      refuse()
      await rm(of(name), { recursive: true, force: true })
      await rename(part, of(name))
    } catch (error) {
      await rm(part, { recursive: true, force: true }).catch(() => {})
      throw fileError(error)
    }
    return info(name)
  }

  const stage = async (from: string, said: string): Promise<StagedSnapshot> => {
    const manifest = readManifest(from)
    const obstacle = obstacleTo(manifest, identity())
    if (obstacle)
      throw new PlatformError('conflict', `The snapshot ${said} cannot be restored. ${obstacle}`, 'name')
    return { manifest, state: await stageState(from, dataFolder) }
  }

  return {
    list: async () => (await Promise.all(names().map(info))).sort((a, b) => a.savedAtMs - b.savedAtMs),
    info,
    save: (name, { copyDatabase, ...source }, replace) =>
      add(name, replace, async (part) => {
        await copyDatabase(join(part, DATABASE))
        await takeFolders(dataFolder, part)
        const manifest: SnapshotManifest = { format: SNAPSHOT_FORMAT, ...identity(), ...source }
        await writeFile(join(part, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
      }),
    async remove(name) {
      read(name)
      await rm(of(name), { recursive: true, force: true })
    },
    async stage(name) {
      read(name)
      return stage(of(name), name)
    },
    async stageFile(path) {
      const part = join(folder, `file.${process.pid}-${++count}${PART}`)
      try {
        await mkdir(part, { recursive: true, mode: 0o700 })
        const file = await open(path).catch((error: Error) => {
          throw new PlatformError('invalid', `The file cannot be read: ${error.message}.`)
        })
        await unpackSnapshot(file.createReadStream(), part, SNAPSHOT_BYTES_MAX)
        return await stage(part, path)
      } finally {
        await rm(part, { recursive: true, force: true })
      }
    },
    pack(name) {
      read(name)
      return packSnapshot(of(name))
    },
    unpack: (name, packed, replace) =>
      add(name, replace, async (part) => {
        await unpackSnapshot(packed, part, SNAPSHOT_BYTES_MAX)
        readManifest(part)
      }),
  }
}

let count = 0

/** Throws invalid when it cannot be read. */
function readManifest(folder: string): SnapshotManifest {
  const wrong = (why: string) =>
    new PlatformError('invalid', `The ${MANIFEST} of the snapshot cannot be read: ${why}.`)
  let text: string
  try {
    text = readFileSync(join(folder, MANIFEST), 'utf8')
  } catch (error) {
    throw wrong((error as Error).message)
  }
  if (text.length > MANIFEST_CHARS_MAX) throw wrong('it is too long')
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (error) {
    throw wrong((error as Error).message)
  }
  // A newer form may have other fields: it is listed with its version, and not restored.
  const format = (given as { format?: unknown } | null)?.format
  if (typeof format === 'number' && format > SNAPSHOT_FORMAT) {
    const version = (given as { version?: unknown }).version
    throw new PlatformError(
      'conflict',
      `The snapshot has format ${format}, this Backlot reads up to ${SNAPSHOT_FORMAT}: it was saved by ${String(version)}. Update.`,
    )
  }
  const parsed = SnapshotManifest.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw wrong(`${issue?.path.join('.')}: ${issue?.message}`)
}
