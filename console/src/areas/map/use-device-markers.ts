import { useEffect, useRef, useState } from 'react'
import { groundDrawn } from '../../features/map/ground-drawn.ts'
import { exposeMap } from '../../features/map/map-diagnostics.ts'
import type { MapHandle } from '../../features/map/map-handle.ts'
import type { MarkerCounts, TrackedMarker } from '../../features/map/marker-frame.ts'
import type { MapTheme } from '../../features/map/marker-look.ts'
import type { MarkerOverlay } from '../../features/map/marker-overlay.ts'
import { errorText } from '../../language/error-text.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { PlatformReplyError } from '../../platform/platform-reply-error.ts'
import { type AskedDevices, askForDevices, DeviceMarkers } from './device-markers.ts'
import { OpenAlarms } from './open-alarms.ts'

/** The markers of the dispatch map and their sources. */
export type Markers = { overlay: MarkerOverlay; source: DeviceMarkers; alarms: OpenAlarms }
type MarkerFailure = { kind: 'loading' | 'drawing'; reason: string }

const loadOverlay = () => import('../../features/map/marker-overlay.ts')

type TrackedListener = (tracked: TrackedMarker | null) => void

/** Puts live markers on a map while it is there. `onTracked` must stay the same function. */
export function useDeviceMarkers(
  handle: MapHandle | undefined,
  theme: MapTheme,
  onTracked: TrackedListener,
): {
  markers: Markers | undefined
  counts: MarkerCounts | undefined
  failure: MarkerFailure | undefined
  /** How often the devices were loaded; ids hold for one load. */
  loaded: number
} {
  const [markers, setMarkers] = useState<Markers>()
  const [counts, setCounts] = useState<MarkerCounts>()
  const [loaded, setLoaded] = useState(0)
  const [failure, setFailure] = useState<MarkerFailure>()

  // Both are loaded beside the map, not after it; a failure is reported when they are needed.
  const asked = useRef<AskedDevices>(undefined)
  useEffect(() => {
    loadOverlay().catch(() => undefined)
    asked.current = askForDevices()
    return () => {
      asked.current?.drop()
      asked.current = undefined
    }
  }, [])

  useEffect(() => {
    if (!handle) return
    const fail = (kind: MarkerFailure['kind'], error: unknown) => {
      noteProblem('map', String(error))
      const reason = error instanceof PlatformReplyError ? errorText(error) : String(error)
      setFailure({ kind, reason })
    }
    let leave: (() => void) | undefined
    let gone = false
    let made: Markers | undefined
    const hide = exposeMap(
      handle,
      (sn) => {
        const id = made?.source.idOf(sn)
        return id === undefined ? undefined : made?.overlay.shown(id)
      },
      async (ring) =>
        made ? (await made.overlay.within(ring)).map((id) => made?.source.snOf(id) ?? '') : [],
      () => made?.overlay.isCurrent === true,
    )
    const begin = async () => {
      // Both draw with the same processor: the ground first.
      const [{ MarkerOverlay }] = await Promise.all([loadOverlay(), groundDrawn(handle.map)])
      if (gone) return
      const overlay = new MarkerOverlay(handle.map, 'dark', {
        onCounts: setCounts,
        onTracked,
        onError: (error) => fail('drawing', error),
      })
      const alarms = new OpenAlarms()
      const source = new DeviceMarkers(handle, overlay, alarms, {
        onLoaded: () => {
          setFailure(undefined)
          setLoaded((count) => count + 1)
        },
        onFailure: (error) => fail('loading', error),
      })
      source.start(asked.current)
      asked.current = undefined
      leave = () => {
        source.stop()
        overlay.remove()
      }
      made = { overlay, source, alarms }
      setMarkers(made)
    }
    begin().catch((error: unknown) => fail('drawing', error))
    return () => {
      gone = true
      hide()
      setMarkers(undefined)
      leave?.()
    }
  }, [handle, onTracked])

  useEffect(() => markers?.overlay.setTheme(theme), [markers, theme])

  return { markers, counts, failure, loaded }
}
