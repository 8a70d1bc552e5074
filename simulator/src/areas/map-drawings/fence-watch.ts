import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import { FenceRepository, type WatchedFence } from './fence-repository.ts'
import type { FenceEvent, FencePositionsPort } from './ports.ts'

/** Positions are compared with fences this often, host time. */
const LOOK_MS = 1000

export type FenceWatch = {
  /** Replaces all fences; devices that are in a new one by now raise nothing. */
  set(fences: readonly WatchedFence[]): void
  /** Compares the positions that came since the last time. */
  look(): void
  stop(): void
}

/**
 * Watches all fences: once a second the positions that are newer than before are held against the index. Costs a walk
 * over one column while nothing moves, and nothing while there is no fence. After a jump of the clock everybody is
 * where they are, without alarms.
 */
export function createFenceWatch(deps: {
  positions: FencePositionsPort
  platformClock: PlatformClock
  hostClock: HostClock
  onCrossings(events: readonly FenceEvent[]): void
}): FenceWatch {
  const { positions } = deps
  const repository = new FenceRepository(positions.covers)
  let known = new Float64Array(0)

  const look = () => {
    if (repository.size === 0) return
    const { longitude, latitude, locationTimeMs, speedKmh, directionDeg } = positions.columns()
    const limit = positions.slotLimit()
    if (known.length < limit) {
      const grown = new Float64Array(Math.max(1024, limit * 2))
      grown.set(known)
      known = grown
    }
    const events: FenceEvent[] = []
    for (let slot = 0; slot < limit; slot++) {
      const atMs = locationTimeMs[slot]!
      if (atMs === known[slot]) continue
      known[slot] = atMs
      if (longitude[slot] === 0 || latitude[slot] === 0) continue
      const sn = positions.movingSn(slot)
      if (sn === undefined) continue
      for (const { fence, kind } of repository.move(slot, longitude[slot]!, latitude[slot]!)) {
        events.push({
          sn,
          kind,
          fence: { id: fence.id, name: fence.name },
          atMs,
          longitude: longitude[slot]!,
          latitude: latitude[slot]!,
          speedKmh: speedKmh[slot]!,
          directionDeg: directionDeg[slot]!,
        })
      }
    }
    if (events.length > 0) deps.onCrossings(events)
  }

  const stopRemovals = positions.onRemoved((slot) => {
    repository.forget(slot)
    if (slot < known.length) known[slot] = 0
  })
  const stopJumps = deps.platformClock.onChange(({ kind }) => {
    if (kind === 'jump') repository.forgetAll()
  })
  const stopLooking = deps.hostClock.every(LOOK_MS, look)

  return {
    set(fences) {
      const fresh = repository.set(fences)
      if (fresh.length === 0) return
      const { longitude, latitude } = positions.columns()
      // Devices with a position are known from now on, so that the next one can be a crossing.
      for (let slot = 0; slot < positions.slotLimit(); slot++) {
        if (repository.knows(slot) || longitude[slot] === 0 || latitude[slot] === 0) continue
        if (positions.movingSn(slot) !== undefined) repository.settle(slot, longitude[slot]!, latitude[slot]!)
      }
      for (const id of fresh) {
        const bounds = repository.boundsOf(id)
        if (!bounds) continue
        for (const slot of positions.within(bounds)) {
          if (positions.movingSn(slot) !== undefined)
            repository.begin(id, slot, longitude[slot]!, latitude[slot]!)
        }
      }
    },
    look,
    stop() {
      stopRemovals()
      stopJumps()
      stopLooking()
    },
  }
}
