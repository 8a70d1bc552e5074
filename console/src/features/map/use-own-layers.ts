import { useEffect } from 'react'
import type { MapHandle } from './map-handle.ts'
import { keepLayers, type OwnLayers } from './own-layers.ts'

/** Draws layers while they are given; `layers` stays the same object while nothing of it changes. */
export function useOwnLayers(handle: MapHandle | undefined, layers: OwnLayers | undefined): void {
  useEffect(() => {
    if (!handle || !layers) return
    return keepLayers(handle.map, layers)
  }, [handle, layers])
}
