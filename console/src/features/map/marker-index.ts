import { type ClusterPoint, MarkerClusters, NO_AGGREGATES } from './marker-clusters.ts'
import {
  type Aggregates,
  type FixBatch,
  type MarkerFilter,
  type MarkerFrame,
  type MarkerMode,
  type MarkerView,
  SHOW_ALL,
  type StatusBatch,
} from './marker-frame.ts'
import { MOVING_BIT, ONLINE_BIT, STATE_INDEX } from './marker-state.ts'
import type { MarkerStore } from './marker-store.ts'
import { latitudeOf, longitudeOf } from './mercator.ts'
import { type MarkerTexts, NameChooser } from './name-chooser.ts'
import { boundsOf, isInside } from './ring.ts'

/** Below this zoom devices are gathered; from the second on they carry icons and names. */
const MIDDLE_ZOOM = 12.25
const NEAR_ZOOM = 14.75
/** More markers than this in a view are gathered at any zoom; more than the second get no icons. */
const MOST_DOTS = 3000
const MOST_ICONS = 700
/** Fewer devices than this on the whole map are never gathered. */
const FEW = 40
/** Shipped beyond each edge of the view, as a share of its side: 30 % more in all. */
const MARGIN = 0.15
const REBUILD_MS = 3000
/** A far view at rest is redrawn at most this often. */
const FAR_FRAME_MS = 500
/** In a far view, open alarms stand out singly up to this many. */
const MOST_FAR_ALARMS = 12
/** Below this zoom a view is too wide for offsets from an origin. */
const OFFSET_ZOOM = 9
/** Steps a side of the grid of origins, about 1.2 km apart at the equator. */
const ORIGIN_STEPS = 2 ** 15

/**
 * The markers of one map: answers frames for a view. Pure: time comes in as milliseconds of any steady clock, platform
 * time is the store's `nowS`.
 */
export class MarkerIndex {
  readonly store: MarkerStore
  readonly clusters = new MarkerClusters()
  #filter: MarkerFilter = SHOW_ALL
  #view: MarkerView | undefined
  #wide: MarkerView | undefined
  #tracked: number | null = null
  #named = true
  #changed = true
  #urgent = true
  #farMs = Number.NEGATIVE_INFINITY
  #clustersStale = true
  #builtMs = Number.NEGATIVE_INFINITY
  readonly #names: NameChooser
  readonly #at = new Float64Array(2)

  constructor(store: MarkerStore) {
    this.store = store
    this.#names = new NameChooser(store)
  }

  applyFixes(batch: FixBatch, nowMs: number): void {
    if (this.store.applyFixes(batch, nowMs) > 0) this.#stale()
  }

  applyStatus(batch: StatusBatch): void {
    this.store.applyStatus(batch)
    this.#stale()
  }

  setClock(nowS: number): void {
    this.store.nowS = nowS
    this.#stale()
  }

  setView(view: MarkerView): void {
    this.#view = view
    this.#wide = widened(view)
    this.#urgent = true
    this.#names.expire()
  }

  setFilter(filter: MarkerFilter): void {
    this.#filter = filter
    this.#urgent = true
    this.#builtMs = Number.NEGATIVE_INFINITY
    this.#names.expire()
    this.#stale()
  }

  /** Names beside near markers, or none. */
  setNames(shown: boolean): void {
    this.#named = shown
    this.#urgent = true
  }

