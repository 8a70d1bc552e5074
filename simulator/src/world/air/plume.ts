/** Spread of escaping gas in the air: with the wind along a widening plume, around its source when it is still. */

/** Wind below this carries nothing anywhere, m/s. */
const STILL_MS = 0.7
/** Right at the source the wind does not matter. */
const SOURCE_M = 22

export type Spread = {
  /** Downwind distance after which a plume has thinned to a third, metres. */
  lengthM: number
  /** Distance to which it spreads in all directions. */
  aroundM: number
}

/** Gas stays near the ground and close; smoke goes far; dust lies between. */
export const SPREADS = {
  gas: { lengthM: 320, aroundM: 70 },
  smoke: { lengthM: 700, aroundM: 160 },
  dust: { lengthM: 420, aroundM: 200 },
} as const satisfies Record<string, Spread>

/**
 * Share of the source's strength at (dx, dy) metres from it, 1 at the source: `windFromDeg` clockwise from north.
 */
export function plumeShare(
  spread: Spread,
  dx: number,
  dy: number,
  windSpeedMs: number,
  windFromDeg: number,
): number {
  const square = dx * dx + dy * dy
  const source = Math.exp(-square / (2 * SOURCE_M * SOURCE_M))
  const around = 0.8 * Math.exp(-Math.sqrt(square) / spread.aroundM)
  // In light wind it spreads all round; wind takes that share away.
  const still = around / (1 + (windSpeedMs / STILL_MS) * (windSpeedMs / STILL_MS) * 0.35)
  const from = (windFromDeg * Math.PI) / 180
  const along = -(dx * Math.sin(from) + dy * Math.cos(from))
  let carried = 0
  if (along > 0) {
    const across = dx * Math.cos(from) - dy * Math.sin(from)
    const width = 14 + 0.16 * along
    const thinned = Math.exp(-along / spread.lengthM) / (1 + 0.06 * Math.max(0, windSpeedMs - 1))
    carried =
      thinned * Math.exp(-(across * across) / (2 * width * width)) * Math.min(1, windSpeedMs / STILL_MS)
  }
  return Math.min(1, Math.max(source, still, carried))
}

/** The largest share that any wind brings to (dx, dy) metres from the source. */
export function mostOfPlume(spread: Spread, dx: number, dy: number): number {
  const square = dx * dx + dy * dy
  const distanceM = Math.sqrt(square)
  return Math.max(
    Math.exp(-square / (2 * SOURCE_M * SOURCE_M)),
    0.8 * Math.exp(-distanceM / spread.aroundM),
    Math.exp(-distanceM / spread.lengthM),
  )
}

/** Seconds until gas from the source arrives, downwind. */
export function travelSeconds(dx: number, dy: number, windSpeedMs: number): number {
  return Math.sqrt(dx * dx + dy * dy) / Math.max(0.5, windSpeedMs)
}
