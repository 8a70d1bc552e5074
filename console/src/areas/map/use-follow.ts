import { type RefObject, useEffect, useState } from 'react'
import type { MapHandle } from '../../features/map/map-handle.ts'
import type { TrackedMarker } from '../../features/map/marker-frame.ts'

/** The map is led after the vehicle once a second, in one even movement. */
const LEAD_MS = 1000
const linear = (share: number) => share

/** Keeps the map on the tracked device while it is on. Dragging the map or choosing another device ends it. */
export function useFollow(
  handle: MapHandle | undefined,
  tracked: RefObject<TrackedMarker | null>,
  selected: string | undefined,
): { on: boolean; set(on: boolean): void } {
  const [followed, setFollowed] = useState<string>()
  const on = followed !== undefined && followed === selected

  useEffect(() => {
    if (!handle || !on) return
    const { map } = handle
    const lead = () => {
      const now = tracked.current
      if (now) map.easeTo({ center: [now.longitude, now.latitude], duration: LEAD_MS, easing: linear })
    }
    const end = () => setFollowed(undefined)
    lead()
    const timer = setInterval(lead, LEAD_MS)
    map.on('dragstart', end)
    return () => {
      clearInterval(timer)
      map.off('dragstart', end)
    }
  }, [handle, on, tracked])

  return { on, set: (follow) => setFollowed(follow ? selected : undefined) }
}
