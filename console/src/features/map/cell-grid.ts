/** Cells per side of the Mercator square: about 600 m a cell in middle latitudes. */
const SIDE = 2 ** 16
const NONE = -1

/**
 * Points of the Mercator square in square cells, as linked lists over typed arrays: moving a point costs a few writes,
 * and a window is read by its cells. Ids are dense integers below the capacity.
 */
export class CellGrid {
  readonly #heads = new Map<number, number>()
  readonly #next: Int32Array
  readonly #previous: Int32Array
  readonly #cell: Float64Array

  constructor(capacity: number) {
    this.#next = new Int32Array(capacity).fill(NONE)
    this.#previous = new Int32Array(capacity).fill(NONE)
    this.#cell = new Float64Array(capacity).fill(NONE)
  }

  /** Moves a point to x, y (0 … 1). */
  place(id: number, x: number, y: number): void {
    const cell = Math.floor(y * SIDE) * SIDE + Math.floor(x * SIDE)
    if (this.#cell[id] === cell) return
    this.remove(id)
    const head = this.#heads.get(cell) ?? NONE
    this.#next[id] = head
    this.#previous[id] = NONE
    if (head !== NONE) this.#previous[head] = id
    this.#heads.set(cell, id)
    this.#cell[id] = cell
  }

  remove(id: number): void {
    const cell = this.#cell[id] as number
    if (cell === NONE) return
    const next = this.#next[id] as number
    const previous = this.#previous[id] as number
    if (next !== NONE) this.#previous[next] = previous
    if (previous !== NONE) this.#next[previous] = next
    else if (next === NONE) this.#heads.delete(cell)
    else this.#heads.set(cell, next)
    this.#cell[id] = NONE
  }

  /** Visits every point of the cells that touch a window; points just outside the window are visited too. */
  visit(west: number, north: number, east: number, south: number, seen: (id: number) => void): void {
    const fromColumn = Math.max(0, Math.floor(west * SIDE))
    const toColumn = Math.min(SIDE - 1, Math.floor(east * SIDE))
    const fromRow = Math.max(0, Math.floor(north * SIDE))
    const toRow = Math.min(SIDE - 1, Math.floor(south * SIDE))
    if ((toColumn - fromColumn + 1) * (toRow - fromRow + 1) > this.#heads.size) {
      for (const [cell, head] of this.#heads) {
        const row = Math.floor(cell / SIDE)
        const column = cell - row * SIDE
        if (column < fromColumn || column > toColumn || row < fromRow || row > toRow) continue
        this.#walk(head, seen)
      }
      return
    }
    for (let row = fromRow; row <= toRow; row++) {
      for (let column = fromColumn; column <= toColumn; column++) {
        const head = this.#heads.get(row * SIDE + column)
        if (head !== undefined) this.#walk(head, seen)
      }
    }
  }

  #walk(head: number, seen: (id: number) => void): void {
    for (let id = head; id !== NONE; id = this.#next[id] as number) seen(id)
  }
}
