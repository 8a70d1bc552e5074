import { Map as LibreMap, type MapOptions, prewarm, setWorkerUrl } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { chunkLoader } from '../../platform/chunk-loader.ts'

// A worker that is started while the server is away is missing for every later map of the page.
await chunkLoader.fetchAhead(new URL(workerUrl, location.href).href)
setWorkerUrl(workerUrl)
// Its worker starts while the map's screen is being made, and stays for the next map.
prewarm()

/** A MapLibre map that stays north up and flat, with its worker from the console's own files. Throws without WebGL. */
export function createLibreMap(options: MapOptions): LibreMap {
  const map = new LibreMap({
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
    renderWorldCopies: false,
    fadeDuration: 150,
    ...options,
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  return map
}
