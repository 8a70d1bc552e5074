/** West, south, east, north, degrees as displayed. */
export type Box = [number, number, number, number]
type MapPlace = { lng: number; lat: number; zoom: number }

/** Map to fit: a MapLibre map, or a double of one. */
type FittedMap = { fit(box: Box): void; place(): MapPlace }

/** Nearer than this is the same place: the rest is rounding. */
const SAME_DEGREES = 1e-7
const SAME_ZOOM = 1e-4

/**
 * Shows all tracks of a search: those that are there first, and again with each that arrives later, until the operator
 * moves the map. Hiding and showing a track moves nothing.
 */
export class TrackFit {
  readonly #map: FittedMap
  #search: number | undefined
  readonly #fitted = new Set<object>()
  #place: MapPlace | undefined

  constructor(map: FittedMap) {
    this.#map = map
  }

  /** Takes the drawn tracks of a search. `track` identifies them, `display` are longitudes and latitudes in turn. */
  show(search: number, drawn: readonly { track: object; display: Float64Array }[]): void {
    if (search !== this.#search) {
      this.#search = search
      this.#fitted.clear()
      this.#place = undefined
    }
    const arrived = drawn.filter(({ track, display }) => display.length > 0 && !this.#fitted.has(track))
    if (arrived.length === 0) return
    for (const { track } of arrived) this.#fitted.add(track)
    this.#fit(drawn)
  }

  /** The map has another size. */
  resized(drawn: readonly { display: Float64Array }[]): void {
    if (this.#place) this.#fit(drawn)
  }

  #fit(drawn: readonly { display: Float64Array }[]): void {
    const box = boxOf(drawn)
    if (!box || (this.#place && !isSame(this.#place, this.#map.place()))) return
    this.#map.fit(box)
    this.#place = this.#map.place()
  }
}

const isSame = (a: MapPlace, b: MapPlace): boolean =>
  Math.abs(a.lng - b.lng) < SAME_DEGREES &&
  Math.abs(a.lat - b.lat) < SAME_DEGREES &&
  Math.abs(a.zoom - b.zoom) < SAME_ZOOM

function boxOf(drawn: readonly { display: Float64Array }[]): Box | undefined {
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const { display } of drawn) {
    for (let i = 0; i < display.length; i += 2) {
      const [lng, lat] = [display[i]!, display[i + 1]!]
      if (lng < west) west = lng
      if (lng > east) east = lng
      if (lat < south) south = lat
      if (lat > north) north = lat
    }
  }
  return west <= east ? [west, south, east, north] : undefined
}
