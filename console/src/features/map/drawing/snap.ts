/** Snapping of a point near something: to corners first, then to the nearest point of a line. */
export type Pixel = { x: number; y: number }

/** Nearer than this counts. */
export const SNAP_PX = 10

/** Lines and corners around the pointer, on the screen. */
type SnapTargets<Place> = {
  corners: readonly (Pixel & { place: Place })[]
  lines: readonly (readonly Pixel[])[]
}

/** A corner with its own place, or a pixel on a line. Undefined when nothing is near. */
type Snapped<Place> = { kind: 'corner'; place: Place } | { kind: 'line'; pixel: Pixel }

export function snapped<Place>(at: Pixel, targets: SnapTargets<Place>): Snapped<Place> | undefined {
  let nearest: Snapped<Place> | undefined
  let nearestPx = SNAP_PX
  const isNearer = ({ x, y }: Pixel) => {
    const far = Math.hypot(x - at.x, y - at.y)
    if (far > nearestPx) return false
    nearestPx = far
    return true
  }
  for (const corner of targets.corners) {
    if (isNearer(corner)) nearest = { kind: 'corner', place: corner.place }
  }
  if (nearest) return nearest
  for (const line of targets.lines) {
    for (let i = 1; i < line.length; i++) {
      const pixel = nearestOn(line[i - 1] as Pixel, line[i] as Pixel, at)
      if (isNearer(pixel)) nearest = { kind: 'line', pixel }
    }
  }
  return nearest
}

/** The point of a stretch that is nearest to another point. */
function nearestOn(from: Pixel, to: Pixel, at: Pixel): Pixel {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const square = dx * dx + dy * dy
  const along = square === 0 ? 0 : ((at.x - from.x) * dx + (at.y - from.y) * dy) / square
  const share = Math.min(1, Math.max(0, along))
  return { x: from.x + share * dx, y: from.y + share * dy }
}
