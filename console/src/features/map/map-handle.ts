import type { Map as LibreMap } from 'maplibre-gl'
import type { MapProvider } from './map-provider.ts'

/** A map on the page, for drawing on it. */
export type MapHandle = { map: LibreMap; provider: MapProvider }
