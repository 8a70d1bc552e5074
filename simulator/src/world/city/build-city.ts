import { divideQuarter, type Leaf } from './blocks.ts'
import { SHAPES } from './building-shapes.ts'
import { buildLeaf, localFrame, outline } from './buildings.ts'
import { planCells } from './cells.ts'
import { farWoods, nameQuarters, quarterAreas, waterAreas } from './city-areas.ts'
import { clipAtWater } from './clip-water.ts'
import { buildFarm, buildVillage, planVillages } from './countryside.ts'
import { courseLine } from './course.ts'
import { planDensity } from './density.ts'
import { planDistricts } from './districts.ts'
import { planExpressways } from './expressways.ts'
import { buildGraph } from './graph.ts'
import type { Ground } from './ground.ts'
import { planLattice } from './lattice.ts'
import { latticeRoads, secondaryRoads } from './lattice-roads.ts'
import { createNamer, type Namer } from './names.ts'
import { findJunctions } from './noding.ts'
import { PLACE_KINDS, placeName } from './place-kinds.ts'
import { createPlaceList, settleLeaf } from './places.ts'
import type { PlannedRoad } from './planned-road.ts'
import { CITY_CENTRE } from './projection.ts'
import { planRailways } from './railways.ts'
import { planRings, ringRoads } from './rings.ts'
import { riversideRoads } from './riverside.ts'
import { lineRoad } from './road-lines.ts'
import { addLine, createSegmentGrid, isNear, type SegmentGrid } from './segment-grid.ts'
import { placeStations } from './stations.ts'
import type { Area, Building, City, Place, RoadClass } from './types.ts'
import { createWarp, type Warp } from './warp.ts'
import { planWater, RIVER_NAME } from './water.ts'

/** Roads are cut at a barrier in steps of this length. */
const CUT_STEP_M = 8

