import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { MINUTE_MS } from '@backlot/contract/time'
import type { Logger } from 'pino'
import type { ArchiveTarget } from '../../archive/archive-address.ts'
import type { ArchiveState } from '../../archive/archive-messages.ts'
import { type Archive, openArchive } from '../../archive/open-archive.ts'
import type { HostClock } from '../../kernel/clock.ts'
import type { Disposal } from '../../kernel/disposal.ts'
import type { PlatformTroubles } from '../../kernel/platform-troubles.ts'
import { seldomLog } from '../../kernel/seldom-log.ts'
import { StartError } from '../../kernel/start-error.ts'
import { type ArchivePositions, NOTHING_ARCHIVED } from '../../store/archive-positions.ts'
import { readFact } from '../../store/facts.ts'
import type { Store } from '../../store/store.ts'
import { ALARM_ROWS_MOST, FOREIGN_ROWS_MOST } from '../row-limits.ts'
import { createBehindSince } from './behind-since.ts'

/** An archive that is away for a moment is no trouble. */
const AWAY_MS = 5000
/** How long a start waits to hear that the archive refuses it. */
const START_MS = 3000
const LOOK_MS = MINUTE_MS
/** Share of the rows that are kept at most, and what is left of the disk: from there on somebody has to know. */
const NEAR = 0.8
const DISK_LEFT_BYTES = 1024 ** 3
const DISK_LEFT_SHARE = 0.05

export type PlatformArchive = Archive & {
  /** Throws a StartError when the archive is there and refuses us; one that is away is waited for later. */
  begun(): Promise<void>
  /** What may be removed on the core. */
  removable(): ArchivePositions
  /** Calls back once, when nothing waits for it. Returns a function that stops it. */
  onceCaughtUp(callback: () => void): () => void
}

/** Begins to bring rows to the archive, and tells people what hinders it. */
export async function openPlatformArchive(
  deps: {
    target: ArchiveTarget
    store: Store
    seed: number
    dataFolder: string
    host: HostClock
    log: Logger
    troubles: PlatformTroubles
  },
  disposal: Disposal,
): Promise<PlatformArchive> {
  const { target, store, host, log, troubles } = deps
  const seldom = seldomLog(log, () => host.now())
  const owner = { platform: await platformId(store), seed: deps.seed }
  const since = createBehindSince(store, host, (error) => log.debug({ err: error }, 'not stored'))
  const archive = openArchive(
    { file: store.read.name, target, owner, behindSinceMs: since.readMs() },
    (error) => seldom.warn({}, `the archive gave no answer: ${error.message}`),
  )
  disposal.use(archive)
  let before: ArchiveState['condition'] = 'connecting'
  let stopWaiting = () => {}
  let hear = (_state: ArchiveState) => {}
  const first = new Promise<ArchiveState>((resolve) => {
    hear = resolve
  })

  disposal.defer(
    archive.onState((state) => {
      const { condition, reason = '' } = state
      if (condition !== 'connecting') hear(state)
      since.note(state)
      if (condition === before) return
      before = condition
      stopWaiting()
      if (condition === 'connected') {
        if (troubles.list().some(({ kind }) => kind === 'archiveAway' || kind === 'archiveRefused'))
          log.warn('the archive is there again')
        troubles.clear('archiveAway')
        troubles.clear('archiveRefused')
      } else if (condition === 'refused') {
        log.error(`the archive refuses this platform: ${reason}`)
        troubles.clear('archiveAway')
        troubles.put('archiveRefused')
      } else {
        seldom.warn({}, `the archive cannot be reached: ${reason}`)
        stopWaiting = host.after(AWAY_MS, () => troubles.put('archiveAway'))
      }
    }),
  )
  disposal.defer(() => stopWaiting())
  const look = async () => {
    const isNear = await isSpaceShort(archive.state(), deps.dataFolder)
    if (!isNear) return troubles.clear('archiveBehind')
    if (!troubles.list().some(({ kind }) => kind === 'archiveBehind'))
      log.error('so many rows wait for the archive that space becomes short')
    troubles.put('archiveBehind')
  }
  const onError = (error: unknown) => log.error({ err: error }, 'the space left for the archive is not known')
  disposal.defer(host.every(LOOK_MS, () => void look().catch(onError)))

  return {
    ...archive,
    removable: () => archive.archived() ?? NOTHING_ARCHIVED,
    onceCaughtUp(callback) {
      const stop = archive.onState(({ condition, waiting }) => {
        if (condition !== 'connected' || Object.values(waiting).some((rows) => rows > 0)) return
        stop()
        callback()
      })
      return stop
    },
    async begun() {
      const late = new Promise<undefined>((resolve) => host.after(START_MS, () => resolve(undefined)))
      const state = await Promise.race([first, late])
      if (state?.condition === 'refused')
        throw new StartError(`The archive ${target.shown} cannot be used: ${state.reason}.`)
    },
  }
}

/** Whether what waits comes near to what the core keeps, or to the end of its disk. */
async function isSpaceShort({ waiting, condition }: ArchiveState, folder: string): Promise<boolean> {
  if (waiting.alarms >= NEAR * ALARM_ROWS_MOST) return true
  if (Math.max(waiting.foreign_positions, waiting.foreign_readings) >= NEAR * FOREIGN_ROWS_MOST) return true
  if (condition === 'connected') return false
  const { bsize, blocks, bavail } = await statfs(folder)
  return bsize * bavail < Math.min(DISK_LEFT_BYTES, DISK_LEFT_SHARE * bsize * blocks)
}

/** The id of this data folder: made once. */
async function platformId(store: Store): Promise<string> {
  const known = readFact(store.read, 'platform.id')
  if (known !== undefined) return known
  const id = randomUUID()
  await store.write('platform.setFacts', { 'platform.id': id })
  return id
}
