import type { GpsFix } from '@backlot/contract/devices/entities'
import type { FixBatch, StatusBatch } from './marker-frame.ts'

/** Initial room for devices' fixes; it doubles. */
const ROOM = 1024

/** Changes of devices since the last flush; of several changes of one device the newest counts. */
export class MarkerBatches {
  #fixes = emptyFixes(ROOM)
  #count = 0
  /** By id: its place in the gathered fixes and one more; 0 is none. */
  #places = new Int32Array(ROOM)
  readonly #status = new Map<number, number>()

  addFix(id: number, fix: GpsFix): void {
    if (id >= this.#places.length) this.#places = grown(this.#places, id + 1)
    const known = this.#places[id] as number
    const place = known === 0 ? this.#count++ : known - 1
    this.#places[id] = place + 1
    if (place >= this.#fixes.ids.length) this.#fixes = grownFixes(this.#fixes, place + 1)
    const fixes = this.#fixes
    fixes.ids[place] = id
    fixes.longitude[place] = fix.longitude
    fixes.latitude[place] = fix.latitude
    fixes.locationTime[place] = fix.locationTime
    fixes.speed[place] = fix.speed
    fixes.direction[place] = fix.direction
  }

  addStatus(id: number, bits: number): void {
    this.#status.set(id, bits)
  }

  clear(): void {
    for (let i = 0; i < this.#count; i++) this.#places[this.#fixes.ids[i] as number] = 0
    this.#count = 0
    this.#status.clear()
  }

  /** Takes the collected changes, in arrays of its own; undefined without any. */
  take(): { fixes: FixBatch | undefined; status: StatusBatch | undefined } {
    const fixes = this.#count > 0 ? slicedFixes(this.#fixes, this.#count) : undefined
    const status =
      this.#status.size > 0
        ? { ids: Uint32Array.from(this.#status.keys()), bits: Uint8Array.from(this.#status.values()) }
        : undefined
    this.clear()
    return { fixes, status }
  }
}

/** Buffers of a batch, to be handed over instead of copied. */
export const buffersOfFixes = (batch: FixBatch): ArrayBuffer[] =>
  [batch.ids, batch.longitude, batch.latitude, batch.locationTime, batch.speed, batch.direction].map(
    ({ buffer }) => buffer as ArrayBuffer,
  )

const emptyFixes = (count: number): FixBatch => ({
  ids: new Uint32Array(count),
  longitude: new Float64Array(count),
  latitude: new Float64Array(count),
  locationTime: new Float64Array(count),
  speed: new Float32Array(count),
  direction: new Float32Array(count),
})

const slicedFixes = (batch: FixBatch, count: number): FixBatch => ({
  ids: batch.ids.slice(0, count),
  longitude: batch.longitude.slice(0, count),
  latitude: batch.latitude.slice(0, count),
  locationTime: batch.locationTime.slice(0, count),
  speed: batch.speed.slice(0, count),
  direction: batch.direction.slice(0, count),
})

function grown(array: Int32Array<ArrayBuffer>, atLeast: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(array.length * 2, atLeast))
  larger.set(array)
  return larger
}

function grownFixes(batch: FixBatch, atLeast: number): FixBatch {
  const larger = emptyFixes(Math.max(batch.ids.length * 2, atLeast))
  larger.ids.set(batch.ids)
  larger.longitude.set(batch.longitude)
  larger.latitude.set(batch.latitude)
  larger.locationTime.set(batch.locationTime)
  larger.speed.set(batch.speed)
  larger.direction.set(batch.direction)
  return larger
}
