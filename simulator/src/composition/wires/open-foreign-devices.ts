import { DAY_MS } from '@backlot/contract/time'
import type { Logger } from 'pino'
import type { Directory } from '../../fleet/directory.ts'
import { type ForeignDeviceLimits, ForeignDeviceRegistry } from '../../gateways/foreign-device-registry.ts'
import {
  createForeignHistory,
  type ForeignArchive,
  lastPositionReader,
} from '../../gateways/foreign-history.ts'
import { createForeignQueue, type ForeignQueue } from '../../gateways/foreign-queue.ts'
import type { ForeignHistory } from '../../history/history.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { Disposal } from '../../kernel/disposal.ts'
import type { Publisher } from '../../kernel/publisher.ts'
import type { Store } from '../../store/store.ts'
import type { PlatformArchive } from '../archive/open-platform-archive.ts'
import { FOREIGN_ROWS_MOST } from '../row-limits.ts'

const QUOTA = { rowsPerDevice: 200_000, rowsInAll: FOREIGN_ROWS_MOST, packetsPerDevice: 500 }
const PRUNE_MS = 15 * 60_000

export type ForeignDevices = {
  registry: ForeignDeviceRegistry
  /** Their reports, on the way to the store. */
  queue: ForeignQueue
  history: ForeignHistory & { lastReadings: ReturnType<typeof createForeignHistory>['lastReadings'] }
  /** Called for each packet. */
  isForeign(sn: string): boolean
  /**
   * Removes a foreign device that is not connected, with everything that was stored of it; resolves after the commit.
   * Answers false when there is no such one. It is a new device when it comes again.
   */
  remove(sn: string): Promise<boolean>
  /** Newest packets of a foreign device, newest first. */
  packetsOf(sn: string, limit: number): ForeignPacket[]
  /** A device gave its place up, and is gone. */
  onGivenUp(listener: (sn: string) => void): void
  /** Writes everything that waits. */
  flush(): Promise<void>
}

export type ForeignPacket = { atMs: number; direction: 'in' | 'out'; text: string; problem: string | null }

/** The devices that registered themselves: stored ones join the tree, at their last position, offline. */
export function openForeignDevices(
  deps: {
    store: Store
    directory: Directory
    publisher: Pick<Publisher, 'treeChanged'>
    clock: PlatformClock
    host: HostClock
    log: Logger
    /** Places for foreign devices; left out: as many as the tree has rows for. */
    places?: ForeignDeviceLimits
    /** Days for which their reports are kept. */
    days: number
    /** With an archive: what of them may be removed, and how the rest is read. */
    archive?: (ForeignArchive & Pick<PlatformArchive, 'removable' | 'onceCaughtUp'>) | undefined
  },
  disposal: Disposal,
): ForeignDevices {
  const { store, directory, publisher, clock, host, log, archive } = deps
  const queue = disposal.use(createForeignQueue({ store, host, log }))
  const givenUp = new Set<(sn: string) => void>()
  const registry = new ForeignDeviceRegistry({
    store,
    directory,
    publisher,
    host,
    log,
    places: deps.places,
    stored: queue.flush,
    onGivenUp: (sn) => {
      for (const listener of givenUp) listener(sn)
    },
  })
  const fail = (what: string) => (error: unknown) => log.error({ err: error }, what)
  const placeOf = lastPositionReader(store.read)
  for (const { sn } of registry.kept) {
    const [place, slot] = [placeOf(sn, clock.now()), directory.slotOf(sn)]
    if (!place || slot === undefined) continue
    directory.setPosition(slot, place.longitude, place.latitude, place.atMs, 0, place.directionDeg)
  }
  /** A look at few names costs less than one at the device. */
  const foreign = new Set(
    registry.kept.map(({ sn }) => sn).filter((sn) => directory.deviceBySn(sn)?.foreign === true),
  )
  disposal.defer(
    directory.onChange((change) => {
      if (change.kind === 'deviceAdded' && change.device.foreign) foreign.add(change.device.sn)
      else if (change.kind === 'deviceRemoved') foreign.delete(change.device.sn)
    }),
  )
  /** Those online when the program ended are offline since. Comes before everything stored later. */
  const spansClosed =
    registry.count > 0
      ? store.write('foreign.closeSpans', {}).catch(fail('online spans could not be closed'))
      : Promise.resolve()
  const prune = () =>
    void store
      .write('foreign.prune', {
        ...QUOTA,
        beforeMs: Math.min(clock.now(), host.now()) - deps.days * DAY_MS,
        archived: archive?.removable(),
      })
      .catch(fail('old reports of foreign devices could not be removed'))
  disposal.defer(host.every(PRUNE_MS, prune))
  if (archive) disposal.defer(archive.onceCaughtUp(prune))
  const isForeign = (sn: string) => foreign.has(sn)

  return {
    registry,
    queue,
    history: createForeignHistory(store.read, isForeign, () => clock.now(), archive),
    isForeign,
    async remove(sn) {
      const device = directory.deviceBySn(sn)
      if (!device?.foreign || registry.underWay(sn)) return false
      await registry.remove(device)
      return true
    },
    packetsOf: (sn, limit) =>
      store.read
        .prepare<[string, number], ForeignPacket>(
          'SELECT at_ms AS atMs, direction, text, problem FROM foreign_packets WHERE sn = ? ORDER BY id DESC LIMIT ?',
        )
        .all(sn, limit),
    onGivenUp: (listener) => void givenUp.add(listener),
    async flush() {
      await spansClosed
      await queue.flush()
    },
  }
}
