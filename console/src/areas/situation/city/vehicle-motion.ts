import type { PlanePoint } from './city-view.ts'
import type { TrailPiece } from './trail-ring.ts'

/** A mover between two reports. */
type Mover = {
  fromX: number
  fromY: number
  toX: number
  toY: number
  fromMs: number
  toMs: number
  speedKmh: number
  /** Where its trail ends. */
  trailX: number
  trailY: number
}

/** Usual interval of reports; movers take this long to a reported place. */
const USUAL_GAP_MS = 5000
const LEAST_GAP_MS = 500
const MOST_GAP_MS = 15_000
/** Silent for longer: it did not drive there in a straight line. */
const LOST_MS = 60_000
/** Faster than that, give or take some metres of a receiver's, nothing drives. */
const FASTEST_MS = 50
const RECEIVER_M = 150

/** Whether something could have driven this far in that time. */
export function isDriven(metres: number, gapMs: number): boolean {
  return metres <= RECEIVER_M + (gapMs / 1000) * FASTEST_MS
}

/**
 * Where movers are drawn: each goes steadily from where it is drawn to its newest report, in the time that reports take.
 * Pure; the owner brings the time.
 */
export class VehicleMotion {
  readonly #movers = new Map<string, Mover & { heardMs: number }>()

  get count(): number {
    return this.#movers.size
  }

  /** Takes a report that came at `nowMs`. */
  report(sn: string, { x, y }: PlanePoint, speedKmh: number, nowMs: number): void {
    const known = this.#movers.get(sn)
    if (!known) {
      this.#movers.set(sn, {
        ...{ fromX: x, fromY: y, toX: x, toY: y, fromMs: nowMs, toMs: nowMs },
        ...{ speedKmh, trailX: x, trailY: y, heardMs: nowMs },
      })
      return
    }
    const gapMs = nowMs - known.heardMs
    known.heardMs = nowMs
    known.speedKmh = speedKmh
    const at = placeAt(known, nowMs)
    const jumped = gapMs > LOST_MS || !isDriven(Math.hypot(x - known.toX, y - known.toY), gapMs)
    known.fromX = jumped ? x : at.x
    known.fromY = jumped ? y : at.y
    if (jumped) {
      known.trailX = x
      known.trailY = y
    }
    known.toX = x
    known.toY = y
    known.fromMs = nowMs
    known.toMs = nowMs + Math.min(MOST_GAP_MS, Math.max(LEAST_GAP_MS, gapMs || USUAL_GAP_MS))
  }

  /** Forgets movers that are not among these any more. */
  keepOnly(sns: ReadonlySet<string>): void {
    for (const sn of this.#movers.keys()) if (!sns.has(sn)) this.#movers.delete(sn)
  }

  clear(): void {
    this.#movers.clear()
  }

  placeOf(sn: string, nowMs: number): PlanePoint | undefined {
    const mover = this.#movers.get(sn)
    return mover && placeAt(mover, nowMs)
  }

  /**
   * Passes every mover's place at a moment, and the piece of trail when it has come `leastM` further since the last.
   */
  each(
    nowMs: number,
    nowS: number,
    leastM: number,
    tell: (sn: string, place: PlanePoint, speedKmh: number) => void,
    trail: (piece: TrailPiece) => void,
  ): void {
    for (const [sn, mover] of this.#movers) {
      const place = placeAt(mover, nowMs)
      tell(sn, place, mover.speedKmh)
      if (Math.hypot(place.x - mover.trailX, place.y - mover.trailY) < leastM) continue
      trail({
        ...{ x0: mover.trailX, y0: mover.trailY, x1: place.x, y1: place.y },
        ...{ bornS: nowS, speedKmh: mover.speedKmh },
      })
      mover.trailX = place.x
      mover.trailY = place.y
    }
  }
}

function placeAt(mover: Mover, nowMs: number): PlanePoint {
  const span = mover.toMs - mover.fromMs
  const share = span <= 0 ? 1 : Math.min(1, Math.max(0, (nowMs - mover.fromMs) / span))
  return {
    x: mover.fromX + (mover.toX - mover.fromX) * share,
    y: mover.fromY + (mover.toY - mover.fromY) * share,
  }
}
