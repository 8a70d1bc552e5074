export type TrafficWindow = { west: number; south: number; east: number; north: number }

/** Finest cells, degrees; each coarser one is twice as wide. */
const FINEST_DEG = 0.01

/**
 * A window widened to whole cells of a grid whose cells are about half as wide as it: small moves of the map request
 * the same window again.
 */
export function trafficWindow({ west, south, east, north }: TrafficWindow): TrafficWindow {
  const span = Math.max(east - west, north - south)
  const cell = FINEST_DEG * 2 ** Math.max(0, Math.round(Math.log2(span / 2 / FINEST_DEG)))
  const down = (degrees: number) => tidy(Math.floor(degrees / cell) * cell)
  const up = (degrees: number) => tidy(Math.ceil(degrees / cell) * cell)
  return {
    west: Math.max(-180, down(west)),
    south: Math.max(-90, down(south)),
    east: Math.min(180, up(east)),
    north: Math.min(90, up(north)),
  }
}

const tidy = (degrees: number): number => Math.round(degrees * 1e6) / 1e6
