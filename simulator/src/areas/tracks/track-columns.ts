import type { TrackColumns } from '@backlot/contract/tracks/entities'
import type { TrackPosition } from './ports.ts'

const MICRO = 1e6

/** Collects positions as the columns of an answer. */
export class TrackColumnsWriter {
  readonly columns: TrackColumns = { time: [], longitude: [], latitude: [], speed: [], direction: [] }
  /** Times of all positions, seconds since the epoch. */
  readonly seconds: number[] = []
  #longitude = 0
  #latitude = 0
  #firstKm: number | undefined
  #lastKm: number | undefined

  /** Adds positions in their order. Those without a place (zero) and those within one second of the last are left out. */
  add(positions: readonly TrackPosition[]): void {
    const { time, longitude, latitude, speed, direction } = this.columns
    for (const position of positions) {
      const second = Math.floor(position.atMs / 1000)
      const before = this.seconds.at(-1) ?? 0
      if (position.longitude === 0 || position.latitude === 0 || second <= before) continue
      const lon = Math.round(position.longitude * MICRO)
      const lat = Math.round(position.latitude * MICRO)
      time.push(second - before)
      longitude.push(lon - this.#longitude)
      latitude.push(lat - this.#latitude)
      speed.push(Math.round(position.speedKmh * 10))
      direction.push(Math.round(position.directionDeg) % 360)
      this.seconds.push(second)
      this.#longitude = lon
      this.#latitude = lat
      if (position.mileageKm === undefined) continue
      this.#firstKm ??= position.mileageKm
      this.#lastKm = position.mileageKm
    }
  }

  get odometer(): { start: number; end: number } | undefined {
    if (this.#firstKm === undefined || this.#lastKm === undefined) return undefined
    return { start: this.#firstKm, end: this.#lastKm }
  }
}
