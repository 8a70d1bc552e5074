import KDBush from 'kdbush'
import type { MarkerFrame } from './marker-frame.ts'
import { mercatorX, mercatorY, WORLD_PX } from './mercator.ts'

/** Markers are hit within this many pixels of their centre. */
const HIT_PX = 15

export type Hit =
  | { kind: 'devices'; ids: number[] }
  | { kind: 'aggregate'; place: number; cluster: number; build: number }

/** Half size of an aggregate, pixels, by how many it holds. */
export function aggregateRadiusPx(count: number): number {
  return Math.min(34, 15 + Math.log2(count) * 1.9)
}

/** Finds the marker under a point of one frame. */
export class HitIndex {
  readonly #frame: MarkerFrame
  readonly #tree: KDBush | undefined
  readonly #origin: readonly [number, number]

  constructor(frame: MarkerFrame) {
    this.#frame = frame
    this.#origin = frame.origin ?? [0, 0]
    if (frame.ids.length === 0) return
    this.#tree = new KDBush(frame.ids.length, 32, Float64Array)
    for (let i = 0; i < frame.ids.length; i++) {
      this.#tree.add(
        (frame.positions[i * 2] as number) + this.#origin[0],
        (frame.positions[i * 2 + 1] as number) + this.#origin[1],
      )
    }
    this.#tree.finish()
  }

  /**
   * Devices under a point (display degrees) at a zoom, nearest first with all of a stack; else an aggregate; else
   * undefined.
   */
  at(longitude: number, latitude: number, zoom: number): Hit | undefined {
    const worldPx = WORLD_PX * 2 ** zoom
    const x = mercatorX(longitude)
    const y = mercatorY(latitude)
    const places = this.#tree?.within(x, y, HIT_PX / worldPx) ?? []
    if (places.length > 0) {
      const away = (place: number) => this.#distance(place, x, y)
      places.sort((a, b) => away(a) - away(b))
      return { kind: 'devices', ids: places.map((place) => this.#frame.ids[place] as number) }
    }
    return this.#aggregateAt(x, y, worldPx)
  }

  #distance(place: number, x: number, y: number): number {
    const { positions } = this.#frame
    return Math.hypot(
      (positions[place * 2] as number) + this.#origin[0] - x,
      (positions[place * 2 + 1] as number) + this.#origin[1] - y,
    )
  }

  #aggregateAt(x: number, y: number, worldPx: number): Hit | undefined {
    const { aggregates } = this.#frame
    for (let i = aggregates.ids.length - 1; i >= 0; i--) {
      const dx = ((aggregates.positions[i * 2] as number) - x) * worldPx
      const dy = ((aggregates.positions[i * 2 + 1] as number) - y) * worldPx
      if (Math.hypot(dx, dy) > aggregateRadiusPx(aggregates.counts[i] as number)) continue
      return { kind: 'aggregate', place: i, cluster: aggregates.ids[i] as number, build: aggregates.build }
    }
    return undefined
  }
}
