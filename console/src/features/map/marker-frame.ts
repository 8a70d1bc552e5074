import type { Datum } from './datum.ts'

/** All devices of a map by column. A device is its place in these columns from then on. */
export type MarkerColumns = {
  name: string[]
  longitude: Float64Array
  latitude: Float64Array
  /** Seconds. */
  locationTime: Float64Array
  /** km/h. */
  speed: Float32Array
  /** Degrees clockwise from north. */
  direction: Float32Array
  /** See marker-state.ts. */
  bits: Uint8Array
  /** Index into the glyphs of marker-glyphs.ts. */
  glyph: Uint8Array
}

/** New positions of some devices; entry i belongs to device ids[i]. */
export type FixBatch = Pick<
  MarkerColumns,
  'longitude' | 'latitude' | 'locationTime' | 'speed' | 'direction'
> & { ids: Uint32Array }

/** Changed status bits of some devices. */
export type StatusBatch = { ids: Uint32Array; bits: Uint8Array }

/** View of the map: corners in the Mercator square of the display, and MapLibre's zoom. */
export type MarkerView = { west: number; north: number; east: number; south: number; zoom: number }

/** Which devices are shown: bit i of `states` is MARKER_STATES[i], bit i of `glyphs` the glyph i. */
export type MarkerFilter = {
  states: number
  glyphs: number
  /** 1: online ones; 0: the others. */
  online?: 0 | 1
  /** By device: 1 is shown. */
  only?: Uint8Array
}
export const SHOW_ALL: MarkerFilter = { states: 0xff, glyphs: 0xffff }

/** far: aggregates; middle: dots; near: icons with headings and names. */
export type MarkerMode = 'far' | 'middle' | 'near'

/**
 * One picture of the map's markers. Positions are places in the Mercator square of the display, two numbers a marker,
 * relative to `origin` when there is one.
 */
export type MarkerFrame = {
  mode: MarkerMode
  origin: [number, number] | null
  ids: Uint32Array
  positions: Float32Array
  /** Four per marker: state, glyph, heading in radians clockwise from north (−1: none), 1 when emphasised. */
  marks: Float32Array
  /** Places in `ids` of the markers that carry a name. */
  named: Uint32Array
  /** Pairs: place in `ids` of the marker on top of a stack, and the size of the stack. */
  stacks: Uint32Array
  /** Places in `ids` of the markers with an open alarm. */
  alarmed: Uint32Array
  aggregates: Aggregates
  /** Where the tracked device is now, display degrees. */
  tracked: TrackedMarker | null
}

export type Aggregates = {
  /** Cluster ids of `build`. */
  ids: Uint32Array
  build: number
  /** In the Mercator square of the display. */
  positions: Float64Array
  counts: Uint32Array
  /** Five per aggregate: how many of each state. */
  states: Uint32Array
}

export type TrackedMarker = { id: number; longitude: number; latitude: number; state: number }

/** How many located devices there are by state and by glyph. */
export type MarkerCounts = { located: number; byState: number[]; byGlyph: number[] }

export type ToMarkerWorker =
  | { type: 'load'; datum: Datum; columns: MarkerColumns; nowS: number }
  | { type: 'fixes'; batch: FixBatch }
  | { type: 'status'; batch: StatusBatch }
  /** Platform time, sent every few seconds. */
  | { type: 'clock'; nowS: number }
  | { type: 'view'; view: MarkerView }
  | { type: 'filter'; filter: MarkerFilter }
  /** Names beside near markers. */
  | { type: 'names'; shown: boolean }
  /** Which shown devices lie in a ring: x and y of its corners in the Mercator square of the display. */
  | { type: 'within'; request: number; ring: Float64Array }
  | { type: 'track'; id: number | null }
  /** The last frame is on the screen: the next may come `everyMs` after it. */
  | { type: 'drawn'; everyMs: number }
  | { type: 'expand'; build: number; cluster: number }

export type FromMarkerWorker =
  | { type: 'frame'; frame: MarkerFrame }
  | { type: 'counts'; counts: MarkerCounts }
  | { type: 'expanded'; cluster: number; zoom: number }
  | { type: 'within'; request: number; ids: Uint32Array }
