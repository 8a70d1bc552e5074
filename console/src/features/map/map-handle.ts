import type { Map as LibreMap } from 'maplibre-gl'
import type { MapProvider } from './map-provider.ts'

/** A map that is on the page, for what draws on it. */
export type MapHandle = { map: LibreMap; provider: MapProvider }
