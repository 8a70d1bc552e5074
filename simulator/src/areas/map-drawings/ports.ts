import type { ScopeIntervals } from '../../calls/scope.ts'
import type { Covers } from './fence-repository.ts'
import type { Bounds } from './fence-shape.ts'

/** Who may be named by a fence. */
export type FenceTargetsPort = {
  mayUse(sn: string, scope: ScopeIntervals): boolean
  hasGroup(groupId: number, scope: ScopeIntervals): boolean
}

/** Last positions of devices, by slot. */
export type FencePositionsPort = {
  /** Slots are below it. */
  slotLimit(): number
  columns(): {
    longitude: ArrayLike<number>
    latitude: ArrayLike<number>
    locationTimeMs: ArrayLike<number>
    speedKmh: ArrayLike<number>
    directionDeg: ArrayLike<number>
  }
  /** Serial number of a device that moves; undefined for fixed ones and for empty slots. */
  movingSn(slot: number): string | undefined
  within(bounds: Bounds): readonly number[]
  covers: Covers
  /** A device was removed: its slot may be another's. Returns a function that stops it. */
  onRemoved(listener: (slot: number) => void): () => void
}

/** A device went over a fence's border. Times are platform time, epoch milliseconds. */
export type FenceEvent = {
  sn: string
  kind: 'enter' | 'leave'
  fence: { id: number; name: string }
  atMs: number
  longitude: number
  latitude: number
  speedKmh: number
  directionDeg: number
}
