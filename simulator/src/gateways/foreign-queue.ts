/**
 * Reports of foreign devices on their way to the database: collected for a moment, written in batches, one at a time.
 * Beyond its bounds it drops the newest and counts them: a slow disk never fills the memory.
 */
import type { Logger } from 'pino'
import type { HostClock } from '../kernel/clock.ts'
import { isStorageError } from '../kernel/storage-error.ts'
import type { Store } from '../store/store.ts'
import type { ForeignBatch, PacketRow, PositionRow, PresenceRow, ReadingsRow } from './writes.ts'

const FLUSH_MS = 500
/** Rows of one batch: a few milliseconds of the writer. */
const BATCH_ROWS = 500
const WAITING_MAX = 20_000

export type ForeignQueue = AsyncDisposable & {
  position(row: PositionRow): void
  readings(row: ReadingsRow): void
  presence(row: PresenceRow): void
  packet(row: PacketRow): void
  seen(sn: string, atMs: number): void
  /** Rows that wait, and that were dropped. */
  depth(): number
  dropped(): number
  /** Writes everything that waits. */
  flush(): Promise<void>
}

export function createForeignQueue(deps: { store: Store; host: HostClock; log: Logger }): ForeignQueue {
  const positions: PositionRow[] = []
  const readings: ReadingsRow[] = []
  const presence: PresenceRow[] = []
  const packets: PacketRow[] = []
  let seen = new Map<string, number>()
  let dropped = 0
  let writing: Promise<void> | undefined

  const depth = () => positions.length + readings.length + presence.length + packets.length
  const take = (): ForeignBatch => {
    let room = BATCH_ROWS
    const some = <Row>(rows: Row[]): Row[] => {
      const taken = rows.splice(0, room)
      room -= taken.length
      return taken
    }
    const batch = {
      presence: some(presence),
      readings: some(readings),
      positions: some(positions),
      packets: some(packets),
      seen: [...seen],
    }
    seen = new Map()
    return batch
  }
  /** The disk is full: the batch waits for the next time, as the oldest. */
  const putBack = (batch: ForeignBatch) => {
    presence.unshift(...batch.presence)
    readings.unshift(...batch.readings)
    positions.unshift(...batch.positions)
    packets.unshift(...batch.packets)
    seen = new Map([...batch.seen, ...seen])
  }
  const writeAll = async () => {
    while (depth() > 0 || seen.size > 0) {
      const batch = take()
      try {
        await deps.store.write('foreign.store', batch)
      } catch (error) {
        if (isStorageError(error)) return putBack(batch)
        deps.log.error({ err: error }, 'reports of foreign devices could not be stored')
        if (!deps.store.isAlive()) return
      }
    }
  }
  const flush = (): Promise<void> => {
    writing ??= writeAll().finally(() => {
      writing = undefined
    })
    return writing
  }
  const put = <Row>(rows: Row[], row: Row) => {
    if (depth() < WAITING_MAX) rows.push(row)
    else dropped++
  }
  const stop = deps.host.every(FLUSH_MS, () => void flush())
  return {
    position: (row) => put(positions, row),
    readings: (row) => put(readings, row),
    presence: (row) => put(presence, row),
    packet: (row) => put(packets, row),
    seen(sn, atMs) {
      seen.set(sn, atMs)
    },
    depth,
    dropped: () => dropped,
    flush,
    async [Symbol.asyncDispose]() {
      stop()
      await writing
      await flush()
    },
  }
}
