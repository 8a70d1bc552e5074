import { useCallback, useMemo, useState } from 'react'
import { openAlarm } from '../../app/alarm-opener.ts'
import { useSession } from '../../app/session-store.ts'
import { useThemeMode } from '../../app/use-theme-mode.ts'
import { openVideo } from '../../app/video-opener.ts'
import { useLanguage, useText } from '../../language/language.ts'
import { Anchored } from '../../parts/map/anchored.tsx'
import type { Suggestion } from '../../parts/map/geocode.ts'
import type { MapHandle } from '../../parts/map/map-handle.ts'
import { MapSearch } from '../../parts/map/map-search.tsx'
import { MapView } from '../../parts/map/map-view.tsx'
import type { LngLat } from '../../parts/map/mercator.ts'
import { PlacePin } from '../../parts/map/place-pin.tsx'
import { DeviceWindow } from './device-window.tsx'
import './dispatch-screen.css'
import './embedded-map.css'
import { startPlace, withPlace } from './map-url.ts'
import { StackedDevices } from './stacked-devices.tsx'
import { useAddress } from './use-address.ts'
import { useDeviceWindow, useTracking } from './use-device-window.ts'
import { useDispatchMarkers } from './use-dispatch-markers.ts'
import { useFollow } from './use-follow.ts'
import { type StackedPoint, useMarkerPointer } from './use-marker-pointer.tsx'
import { useNewestAlarm } from './use-newest-alarm.ts'

/**
 * `/baiduMap`: the map for other pages to embed, with an address search and the devices. Information windows have
 * their further functions when the address says `popupShowMoreFunction=1`.
 */
export function EmbeddedMapScreen() {
  const t = useText('map')
  const language = useLanguage()
  const [theme] = useThemeMode()
  const point = useSession((session) => session.userInfo?.config.point)
  const [search, setAddress] = useAddress()
  const [start] = useState(() => startPlace(search, point))
  const [handle, setHandle] = useState<MapHandle>()
  const [stacked, setStacked] = useState<StackedPoint>()
  const [pin, setPin] = useState<{ at: LngLat; name: Suggestion['name'] }>()
  const selected = search.get('sn') ?? undefined
  const more = search.get('popupShowMoreFunction') === '1'
  const deviceWindow = useDeviceWindow(handle)
  const { markers, failure, loaded } = useDispatchMarkers(handle, theme, deviceWindow.onTracked)
  useTracking(deviceWindow, handle, markers, { selected, loaded, placeless: !search.has('lng') })
  const follow = useFollow(handle, deviceWindow.tracked, selected)

  const select = useCallback(
    (sn: string | undefined) => {
      setStacked(undefined)
      setAddress((before) => {
        if (sn === undefined) before.delete('sn')
        else before.set('sn', sn)
        return before
      })
    },
    [setAddress],
  )
  const pointer = useMemo(
    () => ({
      onDevice: (sn: string) => select(sn),
      onStack: setStacked,
      onNothing: () => select(undefined),
    }),
    [select],
  )
  const hover = useMarkerPointer(handle, markers, pointer, false)
  const withAlarmOf = useNewestAlarm(markers)
  return (
    <div className="embedded-map">
      <MapView
        start={start}
        theme={theme}
        language={language}
        onMap={setHandle}
        onMoved={(place) => setAddress((before) => withPlace(before, place))}
      >
        {hover}
        {handle && pin && <PlacePin handle={handle} at={pin.at} name={pin.name[language]} />}
        {handle && stacked && (
          <Anchored map={handle.map} at={stacked.at}>
            <StackedDevices
              devices={stacked.devices}
              theme={theme}
              onChoose={select}
              onClose={() => setStacked(undefined)}
            />
          </Anchored>
        )}
        {handle && markers && selected !== undefined && !stacked && (
          <DeviceWindow
            handle={handle}
            markers={markers}
            place={deviceWindow}
            sn={selected}
            theme={theme}
            follow={follow}
            more={more}
            onWatch={({ sn, chnId }) => openVideo([{ sn, chnId }])}
            onOpenAlarm={(sn) => void withAlarmOf(sn, openAlarm)}
            onClose={() => select(undefined)}
          />
        )}
        <div className="map-corner embedded-map-search">
          <MapSearch
            language={language}
            onPlace={({ longitude, latitude, name }) => {
              setPin({ at: [longitude, latitude], name })
              const centre = handle?.provider.toDisplay([longitude, latitude])
              if (centre) handle?.map.jumpTo({ center: [centre[0], centre[1]], zoom: 16 })
            }}
          />
        </div>
        {failure && (
          <div className="map-notice" role="alert">
            {failure.kind === 'loading'
              ? t('markersFailed', { reason: failure.reason })
              : t('drawingFailed', { reason: failure.reason })}
          </div>
        )}
      </MapView>
    </div>
  )
}
