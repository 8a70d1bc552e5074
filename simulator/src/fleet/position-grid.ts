/** Which devices are inside a map window: a hash grid over degrees that follows every position change. */

const CELL_DEG = 0.005

export type PositionGrid = {
  set(slot: number, longitude: number, latitude: number): void
  delete(slot: number): void
  /** Slots inside west, south, east, north (edges included), in no particular order. */
  within(west: number, south: number, east: number, north: number): number[]
}

export function createPositionGrid(): PositionGrid {
  const cells = new Map<number, Set<number>>()
  const places = new Map<number, { longitude: number; latitude: number; key: number }>()
  const column = (longitude: number) => Math.floor((longitude + 180) / CELL_DEG)
  const row = (latitude: number) => Math.floor((latitude + 90) / CELL_DEG)
  const keyOf = (c: number, r: number) => c * 65_536 + r

  function take(slot: number): void {
    const place = places.get(slot)
    if (!place) return
    const cell = cells.get(place.key)!
    cell.delete(slot)
    if (cell.size === 0) cells.delete(place.key)
    places.delete(slot)
  }

  return {
    set(slot, longitude, latitude) {
      const key = keyOf(column(longitude), row(latitude))
      const place = places.get(slot)
      if (place?.key === key) {
        place.longitude = longitude
        place.latitude = latitude
        return
      }
      take(slot)
      places.set(slot, { longitude, latitude, key })
      const cell = cells.get(key)
      if (cell) cell.add(slot)
      else cells.set(key, new Set([slot]))
    },
    delete: take,
    within(west, south, east, north) {
      const found: number[] = []
      const columns = column(east) - column(west) + 1
      const rows = row(north) - row(south) + 1
      const look = (cell: Iterable<number>) => {
        for (const slot of cell) {
          const { longitude, latitude } = places.get(slot)!
          if (longitude >= west && longitude <= east && latitude >= south && latitude <= north)
            found.push(slot)
        }
      }
      // A window of the whole country holds more empty cells than there are devices.
      if (columns * rows > cells.size) {
        for (const cell of cells.values()) look(cell)
        return found
      }
      for (let c = column(west); c <= column(east); c++) {
        for (let r = row(south); r <= row(north); r++) {
          const cell = cells.get(keyOf(c, r))
          if (cell) look(cell)
        }
      }
      return found
    },
  }
}
