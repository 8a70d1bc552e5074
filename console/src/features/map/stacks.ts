/** Markers whose centres are this near to each other look like one. */
const STACK_PX = 9

type Stacks = {
  /** By place: the place of the marker shown for it, its own where it is single or on top. */
  top: Int32Array
  /** By place of a marker on top: size of the stack, itself included; 0 for those below. */
  count: Int32Array
}

/**
 * Markers on one place. `x` and `y` are pixels; later places are drawn over earlier ones, so the last of a stack is the
 * one on top.
 */
export function findStacks(x: Float64Array, y: Float64Array): Stacks {
  const top = new Int32Array(x.length)
  const count = new Int32Array(x.length)
  const cells = new Map<number, number[]>()
  for (let place = x.length - 1; place >= 0; place--) {
    const over = topNear(cells, x, y, place)
    const seen = over ?? place
    top[place] = seen
    count[seen] = (count[seen] as number) + 1
    if (over !== undefined) continue
    const key = cellOf(x[place] as number, y[place] as number)
    const cell = cells.get(key)
    if (cell) cell.push(place)
    else cells.set(key, [place])
  }
  return { top, count }
}

/** The nearest marker on top that covers a place. */
function topNear(cells: ReadonlyMap<number, number[]>, x: Float64Array, y: Float64Array, place: number) {
  const [px, py] = [x[place] as number, y[place] as number]
  let best: number | undefined
  let nearest = STACK_PX
  for (let dx = -STACK_PX; dx <= STACK_PX; dx += STACK_PX) {
    for (let dy = -STACK_PX; dy <= STACK_PX; dy += STACK_PX) {
      for (const other of cells.get(cellOf(px + dx, py + dy)) ?? []) {
        const away = Math.hypot((x[other] as number) - px, (y[other] as number) - py)
        if (away > nearest) continue
        nearest = away
        best = other
      }
    }
  }
  return best
}

const ROWS = 2 ** 20
const cellOf = (x: number, y: number): number => Math.floor(x / STACK_PX) * ROWS + Math.floor(y / STACK_PX)
