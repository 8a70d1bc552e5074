/**
 * The city as data. Positions are local metres: x east, y north of the city's centre (see projection.ts).
 * Everything is a pure function of the seed and is built once; nothing here changes with time.
 */

/** A name in both languages. */
export type Name = { zh: string; en: string }

export type RoadClass = 'expressway' | 'ring' | 'arterial' | 'street' | 'lane' | 'country'

export type Road = {
  id: number
  class: RoadClass
  name: Name
  /** x0,y0,x1,y1,… in local metres. */
  line: Float64Array
  speedLimitKmh: number
  lanes: number
  oneWay: boolean
  /** Index ranges of `line` points that are bridges over water: [from, to] pairs. */
  bridges: readonly (readonly [number, number])[]
}

/** Directed road graph in CSR form: the edges of node n are firstEdge[n] … firstEdge[n + 1] - 1. */
export type RoadGraph = {
  nodeCount: number
  edgeCount: number
  nodeX: Float64Array
  nodeY: Float64Array
  firstEdge: Uint32Array
  edgeTo: Uint32Array
  edgeFrom: Uint32Array
  edgeLengthM: Float64Array
  edgeSpeedKmh: Float32Array
  edgeRoad: Uint32Array
  /** Geometry of edge e: points geometryFirst[e] … geometryFirst[e + 1] - 1 of geometryX/Y, both ends included. */
  geometryFirst: Uint32Array
  geometryX: Float64Array
  geometryY: Float64Array
  /** 1 where the node is a junction with lights or a stop (three or more roads meet). */
  nodeIsJunction: Uint8Array
}

export type Building = {
  /** Outer ring, closed implicitly: x0,y0,… local metres. */
  ring: Float64Array
  heightM: number
  kind: 'residential' | 'commercial' | 'office' | 'industrial' | 'public' | 'rural'
}

export type Area = {
  kind:
    | 'river'
    | 'lake'
    | 'park'
    | 'forest'
    | 'farmland'
    | 'industrial'
    | 'commercial'
    | 'residential'
    | 'campus'
    | 'worksite'
    /** Planted ground between houses. */
    | 'garden'
    /** Trees within a park. */
    | 'grove'
  name?: Name
  ring: Float64Array
}

export type Place = {
  id: number
  kind:
    | 'school'
    | 'university'
    | 'hospital'
    | 'police'
    | 'fire'
    | 'mall'
    | 'hotel'
    | 'restaurant'
    | 'cafe'
    | 'pharmacy'
    | 'bank'
    | 'fuel'
    | 'parking'
    | 'park'
    | 'station'
    | 'stadium'
    | 'museum'
    | 'office'
    | 'factory'
    | 'farm'
    | 'worksite'
    | 'depot'
    | 'village'
  name: Name
  x: number
  y: number
  /** 0 most prominent … 9 least: the zoom from which it is labelled. */
  rank: number
}

export type District = {
  id: number
  name: Name
  ring: Float64Array
  /** Stretches of the boundary shared with districts of a higher id, so that each is there once. */
  borders: readonly Float64Array[]
  x: number
  y: number
}

export type City = {
  seed: number
  name: Name
  /** Centre of the local metres. */
  longitude: number
  latitude: number
  /** Half the side of the built area, metres. */
  halfSizeM: number
  roads: readonly Road[]
  graph: RoadGraph
  buildings: readonly Building[]
  areas: readonly Area[]
  places: readonly Place[]
  districts: readonly District[]
  /** Railway lines, x0,y0,… each. */
  railways: readonly Float64Array[]
  /** Middle lines of rivers and canals, for their labels. */
  waterways: readonly Waterway[]
}

export type Waterway = { name: Name; line: Float64Array }

export type Address = {
  /** Readable address, e.g. 中城区和安大街12号 / 12 Hean Ave, Zhongcheng District. */
  text: Name
  district: Name
  road?: Name
  place?: Name
  /** Distance from the asked position to the road or place named, metres. */
  distanceM: number
}

export type Suggestion = {
  kind: 'place' | 'road' | 'address' | 'district'
  name: Name
  address: Name
  longitude: number
  latitude: number
}
