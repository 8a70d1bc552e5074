import type { Box } from './least-covering.ts'

type Padding = { top: number; right: number; bottom: number; left: number }

/** Margin around the shown content, where there is room. */
const EDGE_PX = 48
/** A part of the map smaller than this shows nothing well: things inside it are ignored. */
const LEAST = { width: 160, height: 120 }

/**
 * Padding that brings content into view beside the elements over the map: each element, the largest first, takes the
 * side of the map that leaves most of it. Pixels of the map's area.
 */
export function freePadding(area: { width: number; height: number }, taken: readonly Box[]): Padding {
  const free = { left: 0, top: 0, right: area.width, bottom: area.height }
  const size = ({ left, top, right, bottom }: typeof free) => (right - left) * (bottom - top)
  for (const box of [...taken].sort((a, b) => b.width * b.height - a.width * a.height)) {
    const [right, bottom] = [box.left + box.width, box.top + box.height]
    const misses =
      right <= free.left || box.left >= free.right || bottom <= free.top || box.top >= free.bottom
    if (misses || box.width <= 0 || box.height <= 0) continue
    const cuts = [
      { ...free, right: box.left },
      { ...free, left: right },
      { ...free, bottom: box.top },
      { ...free, top: bottom },
    ].filter((cut) => cut.right - cut.left >= LEAST.width && cut.bottom - cut.top >= LEAST.height)
    const best = cuts.sort((a, b) => size(b) - size(a))[0]
    if (best) Object.assign(free, best)
  }
  const across = Math.max(0, Math.min(EDGE_PX, (free.right - free.left) / 4))
  const down = Math.max(0, Math.min(EDGE_PX, (free.bottom - free.top) / 4))
  return {
    top: free.top + down,
    right: area.width - free.right + across,
    bottom: area.height - free.bottom + down,
    left: free.left + across,
  }
}

/** Elements that may cover a map: panels, cards, floating windows, docks, buttons and legends. */
const OVER_MAPS = '.map-side, .sos-card, .talk-box, .video-float, .map-corner, .dispatch-search'

/** The padding of a map as it is covered now. */
export function paddingOf(container: HTMLElement): Padding {
  const map = container.getBoundingClientRect()
  const taken = [...document.querySelectorAll(OVER_MAPS)].map((element): Box => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { left: left - map.left, top: top - map.top, width, height }
  })
  return freePadding({ width: map.width, height: map.height }, taken)
}
