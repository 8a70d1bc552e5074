/** Buildings of the picture beside the sign-in form, drawn from a fixed seed so that everybody meets the same city. */
export type Building = {
  x: number
  width: number
  height: number
  /** Lit windows as [column, row]. */
  windows: readonly [number, number][]
  columns: number
  rows: number
  mast: boolean
}

/** Small reproducible generator (mulberry32), 0 to 1. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A row of buildings over `width`; heights swell towards `peak` (0 to 1 of the width). */
export function buildingRow(row: {
  seed: number
  width: number
  minHeight: number
  maxHeight: number
  minWidth: number
  maxWidth: number
  peak: number
  litShare: number
}): Building[] {
  const roll = dice(row.seed)
  const buildings: Building[] = []
  for (let x = -10; x < row.width; ) {
    const width = Math.round(row.minWidth + roll() * (row.maxWidth - row.minWidth))
    const away = Math.abs((x + width / 2) / row.width - row.peak)
    const swell = Math.max(0, 1 - away * 1.7)
    const height = Math.round(
      row.minHeight + (row.maxHeight - row.minHeight) * (0.25 + 0.75 * swell) * (0.35 + 0.65 * roll()),
    )
    const columns = Math.max(1, Math.floor((width - 6) / 9))
    const rows = Math.max(1, Math.floor((height - 12) / 12))
    const windows: [number, number][] = []
    for (let c = 0; c < columns; c += 1) {
      for (let r = 0; r < rows; r += 1) if (roll() < row.litShare) windows.push([c, r])
    }
    buildings.push({
      x,
      width,
      height,
      windows,
      columns,
      rows,
      mast: height > row.maxHeight * 0.7 && roll() < 0.6,
    })
    x += width + Math.round(roll() * 5)
  }
  return buildings
}