/** Builds the whole city from its seed: the same seed gives the same bytes. Takes about a second at most. */
export function buildCity(seed: number): City {
  const warp = createWarp(seed)
  const water = planWater(seed)
  const density = planDensity(seed)
  const lattice = planLattice(seed)
  const namer = createNamer(seed, 1)
  const namers = new Map<string, Namer>()
  const namerOf = (kind: Place['kind']) => {
    const held = namers.get(kind)
    if (held) return held
    const made = createNamer(seed, 10 + 4 * Object.keys(PLACE_KINDS).indexOf(kind))
    namers.set(kind, made)
    return made
  }
  const cells = planCells(seed, lattice, density, water)

  const ringPlans = planRings(lattice)
  const rings = ringPlans.flatMap(ringRoads)
  const expressways = planExpressways(seed, rings)
  const railways = planRailways(lattice)
  const riverside = riversideRoads(water, density)
  const ground: Ground = { water, wide: createSegmentGrid(250), slim: createSegmentGrid(250) }
  const barrier = createSegmentGrid(250)
  for (const road of [...rings, ...expressways]) addLine(ground.wide, road.line, 0)
  for (const road of expressways) addLine(barrier, road.line, 0)
  for (const line of railways.lines) {
    addLine(ground.slim, line, 0)
    addLine(barrier, line, 0)
  }
  for (const road of riverside) addLine(ground.slim, road.line, 0)

  const avenues = latticeRoads(seed, lattice, cells, ringPlans, namer)
  const secondaries = secondaryRoads(seed, cells, namer)
  const through = createSegmentGrid(250)
  for (const road of [...rings, ...expressways, ...avenues, ...secondaries, ...riverside])
    addLine(through, road.line, 0)
  const halls = placeStations(railways, through)
  for (const hall of halls) {
    for (const line of hall.footprint) {
      addLine(ground.slim, line, 0)
      addLine(barrier, line, 0)
    }
  }
  const villages = planVillages(
    seed,
    avenues.filter((road) => road.class === 'country'),
    density,
    ground,
    namerOf('village'),
  )

  const list = createPlaceList()
  const areas: Area[] = []
  const leaves: Leaf[] = []
  const lanes: PlannedRoad[] = []
  for (const cell of cells.flat()) {
    const names = nameQuarters(cell, namerOf, warp, list)
    for (const [index, quarter] of cell.quarters.entries()) {
      const entity = (cell.column * 64 + cell.row) * 16 + index
      const plan = divideQuarter(seed, cell, quarter, entity, namer)
      quarterAreas(seed, quarter, entity, plan.leaves, water, warp, names.get(quarter), areas)
      leaves.push(...plan.leaves)
      lanes.push(...plan.roads)
    }
  }

  const planned = [
    ...expressways,
    ...rings,
    ...avenues,
    ...secondaries,
    ...riverside,
    ...lanes.flatMap((road) => cutNear(road, barrier, 26)),
    ...villages.flatMap((village) => village.lanes),
  ]
  const laid = planned.flatMap((road) => clipAtWater(road, water))
  const noding = findJunctions(laid, (a, b, u, v) => joins(a, b) && water.depth(u, v) < 2)
  const lined = noding.roads.map((noded, id) => lineRoad(id, noded, warp))
  const graph = buildGraph(lined, noding.nodeU.length)

  const buildings: Building[] = []
  for (const hall of halls) {
    const ring = outline(
      localFrame(warp, hall.u, hall.v),
      hall.u,
      hall.v,
      hall.widthM,
      hall.depthM,
      hall.angle,
      SHAPES.rectangle,
    )
    buildings.push({ ring, heightM: hall.main ? 32 : 14, kind: 'public' })
    list.add('station', hall.name, warp.x(hall.u, hall.v), warp.y(hall.u, hall.v), hall.main ? 1 : 3)
  }
  for (const [index, leaf] of leaves.entries()) {
    const from = buildings.length
    buildLeaf(seed, leaf, index, density, ground, warp, buildings, areas)
    settleLeaf(seed, leaf, index, buildings.slice(from), namerOf, list)
    const yard = buildFarm(seed, leaf, index, villages, ground, warp, buildings)
    if (yard)
      list.add(
        'farm',
        placeName('farm', namerOf('farm').made()),
        warp.x(yard.u, yard.v),
        warp.y(yard.u, yard.v),
      )
  }
  for (const [index, village] of villages.entries()) {
    buildVillage(seed, village, index, through, warp, buildings)
    areas.push({ kind: 'residential', name: village.name, ring: warp.ring(village.ring, 200) })
    list.add(
      'village',
      village.name,
      warp.x(village.u, village.v),
      warp.y(village.u, village.v),
      village.size > 1.2 ? 4 : 5,
    )
  }
  for (const town of density.towns) {
    const { zh, en } = namerOf('village').made()
    list.add(
      'village',
      { zh: `${zh}镇`, en: `${en} Town` },
      warp.x(town.u, town.v),
      warp.y(town.u, town.v),
      2,
    )
  }
  areas.push(...farWoods(seed, warp), ...waterAreas(water, warp, density.urban))

  return {
    seed,
    name: { zh: '和源市', en: 'Heyuan' },
    longitude: CITY_CENTRE.longitude,
    latitude: CITY_CENTRE.latitude,
    halfSizeM: 10_000,
    roads: lined.map(({ road }) => road),
    graph,
    buildings,
    areas,
    places: list.places,
    districts: planDistricts(cells, warp),
    railways: railways.lines.map((line) => warp.line(line, 250)),
    waterways: [
      { name: RIVER_NAME, line: waterway(courseLine(water.river, -24_000, 24_000, 6), warp) },
      ...water.canals.map(({ course, name }) => ({
        name,
        line: waterway(courseLine(course, -22_000, 22_000, 6), warp),
      })),
    ],
  }
}

const waterway = (line: number[], warp: Warp) => warp.line(line, 400)

/** Expressways meet only the big roads; everything else meets everything. */
function joins(a: RoadClass, b: RoadClass): boolean {
  if (a !== 'expressway' && b !== 'expressway') return true
  const other = a === 'expressway' ? b : a
  return other === 'expressway' || other === 'ring' || other === 'arterial'
}

/** Lanes end where a railway or an expressway is in the way: the stretches of a two-point road that keep clear. */
function cutNear(road: PlannedRoad, barrier: SegmentGrid, clearM: number): PlannedRoad[] {
  const [u0, v0, u1, v1] = [road.line[0]!, road.line[1]!, road.line[2]!, road.line[3]!]
  const length = Math.sqrt((u1 - u0) * (u1 - u0) + (v1 - v0) * (v1 - v0))
  if (!isNear(barrier, (u0 + u1) / 2, (v0 + v1) / 2, length / 2 + clearM)) return [road]
  const steps = Math.max(1, Math.ceil(length / CUT_STEP_M))
  const out: PlannedRoad[] = []
  let start = -1
  for (let i = 0; i <= steps + 1; i++) {
    const t = i / steps
    const free = i <= steps && !isNear(barrier, u0 + (u1 - u0) * t, v0 + (v1 - v0) * t, clearM)
    if (free && start < 0) start = i
    if (free || start < 0) continue
    const [a, b] = [start / steps, (i - 1) / steps]
    start = -1
    if ((b - a) * length < 30) continue
    const at = (s: number) =>
      s === 0 ? [u0, v0] : s === 1 ? [u1, v1] : [u0 + (u1 - u0) * s, v0 + (v1 - v0) * s]
    out.push({ ...road, line: [...at(a), ...at(b)] as number[] })
  }
  return out
}
