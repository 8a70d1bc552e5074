import type { GpsFix } from '@backlot/contract/devices/entities'
import { MapLibreOverlay } from '@deck.gl/maplibre'
import type { Map as LibreMap } from 'maplibre-gl'
import type { Datum } from './datum.ts'
import { drawGlyphAtlas } from './glyph-atlas.ts'
import { type Hit, HitIndex } from './hit-index.ts'
import { LoadedLetters } from './loaded-letters.ts'
import { MarkerBatches } from './marker-batches.ts'
import {
  type FromMarkerWorker,
  type MarkerColumns,
  type MarkerCounts,
  type MarkerFilter,
  type MarkerFrame,
  SHOW_ALL,
  type ToMarkerWorker,
  type TrackedMarker,
} from './marker-frame.ts'
import { MarkerLayers } from './marker-layers.ts'
import { MARKER_LOOKS, type MapTheme } from './marker-look.ts'
import { MARKER_STATES, type MarkerState } from './marker-state.ts'
import MarkerWorker from './marker-worker.ts?worker'
import { type LngLat, mercatorX, mercatorY } from './mercator.ts'

/** Deck gets new props at most this often; new fixes reach the worker at most this often. */
const DRAW_MS = 100
const PULSE_MS = 1800

export type MarkerOverlayEvents = {
  onCounts(counts: MarkerCounts): void
  /** The tracked device moved on the screen, or cannot be shown. */
  onTracked(tracked: TrackedMarker | null): void
  onError(error: Error): void
}

/** A marker as it is on the screen: display degrees and the name of its state. */
export type ShownMarker = { longitude: number; latitude: number; state: MarkerState }

/**
 * Markers over a map: sends what is known to the worker and draws its frames with deck.gl, outside React, from one
 * animation frame at 10 Hz or less.
 */
export class MarkerOverlay {
  readonly #map: LibreMap
  readonly #events: MarkerOverlayEvents
  readonly #worker = new MarkerWorker({ name: 'markers' })
  readonly #overlay: MapLibreOverlay
  readonly #layers = new MarkerLayers(drawGlyphAtlas())
  readonly #letters = new LoadedLetters(() => this.#ask())
  readonly #batches = new MarkerBatches()
  readonly #reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  #names: readonly string[] = []
  #theme: MapTheme
  #filter: MarkerFilter = SHOW_ALL
  #viewTimer: ReturnType<typeof setTimeout> | undefined
  #frame: MarkerFrame | undefined
  #fresh = false
  #hits: HitIndex | undefined
  #asked = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #flushTimer: ReturnType<typeof setTimeout> | undefined
  #drawnMs = 0
  #expanding: { longitude: number; latitude: number } | undefined
  #removed = false
  #named = true
  #requests = 0
  readonly #within = new Map<number, (ids: number[]) => void>()

