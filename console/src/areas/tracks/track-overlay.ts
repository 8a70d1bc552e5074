import type { Layer } from '@deck.gl/core'
import type { Map as LibreMap } from 'maplibre-gl'
import { DeckOverlay, type Picture } from '../../features/map/deck/deck-overlay.ts'
import { LoadedLetters } from '../../features/map/loaded-letters.ts'
import { MARKER_KINDS } from '../../features/map/marker-glyphs.ts'
import type { MapTheme } from '../../features/map/marker-look.ts'
import type { DrawnTrack } from './drawn-track.ts'
import {
  eventLayers,
  hoverLayer,
  lineLayers,
  type MovingMark,
  markLayers,
  type TrackEvent,
} from './track-layers.ts'

/**
 * Tracks over a map, outside React. Lines are laid out once for each step of the zoom; a frame of a playback moves
 * the marks alone.
 */
export class TrackOverlay {
  readonly #map: LibreMap
  readonly #deck: DeckOverlay<Picture>
  readonly #letters = new LoadedLetters(() => this.#ask())
  #theme: MapTheme
  #tracks: readonly DrawnTrack[] = []
  #events: readonly TrackEvent[] = []
  #marks: readonly MovingMark[] = []
  #hover: [number, number] | undefined
  #lines: Layer[] = []
  #things: Layer[] = []
  #zoom: number
  #asked = 0

  constructor(map: LibreMap, theme: MapTheme, onError: (error: Error) => void) {
    this.#map = map
    this.#theme = theme
    this.#zoom = stepOf(map)
    this.#deck = new DeckOverlay<Picture>(map, { onError }, { antialias: true })
    map.on('zoom', this.#onZoom)
  }

  setTracks(tracks: readonly DrawnTrack[], events: readonly TrackEvent[]): void {
    this.#tracks = tracks
    this.#events = events
    this.#layOut()
  }

  setTheme(theme: MapTheme): void {
    if (theme === this.#theme) return
    this.#theme = theme
    this.#layOut()
  }

  setMarks(marks: readonly MovingMark[]): void {
    this.#marks = marks
    this.#ask()
  }

  setHover(at: [number, number] | undefined): void {
    this.#hover = at
    this.#ask()
  }

  /** The mark of a device as it is drawn. */
  markOf(sn: string): MovingMark | undefined {
    return this.#marks.find((mark) => mark.sn === sn)
  }

  remove(): void {
    cancelAnimationFrame(this.#asked)
    this.#map.off('zoom', this.#onZoom)
    this.#deck.remove()
  }

  readonly #onZoom = (): void => {
    const zoom = stepOf(this.#map)
    if (zoom === this.#zoom) return
    this.#zoom = zoom
    this.#layOut()
  }

  #layOut(): void {
    this.#lines = this.#tracks.flatMap((drawn) => lineLayers(drawn, this.#zoom, this.#theme))
    this.#things = eventLayers(this.#events, this.#theme)
    this.#ask()
  }

  #ask(): void {
    if (this.#asked === 0) this.#asked = requestAnimationFrame(this.#draw)
  }

  readonly #draw = (): void => {
    this.#asked = 0
    const vehicle = MARKER_KINDS.indexOf('vehicle')
    const ready = (text: string) => this.#letters.ready(text)
    const layers = [
      ...this.#lines,
      ...this.#things,
      ...(this.#hover ? [hoverLayer(this.#hover, this.#theme)] : []),
      ...markLayers(this.#marks, this.#theme, vehicle, ready),
    ]
    this.#deck.show({ layers: () => layers })
  }
}

/** Lines are laid out for whole zooms, each for the fractions below it too. */
const stepOf = (map: LibreMap): number => Math.ceil(map.getZoom())
