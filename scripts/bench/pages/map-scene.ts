// The devices of a map benchmark and their changes: the same numbers for every contender.
import type { MapBatch, MapFix } from '../page-benches.ts'

export const CENTRE = { longitude: 116.4, latitude: 39.9 }
/** MapLibre's zooms; Leaflet counts tiles of 256 pixels and is one ahead. */
export const ZOOMS = { near: 16, far: 11 } as const
export const VIEW = { widthPx: 1280, heightPx: 800 }
/** Devices in the near view, whatever their total number. */
const IN_VIEW = 300
/** The far view holds all of them, in a city of this many pixels. */
const CITY_PX = { width: 1100, height: 700 }
/** One background for all: tiles of the bench's own server. */
export const TILE_URL = `${location.origin}/tiles/{z}/{x}/{y}.png`
export const TILE_PX = 256
export const NOW_S = 1_795_000_000

export type SceneName = keyof typeof ZOOMS

/** A small repeatable sequence of numbers in 0 … 1. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Degrees of a pixel at a zoom, about the centre. */
function degreesPerPx(zoom: number): { longitude: number; latitude: number } {
  const longitude = 360 / (512 * 2 ** zoom)
  return { longitude, latitude: longitude * Math.cos((CENTRE.latitude * Math.PI) / 180) }
}

export class MapScene {
  readonly count: number
  readonly name: SceneName
  readonly longitude: Float64Array
  readonly latitude: Float64Array
  readonly direction: Float32Array
  readonly #next: () => number
  readonly #step: { longitude: number; latitude: number }
  #second = NOW_S

  constructor(name: SceneName, count: number) {
    this.name = name
    this.count = count
    this.#next = sequence(count)
    this.longitude = new Float64Array(count)
    this.latitude = new Float64Array(count)
    this.direction = new Float32Array(count)
    const degrees = degreesPerPx(ZOOMS[name])
    const share = Math.sqrt(count / IN_VIEW)
    const width = name === 'near' ? VIEW.widthPx * share : CITY_PX.width
    const height = name === 'near' ? VIEW.heightPx * share : CITY_PX.height
    // A few pixels a batch: a vehicle that drives.
    this.#step = { longitude: degrees.longitude * 6, latitude: degrees.latitude * 6 }
    for (let id = 0; id < count; id++) {
      this.longitude[id] = CENTRE.longitude + (this.#next() - 0.5) * width * degrees.longitude
      this.latitude[id] = CENTRE.latitude + (this.#next() - 0.5) * height * degrees.latitude
      this.direction[id] = Math.floor(this.#next() * 360)
    }
  }

  /** New positions of devices picked at random, as the channel's messages bring them. */
  batch(changes: number): MapBatch {
    this.#second += 1
    return Array.from({ length: changes }, (_, i): MapFix => {
      const id = this.count <= changes ? i % this.count : Math.floor(this.#next() * this.count)
      const turned = ((this.direction[id] as number) + 30 * (this.#next() - 0.5) + 360) % 360
      const radians = (turned * Math.PI) / 180
      this.direction[id] = turned
      this.longitude[id] = (this.longitude[id] as number) + Math.sin(radians) * this.#step.longitude
      this.latitude[id] = (this.latitude[id] as number) + Math.cos(radians) * this.#step.latitude
      return {
        id,
        longitude: this.longitude[id] as number,
        latitude: this.latitude[id] as number,
        direction: turned,
        speed: 36,
        locationTime: this.#second,
      }
    })
  }
}
