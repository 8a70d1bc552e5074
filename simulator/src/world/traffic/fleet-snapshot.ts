/**
 * Which fleet vehicles may be near a point: positions of the whole roster in the middle of a time slot, by grid cell.
 * A remembered slot is no state: it is the same whenever it is built.
 */
import type { FleetVehicles } from './fleet-vehicle.ts'

const CELL_M = 300
const SLOT_MS = 10_000
/** Farther than any vehicle drives in half a slot (40 m/s). */
const REACH_M = 200
const REMEMBERED_SLOTS = 3

export type FleetSnapshots = {
  /** Roster indexes that can be within `radiusM` of a point at a moment, ascending. */
  candidates(x: number, y: number, radiusM: number, epochMs: number): number[]
}

export function createFleetSnapshots(vehicles: FleetVehicles, rosterSize: number): FleetSnapshots {
  const slots = new Map<number, Map<number, number[]>>()
  const cellOf = (x: number, y: number) => Math.floor(x / CELL_M) * 65_536 + Math.floor(y / CELL_M)

  function slotAt(epochMs: number): Map<number, number[]> {
    const slot = Math.floor(epochMs / SLOT_MS)
    const known = slots.get(slot)
    if (known) return known
    if (slots.size >= REMEMBERED_SLOTS) slots.delete(slots.keys().next().value!)
    const cells = new Map<number, number[]>()
    for (let vehicle = 0; vehicle < rosterSize; vehicle++) {
      const { x, y } = vehicles.placeAt(vehicle, (slot + 0.5) * SLOT_MS)
      const key = cellOf(x, y)
      const cell = cells.get(key)
      if (cell) cell.push(vehicle)
      else cells.set(key, [vehicle])
    }
    slots.set(slot, cells)
    return cells
  }

  return {
    candidates(x, y, radiusM, epochMs) {
      if (rosterSize === 0) return []
      const cells = slotAt(epochMs)
      const reach = radiusM + REACH_M
      const found: number[] = []
      for (let cx = Math.floor((x - reach) / CELL_M); cx <= Math.floor((x + reach) / CELL_M); cx++) {
        for (let cy = Math.floor((y - reach) / CELL_M); cy <= Math.floor((y + reach) / CELL_M); cy++) {
          found.push(...(cells.get(cx * 65_536 + cy) ?? []))
        }
      }
      return found.sort((a, b) => a - b)
    },
  }
}
