import { LIMITS } from '@backlot/contract/limits'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { AnchorControl } from '../../features/map/anchored.tsx'
import type { MapHandle } from '../../features/map/map-handle.ts'
import type { TrackedMarker } from '../../features/map/marker-frame.ts'
import type { LngLat } from '../../features/map/mercator.ts'
import type { Markers } from './use-device-markers.ts'

const FLY_MS = 600

/**
 * Moves the map to a display position, near enough to distinguish devices. `atOnce`: without a flight; `offset`: pixels
 * off the middle.
 */
export function centreOn(
  handle: MapHandle | undefined,
  [lng, lat]: LngLat,
  { atOnce = false, offset = [0, 0] }: { atOnce?: boolean; offset?: [number, number] } = {},
): void {
  if (!handle) return
  const zoom = Math.max(handle.map.getZoom(), LIMITS.mapDefault.zoom)
  if (atOnce) handle.map.jumpTo({ center: [lng, lat], zoom })
  else handle.map.easeTo({ center: [lng, lat], zoom, offset, duration: FLY_MS })
}

/** Position of the selected device's marker: the information window is there and moves along. */
export type DeviceWindow = {
  tracked: RefObject<TrackedMarker | null>
  /** For the markers: the tracked one moved. Always the same function. */
  onTracked(now: TrackedMarker | null): void
  anchor: RefObject<AnchorControl | null>
  /** Where the window begins; undefined while the device is not on the map. */
  at: LngLat | undefined
}

/** Part one, before there are markers. */
export function useDeviceWindow(handle: MapHandle | undefined): DeviceWindow & {
  centring: RefObject<boolean>
  setAt(at: LngLat | undefined): void
} {
  const anchor = useRef<AnchorControl>(null)
  const [at, setAt] = useState<LngLat>()
  const tracked = useRef<TrackedMarker | null>(null)
  const centring = useRef(false)
  const mapRef = useRef(handle)
  mapRef.current = handle
  const onTracked = useCallback((now: TrackedMarker | null) => {
    const first = tracked.current?.id !== now?.id
    tracked.current = now
    if (!now) return
    const place: LngLat = [now.longitude, now.latitude]
    if (centring.current) {
      centring.current = false
      // A page that has just been opened begins where the device is.
      centreOn(mapRef.current, place, { atOnce: true })
    }
    if (first) setAt(place)
    else anchor.current?.move(place)
  }, [])
  return { tracked, onTracked, anchor, at, centring, setAt }
}

/** Part two: the markers track the selected device. `placeless`: the address names it and no place; the map goes there. */
export function useTracking(
  window: ReturnType<typeof useDeviceWindow>,
  handle: MapHandle | undefined,
  markers: Markers | undefined,
  { selected, loaded, placeless }: { selected: string | undefined; loaded: number; placeless: boolean },
): void {
  const { tracked, centring, setAt } = window
  const mapRef = useRef(handle)
  mapRef.current = handle
  useEffect(() => {
    const known = loaded > 0 && selected !== undefined
    const id = known ? markers?.source.idOf(selected) : undefined
    setAt(undefined)
    tracked.current = null
    markers?.overlay.track(id ?? null)
  }, [markers, selected, loaded, tracked, setAt])
  useEffect(() => {
    if (selected === undefined || !placeless) return
    if (tracked.current) centreOn(mapRef.current, [tracked.current.longitude, tracked.current.latitude])
    else centring.current = true
    return () => {
      centring.current = false
    }
  }, [placeless, selected, tracked, centring])
}
