import { trueDevice } from './fleet.ts'
import { metresBetween } from './map.ts'

type Place = { longitude: number; latitude: number }

/** Where a vehicle truly was, sampled for as long as this is in use. */
export class TrueTrail implements Disposable {
  readonly places: Place[] = []
  failure: unknown
  readonly #timer: ReturnType<typeof setInterval>

  constructor(url: string, sn: string) {
    const look = () =>
      trueDevice(url, sn).then(
        (place) => this.places.push(place),
        (error: unknown) => {
          this.failure = error
        },
      )
    void look()
    this.#timer = setInterval(look, SAMPLE_MS)
  }

  /** The nearest sample to a position: its number in the trail and the distance in metres. */
  nearest(at: { lng: number; lat: number }): { index: number; metres: number } {
    let best = { index: -1, metres: Number.POSITIVE_INFINITY }
    for (const [index, place] of this.places.entries()) {
      const metres = metresBetween(at, place)
      if (metres < best.metres) best = { index, metres }
    }
    return best
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }
}

/** At 60 km/h a sample every 4 m. */
const SAMPLE_MS = 250
