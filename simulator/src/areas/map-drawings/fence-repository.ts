import type { Fence } from '@backlot/contract/map-drawings/entities'
import { type Bounds, type FenceShape, type PreparedShape, prepareShape, widened } from './fence-shape.ts'

/** A device is out once it is this far beyond the border: noise of a position on the border is neither here nor there. */
export const OUT_BEYOND_M = 20
/** Side of a cell of the index, degrees: about a kilometre. */
const CELL_DEG = 0.01
/** An area over more cells than this is looked at for every position instead. */
const MOST_CELLS = 10_000
const COLUMNS = 36_000

/** An area that is watched. */
export type WatchedFence = {
  id: number
  ownerId: number
  name: string
  shape: FenceShape
  fence: Fence
}

export type Crossing = { fence: WatchedFence; slot: number; kind: 'enter' | 'leave' }

/** Whether a fence applies to a device (its devices and groups, and its owner's scope). */
export type Covers = (fence: WatchedFence, slot: number) => boolean

type Entry = { fence: WatchedFence; shape: PreparedShape; near: Bounds }

/**
 * Who is inside which fence, by positions as they come. Pure: no clock, no device list. A device that is seen for the
 * first time, or a fence that is new, sets the state without a crossing.
 */
export class FenceRepository {
  readonly #covers: Covers
  #entries: Entry[] = []
  #cells = new Map<number, Entry[]>()
  #wide: Entry[] = []
  /** Fences that a device is in, by slot. */
  readonly #inside = new Map<number, Set<number>>()
  readonly #seen = new Set<number>()

  constructor(covers: Covers) {
    this.#covers = covers
  }

  get size(): number {
    return this.#entries.length
  }

  /** Bounds to look for devices in when a fence is new. */
  boundsOf(id: number): Bounds | undefined {
    return this.#entries.find(({ fence }) => fence.id === id)?.near
  }

  /**
   * Replaces all fences. Devices inside a fence that is gone, changed its shape or applies to others now are outside.
   * Answers the ids of the new ones: the devices near them must be passed to `begin`.
   */
  set(fences: readonly WatchedFence[]): number[] {
    const before = new Map(this.#entries.map((entry) => [entry.fence.id, entry]))
    const fresh: number[] = []
    this.#entries = fences.map((fence) => {
      const known = before.get(fence.id)
      if (known && isSame(known.fence, fence)) {
        before.delete(fence.id)
        return { ...known, fence }
      }
      fresh.push(fence.id)
      const shape = prepareShape(fence.shape)
      return { fence, shape, near: widened(shape.bounds, OUT_BEYOND_M) }
    })
    for (const [slot, ids] of this.#inside) {
      for (const id of before.keys()) ids.delete(id)
      if (ids.size === 0) this.#inside.delete(slot)
    }
    this.#index()
    return fresh
  }

  /** Whether a device's next position can be a crossing. */
  knows(slot: number): boolean {
    return this.#seen.has(slot)
  }

  /** A device is where it is, without a crossing. */
  settle(slot: number, longitude: number, latitude: number): void {
    this.#seen.add(slot)
    const ids = new Set<number>()
    for (const { fence, shape } of this.#near(longitude, latitude)) {
      if (shape.depthM(longitude, latitude) >= 0 && this.#covers(fence, slot)) ids.add(fence.id)
    }
    if (ids.size > 0) this.#inside.set(slot, ids)
    else this.#inside.delete(slot)
  }

  /** A new fence with a device nearby: sets whether it is inside, without a crossing. */
  begin(id: number, slot: number, longitude: number, latitude: number): void {
    const entry = this.#entries.find(({ fence }) => fence.id === id)
    if (!entry || entry.shape.depthM(longitude, latitude) < 0 || !this.#covers(entry.fence, slot)) return
    const ids = this.#inside.get(slot) ?? new Set()
    this.#inside.set(slot, ids.add(id))
  }

  /** A device has a new position: answers the fences that it crossed. */
  move(slot: number, longitude: number, latitude: number): Crossing[] {
    if (!this.#seen.has(slot)) {
      this.settle(slot, longitude, latitude)
      return NONE
    }
    const ids = this.#inside.get(slot)
    const near = this.#near(longitude, latitude)
    if (!ids && near.length === 0) return NONE
    const crossings: Crossing[] = []
    for (const { fence, shape } of near) {
      const depth = shape.depthM(longitude, latitude)
      if (ids?.has(fence.id)) {
        if (depth < -OUT_BEYOND_M) this.#leave(slot, fence, crossings)
      } else if (depth >= 0 && this.#covers(fence, slot)) {
        this.#enter(slot, fence, crossings)
      }
    }
    // Those whose cells do not even reach here were left behind.
    for (const id of ids ?? []) {
      const entry = this.#entries.find(({ fence }) => fence.id === id)
      if (entry && !near.includes(entry)) this.#leave(slot, entry.fence, crossings)
    }
    return crossings
  }

  /** A device is gone, or its slot is another's. */
  forget(slot: number): void {
    this.#seen.delete(slot)
    this.#inside.delete(slot)
  }

  forgetAll(): void {
    this.#seen.clear()
    this.#inside.clear()
  }

  #enter(slot: number, fence: WatchedFence, crossings: Crossing[]): void {
    const ids = this.#inside.get(slot) ?? new Set()
    this.#inside.set(slot, ids.add(fence.id))
    if (fence.fence.on !== 'leave') crossings.push({ fence, slot, kind: 'enter' })
  }

  #leave(slot: number, fence: WatchedFence, crossings: Crossing[]): void {
    const ids = this.#inside.get(slot)
    ids?.delete(fence.id)
    if (ids?.size === 0) this.#inside.delete(slot)
    // A device that a fence is no longer for leaves it in silence.
    if (fence.fence.on !== 'enter' && this.#covers(fence, slot))
      crossings.push({ fence, slot, kind: 'leave' })
  }

  #near(longitude: number, latitude: number): readonly Entry[] {
    const inCell = this.#cells.get(cellOf(longitude, latitude))
    if (!inCell) return this.#wide
    return this.#wide.length === 0 ? inCell : [...inCell, ...this.#wide]
  }

  #index(): void {
    this.#cells = new Map()
    this.#wide = []
    for (const entry of this.#entries) {
      const { west, south, east, north } = entry.near
      const [fromColumn, toColumn] = [
        Math.floor((west + 180) / CELL_DEG),
        Math.floor((east + 180) / CELL_DEG),
      ]
      const [fromRow, toRow] = [Math.floor((south + 90) / CELL_DEG), Math.floor((north + 90) / CELL_DEG)]
      if ((toColumn - fromColumn + 1) * (toRow - fromRow + 1) > MOST_CELLS) {
        this.#wide.push(entry)
        continue
      }
      for (let row = fromRow; row <= toRow; row++) {
        for (let column = fromColumn; column <= toColumn; column++) {
          const key = row * COLUMNS + column
          const cell = this.#cells.get(key)
          if (cell) cell.push(entry)
          else this.#cells.set(key, [entry])
        }
      }
    }
  }
}

const NONE: Crossing[] = []

const cellOf = (longitude: number, latitude: number): number =>
  Math.floor((latitude + 90) / CELL_DEG) * COLUMNS + Math.floor((longitude + 180) / CELL_DEG)

/** Same ground, same devices: who is in stays in. */
const isSame = (a: WatchedFence, b: WatchedFence): boolean => identity(a) === identity(b)

const identity = ({ shape, fence: { sns, groupIds } }: WatchedFence): string =>
  JSON.stringify([shape, sns, groupIds])
