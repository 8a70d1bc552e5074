import type { StyleSpecification } from 'maplibre-gl'
import type { Language } from '../../language/language.ts'
import { type Datum, fromDisplayExact, toDisplayExact } from './datum.ts'
import type { MapTheme } from './marker-look.ts'
import type { LngLat } from './mercator.ts'

/** A map's background and the datum it is drawn in. Positions outside a provider are WGS-84. */
export type MapProvider = {
  id: string
  datum: Datum
  /** Display position of a WGS-84 position. */
  toDisplay(position: LngLat): LngLat
  /** WGS-84 of a display position. */
  fromDisplay(display: LngLat): LngLat
  /** Address of a background tile in the Mercator scheme; undefined when the provider has no tiles. */
  tileAddress(z: number, x: number, y: number): string | undefined
  /** Metres on the ground per metre of the drawn Mercator plane (its equator is 40,075,017 m) at a display position. */
  scaleFactor(display: LngLat): number
  style(theme: MapTheme, language: Language): Promise<StyleSpecification>
  attribution: string
  minZoom: number
  maxZoom: number
}

/** The parts of a provider that its datum decides. */
export function datumParts(
  datum: Datum,
): Pick<MapProvider, 'datum' | 'toDisplay' | 'fromDisplay' | 'scaleFactor'> {
  return {
    datum,
    toDisplay: (position) => toDisplayExact(datum, position),
    fromDisplay: (display) => fromDisplayExact(datum, display),
    scaleFactor: (display) => scaleFactor(datum, display),
  }
}

const RAD = Math.PI / 180
/** Side of Baidu's square drawn as the Mercator square: one of its metres becomes this many. */
const BAIDU_STRETCH = 40_075_016.69 / 2 ** 26

/** Baidu's metres are Mercator metres too (of latitude on the ground), drawn smaller or larger by a constant. */
function scaleFactor(datum: Datum, display: LngLat): number {
  if (datum !== 'BD-09') return Math.cos(display[1] * RAD)
  return Math.cos(fromDisplayExact(datum, display)[1] * RAD) / BAIDU_STRETCH
}
