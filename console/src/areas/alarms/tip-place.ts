/** A rectangle on the page, pixels. */
export type Box = { left: number; top: number; width: number; height: number }
export type Size = { width: number; height: number }

/** Distance from the edges of the page. */
const EDGE = 14
/** Places that are tried lie so far apart. */
const STEP = 20

const overlap = (a: Box, b: Box): number => {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  return Math.max(0, width) * Math.max(0, height)
}

/** The area of controls under a box, square pixels. */
export const covered = (box: Box, controls: readonly Box[]): number =>
  controls.reduce((sum, control) => sum + overlap(box, control), 0)

/**
 * Where a box of this size covers no control of the page, as near to its upper right as can be; where there is no such
 * place, the one that covers least. `top`: what stands at the top of the page and stays free.
 */
export function freePlace(size: Size, page: Size, controls: readonly Box[], top: number): Box {
  const right = Math.max(0, page.width - size.width - EDGE)
  const bottom = page.height - size.height - EDGE
  let best: { place: Box; covers: number; far: number } | undefined
  for (let left = right; left >= Math.min(EDGE, right); left -= STEP) {
    for (let y = top; y <= Math.max(top, bottom); y += STEP) {
      const far = right - left + (y - top)
      if (best?.covers === 0 && far >= best.far) break
      const place = { left, top: y, ...size }
      const covers = covered(place, controls)
      if (!best || covers < best.covers || (covers === best.covers && far < best.far))
        best = { place, covers, far }
    }
  }
  return best?.place ?? { left: right, top, ...size }
}
