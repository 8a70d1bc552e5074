import { type LabelRequest, labelWidthPx, placeLabels } from './label-placement.ts'
import { STATE_INDEX } from './marker-state.ts'
import type { MarkerStore } from './marker-store.ts'
import { WORLD_PX } from './mercator.ts'
import { findStacks } from './stacks.ts'

const RELABEL_MS = 1000
const MOST_NAMES = 160

/** Near markers as they are drawn: `positions` two a marker in the Mercator square, from any origin. */
type DrawnMarkers = {
  ids: readonly number[]
  positions: Float32Array
  zoom: number
  tracked: number | null
}

/** Places of the markers that carry their names, and pairs of place and count for stacks. */
export type MarkerTexts = { named: number[]; stacks: number[] }

/**
 * Which markers of a near view carry their names: chosen on request, and once a second; in between those that overlap
 * lose theirs. Of markers on one place the one on top represents all and carries their number.
 */
export class NameChooser {
  readonly #store: MarkerStore
  #named: ReadonlySet<number> = new Set()
  #chosenMs = Number.NEGATIVE_INFINITY

  constructor(store: MarkerStore) {
    this.#store = store
  }

  /** The next answer is a new choice. */
  expire(): void {
    this.#chosenMs = Number.NEGATIVE_INFINITY
  }

  /**
   * `tracked` comes first, then alarms, then markers that had a name. Without `wanted` only the tracked one is named.
   */
  among(drawn: DrawnMarkers, wanted: boolean, nowMs: number): MarkerTexts {
    const { ids, positions, zoom, tracked } = drawn
    const worldPx = WORLD_PX * 2 ** zoom
    const x = Float64Array.from(ids, (_id, i) => (positions[i * 2] as number) * worldPx)
    const y = Float64Array.from(ids, (_id, i) => (positions[i * 2 + 1] as number) * worldPx)
    const { count } = findStacks(x, y)
    const anew = nowMs - this.#chosenMs >= RELABEL_MS
    const requests: LabelRequest[] = []
    const stacks: number[] = []
    for (const [at, id] of ids.entries()) {
      const standing = count[at] as number
      if (standing === 0) continue
      if (standing > 1) stacks.push(at, standing)
      const named = id === tracked || (wanted && (anew || this.#named.has(id)))
      requests.push({
        at,
        x: x[at] as number,
        y: y[at] as number,
        widthPx: named ? labelWidthPx(this.#store.columns.name[id] ?? '') : 0,
        rank: id === tracked ? 0 : this.#rank(id),
        named,
        badge: standing > 1,
      })
    }
    const named = placeLabels(requests, MOST_NAMES).sort((a, b) => a - b)
    if (anew) {
      this.#named = new Set(named.map((at) => ids[at] as number))
      this.#chosenMs = nowMs
    }
    return { named, stacks }
  }

  #rank(id: number): number {
    const state = this.#store.stateAt(id)
    if (state === STATE_INDEX.alarm) return 1
    return (this.#named.has(id) ? 2 : 3) + (state === STATE_INDEX.offline ? 2 : 0)
  }
}
