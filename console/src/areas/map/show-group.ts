import { LngLatBounds } from 'maplibre-gl'
import { deviceStore } from '../../features/device-tree/device-store.ts'
import type { MapHandle } from '../../features/map/map-handle.ts'
import { stretchOf } from './device-mask.ts'
import { paddingOf } from './free-padding.ts'

const NEAREST_ZOOM = 17

/** Brings all located devices of a group into sight. False when there is none. */
export function showGroup({ map, provider }: MapHandle, groupId: number): boolean {
  const index = deviceStore.index()
  const [from, to] = stretchOf(index, groupId)
  const bounds = new LngLatBounds()
  for (let row = from; row < to; row++) {
    const entry = index.entry[row]
    if (!entry || index.part[row] !== -1 || !index.isDevice(row)) continue
    const { longitude, latitude } = entry
    if (!longitude || !latitude) continue
    const [lng, lat] = provider.toDisplay([longitude, latitude])
    bounds.extend([lng, lat])
  }
  if (bounds.isEmpty()) return false
  map.fitBounds(bounds, { padding: paddingOf(map.getContainer()), maxZoom: NEAREST_ZOOM, duration: 600 })
  return true
}
