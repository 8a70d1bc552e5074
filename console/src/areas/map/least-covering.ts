/** A rectangle on the map's area, pixels. */
export type Box = { left: number; top: number; width: number; height: number }

type Size = { width: number; height: number }

/** Free space at the edges: search and list at the top, tools at the right, coordinates at the bottom. */
const EDGES = { top: 56, right: 56, bottom: 34, left: 28 }

function coveredArea(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  return Math.max(0, width) * Math.max(0, height)
}

/** Position of a new window that covers least of the existing ones: a corner of the area, the upper right one first. */
export function leastCovering(size: Size, area: Size, taken: readonly Box[]): Box {
  const right = Math.max(0, area.width - size.width - EDGES.right)
  const bottom = Math.max(0, area.height - size.height - EDGES.bottom)
  const corners = [
    { left: right, top: EDGES.top },
    { left: right, top: bottom },
    { left: EDGES.left, top: EDGES.top },
    { left: EDGES.left, top: bottom },
  ].map((corner) => ({ ...corner, width: size.width, height: size.height }))
  const covered = corners.map((box) => taken.reduce((sum, other) => sum + coveredArea(box, other), 0))
  return corners[covered.indexOf(Math.min(...covered))]!
}