  constructor(map: LibreMap, theme: MapTheme, events: MarkerOverlayEvents) {
    this.#map = map
    this.#theme = theme
    this.#events = events
    this.#overlay = new MapLibreOverlay({
      interleaved: false,
      layers: [],
      onError: (error: Error) => events.onError(error),
    })
    map.addControl(this.#overlay)
    map.on('move', this.#viewSoon)
    map.on('resize', this.#sendView)
    this.#worker.addEventListener('message', (event: MessageEvent<FromMarkerWorker>) =>
      this.#take(event.data),
    )
    this.#worker.addEventListener('error', (event) => events.onError(new Error(event.message)))
  }

  /** Replaces all devices. Ids of every other method are places in these columns. */
  load(datum: Datum, columns: MarkerColumns, nowS: number): void {
    this.#names = columns.name
    this.#batches.clear()
    this.#post({ type: 'load', datum, columns, nowS })
    this.#post({ type: 'filter', filter: this.#filter })
    this.#post({ type: 'names', shown: this.#named })
    this.#sendView()
  }

  applyFix(id: number, fix: GpsFix): void {
    this.#batches.addFix(id, fix)
    this.#flushSoon()
  }

  applyStatus(id: number, bits: number): void {
    this.#batches.addStatus(id, bits)
    this.#flushSoon()
  }

  /** Tells platform time, seconds; positions grow stale by it. */
  setClock(nowS: number): void {
    this.#post({ type: 'clock', nowS })
  }

  setFilter(filter: MarkerFilter): void {
    this.#filter = filter
    this.#post({ type: 'filter', filter })
  }

  /** Names beside near markers, or none. */
  setNames(shown: boolean): void {
    this.#named = shown
    this.#post({ type: 'names', shown })
  }

  /** Shown devices inside a ring of display positions. */
  within(ring: readonly LngLat[]): Promise<number[]> {
    const corners = Float64Array.from(ring.flatMap(([lng, lat]) => [mercatorX(lng), mercatorY(lat)]))
    const request = ++this.#requests
    return new Promise((resolve) => {
      this.#within.set(request, resolve)
      this.#post({ type: 'within', request, ring: corners })
    })
  }

  /** Emphasises one device and reports where it is; null ends that. */
  track(id: number | null): void {
    this.#post({ type: 'track', id })
  }

  setTheme(theme: MapTheme): void {
    this.#theme = theme
    this.#fresh = this.#frame !== undefined
    this.#ask()
  }

  /** What lies under a point of the map's canvas. */
  hit(point: { x: number; y: number }): Hit | undefined {
    if (!this.#frame) return undefined
    this.#hits ??= new HitIndex(this.#frame)
    const { lng, lat } = this.#map.unproject([point.x, point.y])
    return this.#hits.at(lng, lat, this.#map.getZoom())
  }

  /** Counts by state of an aggregate that was hit. */
  aggregateStates(place: number): number[] {
    const states = this.#frame?.aggregates.states
    const from = place * MARKER_STATES.length
    return states ? [...states.subarray(from, from + MARKER_STATES.length)] : []
  }

  /** Zooms in until an aggregate falls apart. */
  expand(hit: Extract<Hit, { kind: 'aggregate' }>): void {
    const positions = this.#frame?.aggregates.positions
    if (!positions) return
    this.#expanding = {
      longitude: positions[hit.place * 2] as number,
      latitude: positions[hit.place * 2 + 1] as number,
    }
    this.#post({ type: 'expand', build: hit.build, cluster: hit.cluster })
  }

  /** Where a device's marker stands now; undefined when it is gathered, filtered out or out of view. */
  shown(id: number): ShownMarker | undefined {
    const frame = this.#frame
    const place = frame?.ids.indexOf(id) ?? -1
    if (!frame || place < 0) return undefined
    return {
      longitude: (frame.positions[place * 2] as number) + (frame.origin?.[0] ?? 0),
      latitude: (frame.positions[place * 2 + 1] as number) + (frame.origin?.[1] ?? 0),
      state: MARKER_STATES[frame.marks[place * 4] as number] as MarkerState,
    }
  }

  remove(): void {
    this.#removed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#flushTimer)
    clearTimeout(this.#viewTimer)
    cancelAnimationFrame(this.#asked)
    this.#worker.terminate()
    this.#map.off('move', this.#viewSoon)
    this.#map.off('resize', this.#sendView)
    this.#map.removeControl(this.#overlay)
  }

  /** A map in motion tells its view at the pace of frames. */
  readonly #viewSoon = (): void => {
    this.#viewTimer ??= setTimeout(() => {
      this.#viewTimer = undefined
      this.#sendView()
    }, DRAW_MS)
  }

  readonly #sendView = (): void => {
    const bounds = this.#map.getBounds()
    this.#post({
      type: 'view',
      view: {
        west: mercatorX(bounds.getWest()),
        east: mercatorX(bounds.getEast()),
        north: mercatorY(bounds.getNorth()),
        south: mercatorY(bounds.getSouth()),
        zoom: this.#map.getZoom(),
      },
    })
  }

  #post(message: ToMarkerWorker): void {
    if (!this.#removed) this.#worker.postMessage(message)
  }

  #take(message: FromMarkerWorker): void {
    if (this.#removed) return
    if (message.type === 'counts') this.#events.onCounts(message.counts)
    else if (message.type === 'frame') {
      this.#frame = withKnownAggregates(message.frame, this.#frame)
      this.#hits = undefined
      this.#fresh = true
      this.#ask()
    } else if (message.type === 'within') {
      this.#within.get(message.request)?.([...message.ids])
      this.#within.delete(message.request)
    } else if (this.#expanding) {
      const { longitude, latitude } = this.#expanding
      this.#expanding = undefined
      this.#map.easeTo({ center: [longitude, latitude], zoom: Math.min(message.zoom + 0.3, 18) })
    }
  }

  #flushSoon(): void {
    this.#flushTimer ??= setTimeout(() => {
      this.#flushTimer = undefined
      this.#flush()
    }, DRAW_MS)
  }

  #flush(): void {
    const { fixes, status } = this.#batches.take()
    if (fixes) this.#post({ type: 'fixes', batch: fixes })
    if (status) this.#post({ type: 'status', batch: status })
  }

  /** Draws in the next animation frame that is at least DRAW_MS after the last. */
  #ask(): void {
    if (this.#asked !== 0 || this.#timer !== undefined || this.#removed) return
    const wait = DRAW_MS - (performance.now() - this.#drawnMs)
    if (wait > 4) {
      this.#timer = setTimeout(() => {
        this.#timer = undefined
        this.#ask()
      }, wait)
      return
    }
    this.#asked = requestAnimationFrame(this.#draw)
  }

  readonly #draw = (nowMs: number): void => {
    this.#asked = 0
    const frame = this.#frame
    if (!frame || this.#removed) return
    this.#drawnMs = performance.now()
    const phase = this.#reducedMotion ? 0.25 : (nowMs % PULSE_MS) / PULSE_MS
    const layers = this.#layers.of(frame, MARKER_LOOKS[this.#theme], phase, (id) =>
      this.#letters.ready(this.#names[id] ?? ''),
    )
    this.#overlay.setProps({ layers })
    if (this.#fresh) {
      this.#fresh = false
      this.#events.onTracked(frame.tracked)
      this.#post({ type: 'drawn' })
    }
    if (frame.alarmed.length > 0 && !this.#reducedMotion) this.#ask()
  }
}

/** Aggregates that were read once keep their object, and so their layers. */
function withKnownAggregates(frame: MarkerFrame, before: MarkerFrame | undefined): MarkerFrame {
  if (frame.aggregates.reading !== before?.aggregates.reading) return frame
  return { ...frame, aggregates: before.aggregates }
}
