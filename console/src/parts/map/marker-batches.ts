import type { GpsFix } from '@backlot/contract/devices/entities'
import type { FixBatch, StatusBatch } from './marker-frame.ts'

/** Changes of devices since the last flush; of several changes of one device the newest counts. */
export class MarkerBatches {
  readonly #fixes = new Map<number, GpsFix>()
  readonly #status = new Map<number, number>()

  addFix(id: number, fix: GpsFix): void {
    this.#fixes.set(id, fix)
  }

  addStatus(id: number, bits: number): void {
    this.#status.set(id, bits)
  }

  clear(): void {
    this.#fixes.clear()
    this.#status.clear()
  }

  /** Takes what has gathered; undefined where nothing has. */
  take(): { fixes: FixBatch | undefined; status: StatusBatch | undefined } {
    const fixes = this.#fixes.size > 0 ? batchOf(this.#fixes) : undefined
    const status =
      this.#status.size > 0
        ? { ids: Uint32Array.from(this.#status.keys()), bits: Uint8Array.from(this.#status.values()) }
        : undefined
    this.clear()
    return { fixes, status }
  }
}

function batchOf(held: ReadonlyMap<number, GpsFix>): FixBatch {
  const fixes = [...held.values()]
  return {
    ids: Uint32Array.from(held.keys()),
    longitude: Float64Array.from(fixes, (fix) => fix.longitude),
    latitude: Float64Array.from(fixes, (fix) => fix.latitude),
    locationTime: Float64Array.from(fixes, (fix) => fix.locationTime),
    speed: Float32Array.from(fixes, (fix) => fix.speed),
    direction: Float32Array.from(fixes, (fix) => fix.direction),
  }
}
