import type { DatabaseTrouble } from '@backlot/contract/troubles'
import type { Logger } from 'pino'
import type { HostClock } from '../../kernel/clock.ts'
import { DEFAULT_SEED } from '../../kernel/defaults.ts'
import type { Disposal } from '../../kernel/disposal.ts'
import type { ReusedParts } from '../../kernel/reused-parts.ts'
import { StartError } from '../../kernel/start-error.ts'
import type { DataFolder } from '../../store/data-folder.ts'
import { readFact } from '../../store/facts.ts'
import type { FileStore } from '../../store/store.ts'
import type { StoreFaults } from '../../store/store-faults.ts'
import { WORLD_VERSION } from '../../world/world.ts'
import type { Config } from '../config.ts'
import { openStore } from './open-store.ts'

export type PlatformData = {
  folder: DataFolder
  store: FileStore
  seed: number
  /** Resolves when a new folder knows its seed and world. */
  kept: Promise<void>
}

/**
 * Opens the database of the data folder. A folder belongs to one seed and one version of the world: another one is
 * refused, nothing is overwritten. `onFatal` is called when the writer dies, `onTrouble` when the database can no
 * longer be used, or can be again; `newSeed` is the default seed of a new folder; `faults` affect the disk.
 */
export async function openPlatformData(
  config: Config,
  disposal: Disposal,
  log: Logger,
  {
    folder,
    reused,
    host,
    onFatal,
    onTrouble,
    newSeed = DEFAULT_SEED,
    faults,
  }: {
    folder: DataFolder
    reused: ReusedParts
    host: HostClock
    onFatal(error: Error): void
    onTrouble(file: string, trouble: DatabaseTrouble | undefined, cause?: unknown): void
    newSeed?: number | undefined
    faults?: StoreFaults
  },
): Promise<PlatformData> {
  const store = disposal.use(
    await openStore(
      folder.databaseFile,
      (error) => {
        log.fatal({ err: error }, 'the database writer died')
        onFatal(error)
      },
      {
        now: () => host.now(),
        faults,
        reused,
        onTrouble: (trouble, cause) => onTrouble(folder.databaseFile, trouble, cause),
      },
    ),
  )
  const storedSeed = readFact(store.read, 'seed')
  const storedWorld = readFact(store.read, 'worldVersion')
  if (storedSeed !== undefined && config.seed !== undefined && Number(storedSeed) !== config.seed) {
    throw new StartError(
      `${folder.path} belongs to seed ${storedSeed}. Remove --seed, or use another --data folder for seed ${config.seed}.`,
    )
  }
  if (storedWorld !== undefined && storedWorld !== WORLD_VERSION) {
    throw new StartError(
      `${folder.path} was created by version ${storedWorld} of the world; this program has version ${WORLD_VERSION}, which has another history. Use another --data folder.`,
    )
  }
  const seed = storedSeed === undefined ? (config.seed ?? newSeed) : Number(storedSeed)
  const facts = { seed: String(seed), worldVersion: WORLD_VERSION }
  const kept = storedSeed === undefined ? store.write('platform.setFacts', facts) : Promise.resolve()
  kept.catch(() => {})
  return { folder, store, seed, kept }
}
