import { buildCity } from '@backlot/simulator/world/city/build-city'
import { projectionAt } from '@backlot/simulator/world/city/projection'

/** Width of a lane in which vehicles drive. */
const LANE_M = 3.2

type Stretch = { line: Float64Array; halfWidthM: number; box: [number, number, number, number] }

/** The roads of a seed's city, as the world has them, for tiles and vehicles. */
export class Roads {
  readonly #stretches: readonly Stretch[]
  readonly #toLocal: ReturnType<typeof projectionAt>['toLocal']

  constructor(seed: number) {
    const { roads, longitude, latitude } = buildCity(seed)
    this.#toLocal = projectionAt(longitude, latitude).toLocal
    this.#stretches = roads.map(({ line, lanes }) => ({
      line,
      halfWidthM: (Math.max(2, lanes) * LANE_M) / 2,
      box: boxOf(line),
    }))
  }

  /** Metres from a WGS-84 position to the edge of the nearest road; 0 on it. Only roads within `withinM` are looked at. */
  metresOff({ lng, lat }: { lng: number; lat: number }, withinM = 100): number {
    const { x, y } = this.#toLocal(lng, lat)
    let best = withinM
    for (const { line, halfWidthM, box } of this.#stretches) {
      const reach = best + halfWidthM
      if (x < box[0] - reach || x > box[2] + reach || y < box[1] - reach || y > box[3] + reach) continue
      best = Math.min(best, Math.max(0, metresToLine(line, x, y) - halfWidthM))
    }
    return best
  }
}

function boxOf(line: Float64Array): Stretch['box'] {
  const box: Stretch['box'] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < line.length; i += 2) {
    box[0] = Math.min(box[0], line[i]!)
    box[1] = Math.min(box[1], line[i + 1]!)
    box[2] = Math.max(box[2], line[i]!)
    box[3] = Math.max(box[3], line[i + 1]!)
  }
  return box
}

function metresToLine(line: Float64Array, x: number, y: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i + 3 < line.length; i += 2) {
    const [dx, dy] = [line[i + 2]! - line[i]!, line[i + 3]! - line[i + 1]!]
    const length = dx * dx + dy * dy
    const share = length === 0 ? 0 : ((x - line[i]!) * dx + (y - line[i + 1]!) * dy) / length
    const within = Math.max(0, Math.min(1, share))
    best = Math.min(best, Math.hypot(line[i]! + dx * within - x, line[i + 1]! + dy * within - y))
  }
  return best
}
