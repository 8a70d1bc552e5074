import type { PlanePoint } from './city-view.ts'
import { type Ripple, RipplePool } from './ripple-pool.ts'
import { TrailRing } from './trail-ring.ts'
import { VehicleMotion } from './vehicle-motion.ts'

/** Pieces of trails in all: ten minutes of some hundred vehicles, less of more. */
const TRAIL_PIECES = 24_000
/** The stage's clock restarts before its seconds grow too large for 32-bit floats. */
const REBASE_S = 3600

/** A fixed device, or an offline one. */
export type StandingMark = PlanePoint & { state: 'online' | 'offline' | 'alarm' }

/** Everything that moves on the map, apart from how it is drawn: it outlives the graphics context. */
export class CityModel {
  readonly motion = new VehicleMotion()
  readonly trails = new TrailRing(TRAIL_PIECES)
  readonly ripples = new RipplePool()
  standing: readonly StandingMark[] = []
  /** Offline devices: movers among them are not drawn as such. */
  silent: ReadonlySet<string> = new Set()
  /** Grows when `standing` changes. */
  standingVersion = 0
  #baseMs = 0

  /** Seconds of the stage's clock at a moment of `performance.now()`. */
  secondsAt(nowMs: number): number {
    const seconds = (nowMs - this.#baseMs) / 1000
    if (seconds < REBASE_S) return seconds
    this.#baseMs = nowMs
    this.trails.shiftBirths(-seconds)
    this.ripples.shiftBirths(-seconds)
    return 0
  }

  setStates(marks: readonly StandingMark[], silent: ReadonlySet<string>): void {
    this.standing = marks
    this.silent = silent
    this.standingVersion++
  }

  addRipple(ripple: Omit<Ripple, 'bornS'>, nowMs: number): void {
    this.ripples.add({ ...ripple, bornS: this.secondsAt(nowMs) })
  }

  /** The platform's clock was moved: nothing drove from where it was. */
  clearMotion(): void {
    this.motion.clear()
    this.trails.clear()
  }
}
