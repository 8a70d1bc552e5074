import type { MapHandle } from './map-handle.ts'
import type { ShownMarker } from './marker-overlay.ts'

/** A marker as tests and curious operators ask for it: WGS-84, page pixels, state. */
export type DiagnosedMarker = { lng: number; lat: number; x: number; y: number; state: string }

/**
 * `window.__backlotMap`, there while a map is shown and the diagnostics switch is on (localStorage `diagnostics` = `1`):
 * `atRest` tells whether everything in view is fetched and drawn; `project` answers the page pixel of a WGS-84 position; `markerOf` answers the marker of a device as it is drawn at
 * this moment, undefined while it is gathered, filtered out or out of view.
 */
export type MapDiagnostics = {
  atRest(): boolean
  project(lng: number, lat: number): { x: number; y: number }
  markerOf(sn: string): DiagnosedMarker | undefined
}

declare global {
  interface Window {
    __backlotMap?: MapDiagnostics
  }
}

/** Puts the diagnostics object on the page when it is asked for; the answer takes it away. */
export function exposeMap(
  { map, provider }: MapHandle,
  shown: (sn: string) => ShownMarker | undefined,
): () => void {
  if (localStorage.getItem('diagnostics') !== '1') return () => undefined
  const onPage = (lng: number, lat: number) => {
    const box = map.getCanvas().getBoundingClientRect()
    const { x, y } = map.project([lng, lat])
    return { x: box.left + x, y: box.top + y }
  }
  const diagnostics: MapDiagnostics = {
    atRest: () => map.loaded() && map.areTilesLoaded() && !map.isMoving(),
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
  }
  window.__backlotMap = diagnostics
  return () => {
    if (window.__backlotMap === diagnostics) delete window.__backlotMap
  }
}
