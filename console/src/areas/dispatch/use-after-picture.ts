import { startTransition, useEffect, useState } from 'react'
import { groundDrawn } from '../../parts/map/ground-drawn.ts'
import type { MapHandle } from '../../parts/map/map-handle.ts'

/** A map that does not come is not waited for longer. */
const PATIENCE_MS = 2000

/** False until the map's first picture is there: what stands around the map is made after it, not before. */
export function useAfterPicture(handle: MapHandle | undefined): boolean {
  const [isAfter, setAfter] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setAfter(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    let gone = false
    void (handle && groundDrawn(handle.map))?.then(() => {
      if (!gone) startTransition(() => setAfter(true))
    })
    return () => {
      gone = true
    }
  }, [handle])
  return isAfter
}
