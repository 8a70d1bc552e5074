import { trueDevice } from './fleet.ts'
import { metresBetween } from './map.ts'

type Place = { longitude: number; latitude: number }

/** True positions of a vehicle, sampled while this is in use. */
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

  /** Where the trail is nearest to a position: the number of the sample before it and the distance in metres. */
  nearest(at: { lng: number; lat: number }): { index: number; metres: number } {
    let best = { index: -1, metres: Number.POSITIVE_INFINITY }
    for (const [index, place] of this.places.entries()) {
      const metres = metresBetween(at, onWay(at, place, this.places[index + 1] ?? place))
      if (metres < best.metres) best = { index, metres }
    }
    return best
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }
}

/** The place between two others, on the straight way, that is nearest to a position. */
function onWay({ lng, lat }: { lng: number; lat: number }, from: Place, to: Place): Place {
  const east = (to.longitude - from.longitude) * Math.cos((lat * Math.PI) / 180)
  const north = to.latitude - from.latitude
  const length = east * east + north * north
  const eastAt = (lng - from.longitude) * Math.cos((lat * Math.PI) / 180)
  const part = length === 0 ? 0 : (eastAt * east + (lat - from.latitude) * north) / length
  const within = Math.max(0, Math.min(1, part))
  return {
    longitude: from.longitude + (to.longitude - from.longitude) * within,
    latitude: from.latitude + north * within,
  }
}

/** At 60 km/h a sample every 4 m. */
const SAMPLE_MS = 250
