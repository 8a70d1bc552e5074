/** A small city for tests of pictures: a crossing of two avenues, blocks of buildings, a park with a pond. */
import type { Area, Building, City, Road } from '../city/types.ts'
import { uniform } from '../hash.ts'
import { gridCity } from '../traffic/grid-city.test-support.ts'

export function streetCity(): City {
  const base = gridCity(7)
  const roads: Road[] = base.roads.map((road) => ({ ...road, lanes: road.id % 3 === 0 ? 6 : 4 }))
  const buildings: Building[] = []
  const kinds: Building['kind'][] = [
    'residential',
    'office',
    'commercial',
    'public',
    'residential',
    'industrial',
  ]
  for (let bx = -3; bx < 3; bx++) {
    for (let by = -3; by < 3; by++) {
      if (bx === 0 && by === 0) continue
      for (let i = 0; i < 9; i++) {
        const dice = (k: number): number => uniform(5, bx * 16 + by, k, i)
        const x = bx * 200 + 28 + (i % 3) * 54
        const y = by * 200 + 28 + Math.floor(i / 3) * 54
        const w = 26 + dice(1) * 16
        const d = 20 + dice(2) * 18
        const kind = kinds[Math.floor(dice(3) * kinds.length)]!
        const heightM = kind === 'office' ? 30 + dice(4) * 80 : 9 + dice(4) * 34
        buildings.push({ ring: Float64Array.from([x, y, x + w, y, x + w, y + d, x, y + d]), heightM, kind })
      }
    }
  }
  const areas: Area[] = [
    { kind: 'park', ring: Float64Array.from([12, 12, 188, 12, 188, 188, 12, 188]) },
    { kind: 'lake', ring: Float64Array.from([80, 70, 150, 60, 160, 130, 110, 150, 70, 120]) },
  ]
  return { ...base, roads, buildings, areas }
}
