import { isGroundThere } from './ground-drawn.ts'
import type { MapHandle } from './map-handle.ts'
import type { ShownMarker } from './marker-overlay.ts'
import type { LngLat } from './mercator.ts'

/** A marker for tests and curious operators: WGS-84, page pixels, state. */
type DiagnosedMarker = { lng: number; lat: number; x: number; y: number; state: string }

/**
 * `window.__backlotMap`, there while a map is shown and the diagnostics switch is on (localStorage `diagnostics` =
 * `1`): `pictured`: whether the ground in view is drawn, its names perhaps not yet; `atRest`: whether everything in
 * view is fetched and drawn; `project` answers the page pixel of a WGS-84 position; `markerOf` answers the marker of a
 * device as it is drawn at this moment, undefined while it is gathered, filtered out or out of view; `within` the
 * serial numbers of the shown devices whose newest position lies between west, south, east and north, wherever the map
 * looks (none on maps without markers).
 */
type MapDiagnostics = {
  pictured(): boolean
  atRest(): boolean
  project(lng: number, lat: number): { x: number; y: number }
  markerOf(sn: string): DiagnosedMarker | undefined
  within(west: number, south: number, east: number, north: number): Promise<readonly string[]>
}

declare global {
  interface Window {
    __backlotMap?: MapDiagnostics
  }
}

/** Maps that are there, the newest last: a map in a dialog lies over the screen's. */
const exposed: MapDiagnostics[] = []

/**
 * Puts the diagnostics object on the page when it is switched on; the returned function removes it. `isReady`: whether
 * the map's contents are drawn.
 */
export function exposeMap(
  { map, provider }: MapHandle,
  shown: (sn: string) => ShownMarker | undefined,
  within: (ring: readonly LngLat[]) => Promise<readonly string[]> = async () => [],
  isReady = () => true,
): () => void {
  if (localStorage.getItem('diagnostics') !== '1') return () => undefined
  const onPage = (lng: number, lat: number) => {
    const box = map.getCanvas().getBoundingClientRect()
    const { x, y } = map.project([lng, lat])
    return { x: box.left + x, y: box.top + y }
  }
  let isPictured = false
  const look = () => {
    isPictured = isGroundThere(map)
  }
  map.on('render', look)
  const diagnostics: MapDiagnostics = {
    pictured: () => isPictured,
    atRest: () => isReady() && map.loaded() && map.areTilesLoaded() && !map.isMoving(),
    project(lng, lat) {
      const [longitude, latitude] = provider.toDisplay([lng, lat])
      return onPage(longitude, latitude)
    },
    markerOf(sn) {
      const marker = shown(sn)
      if (!marker) return undefined
      const [lng, lat] = provider.fromDisplay([marker.longitude, marker.latitude])
      return { lng, lat, ...onPage(marker.longitude, marker.latitude), state: marker.state }
    },
    within: (west, south, east, north) =>
      within(
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
        ].map(([lng, lat]) => provider.toDisplay([lng as number, lat as number])),
      ),
  }
  exposed.push(diagnostics)
  window.__backlotMap = diagnostics
  return () => {
    map.off('render', look)
    exposed.splice(exposed.indexOf(diagnostics), 1)
    const last = exposed.at(-1)
    if (last) window.__backlotMap = last
    else delete window.__backlotMap
  }
}
