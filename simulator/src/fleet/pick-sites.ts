/** Choosing places for devices: spread out, weighted, and the same for a seed whatever else the scenario holds. */
import { uniform } from '../world/hash.ts'

export type Candidate = { x: number; y: number; weight: number }

const STREAM = 901

/**
 * Picks `count` of the candidates, heavier ones sooner, at least `spacingM` apart while possible. With fewer candidates
 * than devices they are reused in the same order.
 */
export function pickSites<T extends Candidate>(
  seed: number,
  entity: number,
  candidates: readonly T[],
  count: number,
  spacingM: number,
): T[] {
  const ranked = candidates
    .map((candidate, index) => ({
      candidate,
      // Exponential race: the chance to come first is proportional to the weight.
      rank: -Math.log(1 - uniform(seed, entity, STREAM, index)) / Math.max(1e-6, candidate.weight),
    }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ candidate }) => candidate)
  if (ranked.length === 0) return []
  const picked: T[] = []
  let left = ranked
  for (
    let spacing = spacingM;
    left.length > 0 && picked.length < count;
    spacing = spacing > 20 ? spacing / 2 : 0
  ) {
    const cells = new Map<string, T[]>()
    for (const site of picked) occupy(cells, site, spacing)
    const passed: T[] = []
    for (const site of left) {
      if (picked.length >= count) break
      if (spacing > 0 && isCrowded(cells, site, spacing)) passed.push(site)
      else {
        picked.push(site)
        occupy(cells, site, spacing)
      }
    }
    left = passed
  }
  for (let again = 0; picked.length < count; again++) picked.push(ranked[again % ranked.length]!)
  return picked
}

function cellOf(site: Candidate, spacing: number): [number, number] {
  return spacing > 0 ? [Math.floor(site.x / spacing), Math.floor(site.y / spacing)] : [0, 0]
}

function occupy<T extends Candidate>(cells: Map<string, T[]>, site: T, spacing: number): void {
  if (spacing === 0) return
  const key = cellOf(site, spacing).join(',')
  const cell = cells.get(key)
  if (cell) cell.push(site)
  else cells.set(key, [site])
}

function isCrowded<T extends Candidate>(cells: Map<string, T[]>, site: T, spacing: number): boolean {
  const [column, row] = cellOf(site, spacing)
  for (let c = column - 1; c <= column + 1; c++) {
    for (let r = row - 1; r <= row + 1; r++) {
      for (const other of cells.get(`${c},${r}`) ?? []) {
        const dx = other.x - site.x
        const dy = other.y - site.y
        if (dx * dx + dy * dy < spacing * spacing) return true
      }
    }
  }
  return false
}