  /** Shown devices whose newest fix lies in a ring (x and y of its corners, Mercator square). */
  within(ring: Float64Array): number[] {
    const { store } = this
    const [west, north, east, south] = boundsOf(ring)
    const ids: number[] = []
    store.grid.visit(west, north, east, south, (id) => {
      if (isInside(ring, store.x[id] as number, store.y[id] as number) && this.#passes(id)) ids.push(id)
    })
    return ids.sort((a, b) => a - b)
  }

  track(id: number | null): void {
    this.#tracked = id
    this.#urgent = true
    this.#names.expire()
  }

  /** Whether a later frame would differ from the last. */
  get pending(): boolean {
    return this.#view !== undefined && (this.#changed || this.#urgent)
  }

  /** The picture at `nowMs`, or undefined while nothing changed and nothing moves (or a far view may wait). */
  frame(nowMs: number): MarkerFrame | undefined {
    if (!this.#view || !this.pending) return undefined
    if (!this.#urgent && nowMs - this.#farMs < FAR_FRAME_MS) return undefined
    this.#changed = false
    this.#urgent = false
    const wide = this.#wide as MarkerView
    let ids = this.#shownIn(wide)
    let mode = this.#modeFor(ids.length)
    let aggregates: Aggregates = NO_AGGREGATES
    if (mode === 'far') {
      this.#farMs = nowMs
      const far = this.#far(wide, ids, nowMs)
      ids = far.ids
      aggregates = far.aggregates
    }
    if (mode !== 'far') this.#farMs = Number.NEGATIVE_INFINITY
    if (mode === 'near' && ids.length > MOST_ICONS) mode = 'middle'
    return this.#compose(mode, ids, aggregates, nowMs)
  }

  /** Every shown device whose newest fix lies in a window, in no order. */
  #shownIn(view: MarkerView): number[] {
    const { store } = this
    const ids: number[] = []
    store.grid.visit(view.west, view.north, view.east, view.south, (id) => {
      const x = store.x[id] as number
      const y = store.y[id] as number
      if (x < view.west || x > view.east || y < view.north || y > view.south) return
      if (this.#passes(id)) ids.push(id)
    })
    return ids
  }

  #passes(id: number): boolean {
    const { states, glyphs, online, only } = this.#filter
    const { bits, glyph } = this.store.columns
    return (
      id === this.#tracked ||
      (((states >> this.store.stateAt(id)) & 1) === 1 &&
        ((glyphs >> (glyph[id] as number)) & 1) === 1 &&
        (online === undefined || ((bits[id] as number) & ONLINE_BIT) === online) &&
        (only === undefined || only[id] === 1))
    )
  }

  #modeFor(inView: number): MarkerMode {
    const zoom = this.#view?.zoom ?? 0
    if (inView > MOST_DOTS) return 'far'
    if (zoom < MIDDLE_ZOOM) return this.store.count > FEW ? 'far' : 'middle'
    return zoom < NEAR_ZOOM ? 'middle' : 'near'
  }

  #far(view: MarkerView, inView: number[], nowMs: number): { ids: number[]; aggregates: Aggregates } {
    if (this.#clustersStale && nowMs - this.#builtMs >= REBUILD_MS) {
      this.clusters.rebuild(this.#shownPoints())
      this.#clustersStale = false
      this.#builtMs = nowMs
    }
    if (this.#clustersStale) this.#changed = true
    const { alone, aggregates } = this.clusters.read(view)
    const ids = new Set(alone.filter((id) => this.#passes(id)))
    const alarms = inView.filter((id) => this.store.stateAt(id) === STATE_INDEX.alarm)
    if (alarms.length <= MOST_FAR_ALARMS) for (const id of alarms) ids.add(id)
    if (this.#tracked !== null && this.store.located[this.#tracked]) ids.add(this.#tracked)
    return { ids: [...ids], aggregates }
  }

  *#shownPoints(): Generator<ClusterPoint> {
    const { store } = this
    for (let id = 0; id < store.count; id++) {
      if (store.located[id] === 0 || !this.#passes(id)) continue
      yield { id, x: store.x[id] as number, y: store.y[id] as number, state: store.stateAt(id) }
    }
  }

  #compose(mode: MarkerMode, ids: number[], aggregates: Aggregates, nowMs: number): MarkerFrame {
    const { store } = this
    const view = this.#view as MarkerView
    const states = new Map(ids.map((id) => [id, store.stateAt(id)]))
    const rankOf = (id: number) => (id === this.#tracked ? 100 : (states.get(id) as number))
    ids.sort((a, b) => rankOf(a) - rankOf(b) || a - b)
    const origin = originOf(view)
    const positions = new Float32Array(ids.length * 2)
    const marks = new Float32Array(ids.length * 4)
    const alarmed: number[] = []
    for (const [i, id] of ids.entries()) {
      if (this.#shownAt(id, nowMs)) this.#changed = true
      positions[i * 2] = (this.#at[0] as number) - (origin?.[0] ?? 0)
      positions[i * 2 + 1] = (this.#at[1] as number) - (origin?.[1] ?? 0)
      const state = states.get(id) as number
      if (state === STATE_INDEX.alarm) alarmed.push(i)
      marks[i * 4] = state
      marks[i * 4 + 1] = store.columns.glyph[id] as number
      marks[i * 4 + 2] = this.#headingOf(id, state)
      marks[i * 4 + 3] = id === this.#tracked ? 1 : 0
    }
    const texts = this.#textsAmong(mode, ids, positions, nowMs)
    return {
      mode,
      origin,
      ids: Uint32Array.from(ids),
      positions,
      marks,
      named: Uint32Array.from(texts.named),
      stacks: Uint32Array.from(texts.stacks),
      alarmed: Uint32Array.from(alarmed),
      aggregates,
      tracked: this.#trackedAt(nowMs),
    }
  }

  /** In near views the names for which there is room, and the sizes of stacks; elsewhere the tracked one's name. */
  #textsAmong(mode: MarkerMode, ids: number[], positions: Float32Array, nowMs: number): MarkerTexts {
    const tracked = this.#tracked
    if (mode === 'near') {
      const zoom = this.#view?.zoom ?? 0
      return this.#names.among({ ids, positions, zoom, tracked }, this.#named, nowMs)
    }
    const at = tracked === null ? -1 : ids.indexOf(tracked)
    return { named: at < 0 ? [] : [at], stacks: [] }
  }

  #headingOf(id: number, state: number): number {
    const { bits, direction } = this.store.columns
    const moves = ((bits[id] as number) & MOVING_BIT) !== 0
    if (!moves || state === STATE_INDEX.offline || state === STATE_INDEX.gpsLost) return -1
    return ((((direction[id] as number) % 360) + 360) % 360) * (Math.PI / 180)
  }

  #trackedAt(nowMs: number): MarkerFrame['tracked'] {
    const id = this.#tracked
    if (id === null || this.store.located[id] !== 1) return null
    if (this.#shownAt(id, nowMs)) this.#changed = true
    return {
      id,
      longitude: longitudeOf(this.#at[0] as number),
      latitude: latitudeOf(this.#at[1] as number),
      state: this.store.stateAt(id),
    }
  }

  #shownAt(id: number, nowMs: number): boolean {
    const { store } = this
    return store.motion.at(id, store.x[id] as number, store.y[id] as number, nowMs, this.#at)
  }

  #stale(): void {
    this.#changed = true
    this.#clustersStale = true
  }
}

function widened(view: MarkerView): MarkerView {
  const dx = (view.east - view.west) * MARGIN
  const dy = (view.south - view.north) * MARGIN
  return {
    west: view.west - dx,
    north: view.north - dy,
    east: view.east + dx,
    south: view.south + dy,
    zoom: view.zoom,
  }
}

/** Origin of the offsets of a view: its centre, rounded so that it does not move with every pixel of a pan. */
function originOf(view: MarkerView): [number, number] | null {
  if (view.zoom < OFFSET_ZOOM) return null
  const round = (value: number) => Math.round(value * ORIGIN_STEPS) / ORIGIN_STEPS
  return [round((view.west + view.east) / 2), round((view.north + view.south) / 2)]
}
