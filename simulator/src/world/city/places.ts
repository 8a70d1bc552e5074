import type { Leaf } from './blocks.ts'
import { createDice } from './dice.ts'
import type { Namer } from './names.ts'
import { PLACE_KINDS, PLACES_BY_USE, placeName } from './place-kinds.ts'
import { ringMiddle } from './polygon.ts'
import type { Building, Name, Place } from './types.ts'

export type PlaceList = {
  places: Place[]
  add(kind: Place['kind'], name: Name, x: number, y: number, rank?: number): void
}

export function createPlaceList(): PlaceList {
  const places: Place[] = []
  return {
    places,
    add(kind, name, x, y, rank = PLACE_KINDS[kind].rank) {
      places.push({ id: places.length, kind, name, x, y, rank })
    },
  }
}

const PUBLIC: readonly Place['kind'][] = ['school', 'hospital', 'police', 'fire', 'museum', 'station']
const BIG: readonly Place['kind'][] = ['mall', 'hospital', 'museum']

/** Puts shops, schools and the like into the buildings of one block (so none is on a carriageway). */
export function settleLeaf(
  seed: number,
  leaf: Leaf,
  index: number,
  buildings: readonly Building[],
  namerOf: (kind: Place['kind']) => Namer,
  list: PlaceList,
): void {
  if (!buildings.length) return
  const dice = createDice(seed, index, 341)
  const taken = new Set<number>()
  for (const [kind, often] of PLACES_BY_USE[leaf.use] ?? []) {
    if (!dice.chance(often)) continue
    const pick = BIG.includes(kind) ? largest(buildings, taken) : dice.index(buildings.length)
    if (taken.has(pick)) continue
    taken.add(pick)
    const building = buildings[pick]!
    if (PUBLIC.includes(kind)) building.kind = 'public'
    const [x, y] = ringMiddle(building.ring)
    const namer = namerOf(kind)
    const stem = BIG.includes(kind) || kind === 'office' || kind === 'hotel' ? namer.classic() : namer.made()
    list.add(kind, placeName(kind, stem), x, y)
  }
}

function largest(buildings: readonly Building[], taken: ReadonlySet<number>): number {
  let best = 0
  let most = -1
  for (const [i, { ring }] of buildings.entries()) {
    if (taken.has(i)) continue
    const dx = ring[2]! - ring[0]!
    const dy = ring[3]! - ring[1]!
    const size = dx * dx + dy * dy
    if (size <= most) continue
    most = size
    best = i
  }
  return best
}
