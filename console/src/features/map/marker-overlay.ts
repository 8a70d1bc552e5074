import type { GpsFix } from '@backlot/contract/devices/entities'
import type { Map as LibreMap } from 'maplibre-gl'
import { chunkLoader } from '../../platform/chunk-loader.ts'
import type { Datum } from './datum.ts'
import { DeckOverlay } from './deck/deck-overlay.ts'
import { MarkerPicture } from './deck/marker-picture.ts'
import { type Hit, HitIndex } from './hit-index.ts'
import { LoadedLetters } from './loaded-letters.ts'
import { buffersOfFixes, MarkerBatches } from './marker-batches.ts'
import {
  type FromMarkerWorker,
  type MarkerColumns,
  type MarkerCounts,
  type MarkerFilter,
  type MarkerFrame,
  type MarkerView,
  SHOW_ALL,
  type ToMarkerWorker,
  type TrackedMarker,
} from './marker-frame.ts'
import { MARKER_LOOKS, type MapTheme } from './marker-look.ts'
import { MARKER_STATES, type MarkerState } from './marker-state.ts'
import workerUrl from './marker-worker.ts?worker&url'
import { type LngLat, latitudeOf, longitudeOf, mercatorX, mercatorY } from './mercator.ts'

/** New fixes and the view of a map in motion reach the worker at most this often. */
const TELL_MS = 100
const PULSE_MS = 1800
/** A pan sends its view when it has moved this share of the view's width: within the part shipped beyond the edges. */
const VIEW_STEP = 0.06

const WORKER_URL = new URL(workerUrl, location.href).href
await chunkLoader.fetchAhead(WORKER_URL)
// It starts while the map's ground is drawn.
let readyWorker: Worker | undefined = startWorker()

function startWorker(): Worker {
  return new Worker(WORKER_URL, { name: 'markers', type: 'module' })
}

function takeWorker(): Worker {
  const worker = readyWorker ?? startWorker()
  readyWorker = undefined
  return worker
}

export type MarkerOverlayEvents = {
  onCounts(counts: MarkerCounts): void
  /** The tracked device moved on the screen, or cannot be shown. */
  onTracked(tracked: TrackedMarker | null): void
  onError(error: Error): void
}

/** A marker as it is on the screen: display degrees and the name of its state. */
export type ShownMarker = { longitude: number; latitude: number; state: MarkerState }

/**
 * Markers over a map: sends known states to the worker and has its frames drawn, outside React, at 10 Hz or as much
 * less as the GPU needs; a map in motion takes the last one with it. Queries are answered by the frame on the screen,
 * not by one that waits to be drawn.
 */
