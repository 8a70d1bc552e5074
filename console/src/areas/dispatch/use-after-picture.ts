import { startTransition, useEffect, useState } from 'react'
import { isGroundThere } from '../../parts/map/ground-drawn.ts'
import type { MapHandle } from '../../parts/map/map-handle.ts'

/** A map or a ground that does not come is not waited for. */
const PATIENCE_MS = 1200

/** False until the map's first picture is there: what stands around the map is made after it, not before. */
export function useAfterPicture(handle: MapHandle | undefined): boolean {
  const [isAfter, setAfter] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setAfter(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!handle || isAfter) return
    const { map } = handle
    const look = () => {
      if (isGroundThere(map)) startTransition(() => setAfter(true))
    }
    map.on('render', look)
    return () => {
      map.off('render', look)
    }
  }, [handle, isAfter])
  return isAfter
}
