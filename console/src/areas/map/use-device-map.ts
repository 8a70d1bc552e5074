import { useCallback, useRef, useState } from 'react'
import { useAddress } from '../../components/use-address.ts'
import type { Suggestion } from '../../features/map/geocode.ts'
import type { MapHandle } from '../../features/map/map-handle.ts'
import { placeOf } from '../../features/map/map-view.tsx'
import type { MapTheme } from '../../features/map/marker-look.ts'
import { useSession } from '../../session/session-store.ts'
import { startPlace, withPlace } from './map-url.ts'
import { useDeviceMarkers } from './use-device-markers.ts'
import { centreOn, useDeviceWindow, useTracking } from './use-device-window.ts'
import { useFollow } from './use-follow.ts'
import type { StackedPoint } from './use-marker-pointer.tsx'
import { useNewestAlarm } from './use-newest-alarm.ts'

/**
 * Shared parts of the maps of all devices: the address, the live markers, the selected device and its window, markers
 * stacked under a point, a found place.
 */
export function useDeviceMap(theme: MapTheme) {
  const home = useSession((session) => session.userInfo?.config.point)
  const [search, setAddress] = useAddress()
  const [start] = useState(() => startPlace(search, home))
  const [handle, setHandle] = useState<MapHandle>()
  const [stacked, setStacked] = useState<StackedPoint>()
  const [pin, setPin] = useState<Suggestion>()
  const selected = search.get('sn') ?? undefined

  const deviceWindow = useDeviceWindow(handle)
  const { markers, counts, failure, loaded } = useDeviceMarkers(handle, theme, deviceWindow.onTracked)
  // As the address was when it named the device: a map that begins writes its place into it before devices are there.
  const named = useRef<{ sn: string | undefined; placeless: boolean }>(undefined)
  if (named.current?.sn !== selected || !named.current) {
    named.current = { sn: selected, placeless: !search.has('lng') }
  }
  useTracking(deviceWindow, handle, markers, { selected, loaded, placeless: named.current.placeless })
  const follow = useFollow(handle, deviceWindow.tracked, selected)
  const withAlarmOf = useNewestAlarm(markers)

  const shown = useRef(handle)
  shown.current = handle
  const select = useCallback(
    (sn: string | undefined) => {
      setStacked(undefined)
      setAddress((before) => {
        if (sn === undefined) before.delete('sn')
        else before.set('sn', sn)
        const map = shown.current
        return map ? withPlace(before, placeOf(map.map, map.provider)) : before
      })
    },
    [setAddress],
  )
  const showPlace = useCallback((place: Suggestion) => {
    setPin(place)
    const map = shown.current
    if (map) centreOn(map, map.provider.toDisplay([place.longitude, place.latitude]))
  }, [])

  return {
    home,
    search,
    setAddress,
    start,
    handle,
    setHandle,
    markers,
    counts,
    failure,
    loaded,
    deviceWindow,
    follow,
    withAlarmOf,
    selected,
    select,
    stacked,
    setStacked,
    pin,
    showPlace,
  }
}

export type DeviceMap = ReturnType<typeof useDeviceMap>
