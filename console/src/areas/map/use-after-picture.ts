import { startTransition, useEffect, useState } from 'react'
import { useStable } from '../../components/use-stable.ts'
import { groundDrawn } from '../../features/map/ground-drawn.ts'
import type { MapHandle } from '../../features/map/map-handle.ts'

/** A map that does not come is not waited for longer. */
const PATIENCE_MS = 2000

/** False until the map's first picture is there: elements around the map are made after it, not before. */
export function useAfterPicture(handle: MapHandle | undefined): boolean {
  const [isAfter, setAfter] = useState(false)
  // The map stays in sight while the code and the texts of the next parts are loaded.
  const become = useStable(() => startTransition(() => setAfter(true)))
  useEffect(() => {
    const timer = setTimeout(become, PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [become])
  useEffect(() => {
    let gone = false
    void (handle && groundDrawn(handle.map))?.then(() => {
      if (!gone) become()
    })
    return () => {
      gone = true
    }
  }, [handle, become])
  return isAfter
}
