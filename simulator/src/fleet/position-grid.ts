/** Which devices are inside a map window: cells over degrees, each a list through columns, that follow every change. */

const CELL_DEG = 0.005
const NONE = -1

export type PositionGrid = {
  set(slot: number, longitude: number, latitude: number): void
  delete(slot: number): void
  /** Slots inside west, south, east, north (edges included), in no particular order. */
  within(west: number, south: number, east: number, north: number): number[]
}

const column = (longitude: number) => Math.floor((longitude + 180) / CELL_DEG)
const row = (latitude: number) => Math.floor((latitude + 90) / CELL_DEG)
const keyOf = (c: number, r: number) => c * 65_536 + r

export function createPositionGrid(): PositionGrid {
  /** First slot of a cell. */
  const heads = new Map<number, number>()
  let next = new Int32Array(1024)
  let before = new Int32Array(1024)
  /** Cell of a slot; NaN for none. */
  let cells = new Float64Array(1024).fill(Number.NaN)
  let longitudes = new Float64Array(1024)
  let latitudes = new Float64Array(1024)

  function take(slot: number): void {
    const key = cells[slot]
    if (key === undefined || Number.isNaN(key)) return
    cells[slot] = Number.NaN
    const after = next[slot]!
    const ahead = before[slot]!
    if (after !== NONE) before[after] = ahead
    if (ahead !== NONE) next[ahead] = after
    else if (after !== NONE) heads.set(key, after)
    else heads.delete(key)
  }

  function grow(least: number): void {
    const capacity = Math.max(least, cells.length * 2)
    const wider = <T extends Int32Array | Float64Array>(from: T, to: T): T => {
      to.set(from)
      return to
    }
    next = wider(next, new Int32Array(capacity))
    before = wider(before, new Int32Array(capacity))
    cells = wider(cells, new Float64Array(capacity).fill(Number.NaN))
    longitudes = wider(longitudes, new Float64Array(capacity))
    latitudes = wider(latitudes, new Float64Array(capacity))
  }

  return {
    set(slot, longitude, latitude) {
      if (slot >= cells.length) grow(slot + 1)
      longitudes[slot] = longitude
      latitudes[slot] = latitude
      const key = keyOf(column(longitude), row(latitude))
      if (cells[slot] === key) return
      take(slot)
      const head = heads.get(key) ?? NONE
      next[slot] = head
      before[slot] = NONE
      if (head !== NONE) before[head] = slot
      heads.set(key, slot)
      cells[slot] = key
    },
    delete: take,
    within(west, south, east, north) {
      const found: number[] = []
      const columns = column(east) - column(west) + 1
      const rows = row(north) - row(south) + 1
      const look = (head: number) => {
        for (let slot = head; slot !== NONE; slot = next[slot]!) {
          const x = longitudes[slot]!
          const y = latitudes[slot]!
          if (x >= west && x <= east && y >= south && y <= north) found.push(slot)
        }
      }
      // A window of the whole country holds more empty cells than there are devices.
      if (columns * rows > heads.size) {
        for (const head of heads.values()) look(head)
        return found
      }
      for (let c = column(west); c <= column(east); c++) {
        for (let r = row(south); r <= row(north); r++) look(heads.get(keyOf(c, r)) ?? NONE)
      }
      return found
    },
  }
}
