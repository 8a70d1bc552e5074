/** Line segments in a hashed grid of square cells, for nearness and crossing questions while planning. */
export type SegmentGrid = {
  ax: number[]
  ay: number[]
  bx: number[]
  by: number[]
  owner: number[]
  cells: Map<number, number[]>
  cellM: number
}

export function createSegmentGrid(cellM: number): SegmentGrid {
  return { ax: [], ay: [], bx: [], by: [], owner: [], cells: new Map(), cellM }
}

const key = (i: number, j: number) => (i + 2048) * 4096 + (j + 2048)

export function addLine(grid: SegmentGrid, line: ArrayLike<number>, owner: number): void {
  for (let i = 0; i + 3 < line.length; i += 2) {
    addSegment(grid, line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!, owner)
  }
}

function addSegment(grid: SegmentGrid, ax: number, ay: number, bx: number, by: number, owner: number): void {
  const id = grid.ax.length
  grid.ax.push(ax)
  grid.ay.push(ay)
  grid.bx.push(bx)
  grid.by.push(by)
  grid.owner.push(owner)
  const m = grid.cellM
  const i0 = Math.floor((Math.min(ax, bx) - 1) / m)
  const i1 = Math.floor((Math.max(ax, bx) + 1) / m)
  const dx = bx - ax
  for (let i = i0; i <= i1; i++) {
    // The part of the segment over this column, so that a long slanted segment fills only the cells it meets.
    let y0 = Math.min(ay, by)
    let y1 = Math.max(ay, by)
    if (Math.abs(dx) > 1) {
      const t0 = Math.min(1, Math.max(0, (i * m - 1 - ax) / dx))
      const t1 = Math.min(1, Math.max(0, ((i + 1) * m + 1 - ax) / dx))
      const ya = ay + (by - ay) * t0
      const yb = ay + (by - ay) * t1
      y0 = Math.min(ya, yb)
      y1 = Math.max(ya, yb)
    }
    for (let j = Math.floor((y0 - 1) / m); j <= Math.floor((y1 + 1) / m); j++) {
      const k = key(i, j)
      const list = grid.cells.get(k)
      if (list) list.push(id)
      else grid.cells.set(k, [id])
    }
  }
}

function segmentDistance(grid: SegmentGrid, id: number, x: number, y: number): number {
  const ax = grid.ax[id]!
  const ay = grid.ay[id]!
  const dx = grid.bx[id]! - ax
  const dy = grid.by[id]! - ay
  const l2 = dx * dx + dy * dy
  const t = l2 === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / l2))
  const ex = ax + dx * t - x
  const ey = ay + dy * t - y
  return Math.sqrt(ex * ex + ey * ey)
}

/** True when some segment lies within `radiusM` (at most the cell size) of the point. */
export function isNear(grid: SegmentGrid, x: number, y: number, radiusM: number): boolean {
  const m = grid.cellM
  const i1 = Math.floor((x + radiusM) / m)
  const j1 = Math.floor((y + radiusM) / m)
  for (let i = Math.floor((x - radiusM) / m); i <= i1; i++) {
    for (let j = Math.floor((y - radiusM) / m); j <= j1; j++) {
      const list = grid.cells.get(key(i, j))
      if (!list) continue
      for (const id of list) if (segmentDistance(grid, id, x, y) < radiusM) return true
    }
  }
  return false
}