export class MarkerOverlay {
  readonly #map: LibreMap
  readonly #events: MarkerOverlayEvents
  readonly #worker = takeWorker()
  readonly #deck: DeckOverlay<MarkerPicture>
  readonly #letters = new LoadedLetters(() => this.#askAnew())
  readonly #batches = new MarkerBatches()
  readonly #reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  #names: readonly string[] = []
  #theme: MapTheme
  #filter: MarkerFilter = SHOW_ALL
  #viewTimer: ReturnType<typeof setTimeout> | undefined
  /** The view last sent to the worker. */
  #sent: MarkerView | undefined
  /** The worker's newest. */
  #frame: MarkerFrame | undefined
  /** The shown picture is out of date: a frame, a look or letters are new. */
  #fresh = false
  /** A frame came that has not been shown, and one whose drawing has not been reported to the worker. */
  #unseen = false
  #undrawn = false
  #hits: { frame: MarkerFrame; index: HitIndex } | undefined
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
    this.#deck = new DeckOverlay<MarkerPicture>(map, {
      onShown: ({ frame }) => this.#noteShown(frame),
      onDrawn: ({ frame }) => this.#noteDrawn(frame),
      onError: (error) => events.onError(error),
    })
    map.on('move', this.#viewSoon)
    map.on('moveend', this.#sendView)
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
    this.#sent = undefined
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

  /** Sets platform time, seconds; positions grow stale by it. */
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
    this.#askAnew()
  }

  /** Marker under a point of the map's canvas. */
  hit(point: { x: number; y: number }): Hit | undefined {
    const frame = this.#deck.shown?.frame
    if (!frame) return undefined
    if (this.#hits?.frame !== frame) this.#hits = { frame, index: new HitIndex(frame) }
    const { lng, lat } = this.#map.unproject([point.x, point.y])
    return this.#hits.index.at(lng, lat, this.#map.getZoom())
  }

  /** Counts by state of an aggregate that was hit. */
  aggregateStates(place: number): number[] {
    const states = this.#deck.shown?.frame.aggregates.states
    const from = place * MARKER_STATES.length
    return states ? [...states.subarray(from, from + MARKER_STATES.length)] : []
  }

  /** Zooms in until an aggregate falls apart. */
  expand(hit: Extract<Hit, { kind: 'aggregate' }>): void {
    const positions = this.#deck.shown?.frame.aggregates.positions
    if (!positions) return
    this.#expanding = {
      longitude: longitudeOf(positions[hit.place * 2] as number),
      latitude: latitudeOf(positions[hit.place * 2 + 1] as number),
    }
    this.#post({ type: 'expand', build: hit.build, cluster: hit.cluster })
  }

  /** Present position of a device's marker; undefined when it is aggregated, filtered out or out of view. */
  shown(id: number): ShownMarker | undefined {
    const frame = this.#deck.shown?.frame
    const place = frame?.ids.indexOf(id) ?? -1
    if (!frame || place < 0) return undefined
    return {
      longitude: longitudeOf((frame.positions[place * 2] as number) + (frame.origin?.[0] ?? 0)),
      latitude: latitudeOf((frame.positions[place * 2 + 1] as number) + (frame.origin?.[1] ?? 0)),
      state: MARKER_STATES[frame.marks[place * 4] as number] as MarkerState,
    }
  }

  /** Whether everything that came from the worker is on the screen, drawn for where the map is now. */
  get isCurrent(): boolean {
    return !this.#fresh && this.#deck.isCurrent
  }

  remove(): void {
    this.#removed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#flushTimer)
    clearTimeout(this.#viewTimer)
    cancelAnimationFrame(this.#asked)
    this.#worker.terminate()
    this.#map.off('move', this.#viewSoon)
    this.#map.off('moveend', this.#sendView)
    this.#map.off('resize', this.#sendView)
    this.#deck.remove()
  }

  /** A map in motion sends its view at the pace of frames, once it has moved some way from the last. */
  readonly #viewSoon = (): void => {
    this.#viewTimer ??= setTimeout(() => {
      this.#viewTimer = undefined
      const [now, sent] = [this.#view(), this.#sent]
      const side = now.east - now.west
      if (!sent || now.zoom !== sent.zoom || awayBy(now, sent) > VIEW_STEP * side) this.#sendView()
    }, TELL_MS)
  }

  readonly #sendView = (): void => {
    const view = this.#view()
    const { zoom, west, north, east, south } = this.#sent ?? {}
    this.#sent = view
    const same =
      view.zoom === zoom &&
      view.west === west &&
      view.north === north &&
      view.east === east &&
      view.south === south
    if (!same) this.#post({ type: 'view', view })
  }

  #view(): MarkerView {
    const bounds = this.#map.getBounds()
    return {
      west: mercatorX(bounds.getWest()),
      east: mercatorX(bounds.getEast()),
      north: mercatorY(bounds.getNorth()),
      south: mercatorY(bounds.getSouth()),
      zoom: this.#map.getZoom(),
    }
  }

  #post(message: ToMarkerWorker, handedOver: ArrayBuffer[] = []): void {
    if (!this.#removed) this.#worker.postMessage(message, handedOver)
  }

  #take(message: FromMarkerWorker): void {
    if (this.#removed) return
    if (message.type === 'counts') this.#events.onCounts(message.counts)
    else if (message.type === 'frame') {
      this.#frame = message.frame
      this.#unseen = true
      this.#undrawn = true
      this.#askAnew()
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
    }, TELL_MS)
  }

  #flush(): void {
    const { fixes, status } = this.#batches.take()
    if (fixes) this.#post({ type: 'fixes', batch: fixes }, buffersOfFixes(fixes))
    if (status) this.#post({ type: 'status', batch: status })
  }

  #askAnew(): void {
    this.#fresh = true
    this.#ask()
  }

  /** Draws in the next animation frame that is far enough from the last. */
  #ask(): void {
    if (this.#asked !== 0 || this.#timer !== undefined || this.#removed) return
    const wait = this.#deck.everyMs - (performance.now() - this.#drawnMs)
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
    if (this.#fresh) this.#show(frame, phase)
    else this.#deck.pulse(phase)
    if (frame.alarmed.length > 0 && !this.#reducedMotion) this.#ask()
  }

  #show(frame: MarkerFrame, phase: number): void {
    this.#fresh = false
    const look = MARKER_LOOKS[this.#theme]
    const nameOf = (id: number) => this.#letters.ready(this.#names[id] ?? '')
    this.#deck.show(new MarkerPicture(frame, look, nameOf), phase)
  }

  #noteShown(frame: MarkerFrame): void {
    if (!this.#unseen || frame !== this.#frame) return
    this.#unseen = false
    this.#events.onTracked(frame.tracked)
  }

  #noteDrawn(frame: MarkerFrame): void {
    if (!this.#undrawn || frame !== this.#frame) return
    this.#undrawn = false
    this.#post({ type: 'drawn', everyMs: this.#deck.everyMs })
  }
}

const awayBy = (a: MarkerView, b: MarkerView): number =>
  Math.max(Math.abs(a.west - b.west), Math.abs(a.north - b.north))
