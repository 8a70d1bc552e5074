import { labelWidthPx, placeLabels } from './label-placement.ts'
import { STATE_INDEX } from './marker-state.ts'
import type { MarkerStore } from './marker-store.ts'
import { WORLD_PX } from './mercator.ts'

const RELABEL_MS = 1000
const MOST_NAMES = 160

/** Which markers of a near view carry their names: chosen anew when asked for, and once a second. */
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

  /** Places in `ids` of the markers that carry names. `tracked` comes first, then alarms, then what had a name. */
  among(ids: readonly number[], tracked: number | null, zoom: number, nowMs: number): number[] {
    if (nowMs - this.#chosenMs >= RELABEL_MS) {
      const { x, y, columns } = this.#store
      const worldPx = WORLD_PX * 2 ** zoom
      const requests = ids.map((id) => ({
        at: id,
        x: (x[id] as number) * worldPx,
        y: (y[id] as number) * worldPx,
        widthPx: labelWidthPx(columns.name[id] ?? ''),
        rank: id === tracked ? 0 : this.#rank(id),
      }))
      this.#named = new Set(placeLabels(requests, MOST_NAMES))
      this.#chosenMs = nowMs
    }
    return [...ids.keys()].filter((i) => this.#named.has(ids[i] as number))
  }

  #rank(id: number): number {
    const state = this.#store.stateAt(id)
    if (state === STATE_INDEX.alarm) return 1
    return (this.#named.has(id) ? 2 : 3) + (state === STATE_INDEX.offline ? 2 : 0)
  }
}
