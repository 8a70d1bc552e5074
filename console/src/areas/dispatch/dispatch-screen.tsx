import { LIMITS } from '@backlot/contract/limits'
import { App } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { openAlarm } from '../../app/alarm-opener.ts'
import { useSession } from '../../app/session-store.ts'
import { useThemeMode } from '../../app/use-theme-mode.ts'
import { errorText } from '../../language/error-text.ts'
import { useLanguage, useText } from '../../language/language.ts'
import { deviceBySn } from '../../parts/device-tree/device-store.ts'
import { type AnchorControl, Anchored } from '../../parts/map/anchored.tsx'
import type { Suggestion } from '../../parts/map/geocode.ts'
import { type MapHandle, MapView, placeOf } from '../../parts/map/map-view.tsx'
import { type MarkerFilter, SHOW_ALL, type TrackedMarker } from '../../parts/map/marker-frame.ts'
import { MarkerLegend } from '../../parts/map/marker-legend.tsx'
import type { LngLat } from '../../parts/map/mercator.ts'
import { RangingTool } from '../../parts/map/ranging-tool.tsx'
import { DevicePopup } from './device-popup.tsx'
import { DispatchPanel } from './dispatch-panel.tsx'
import './dispatch-screen.css'
import { DispatchTools } from './dispatch-tools.tsx'
import { MapSearch } from './map-search.tsx'
import { startPlace, withPlace } from './map-url.ts'
import { PlacePin } from './place-pin.tsx'
import type { WatchedChannel } from './popup-actions.tsx'
import { StackedDevices } from './stacked-devices.tsx'
import { useAddress } from './use-address.ts'
import { useDispatchMarkers } from './use-dispatch-markers.ts'
import { useFollow } from './use-follow.ts'
import { type StackedPoint, useMarkerPointer } from './use-marker-pointer.tsx'
import { VideoFloat } from './video-float.tsx'

const MOST_VIDEOS = 4
const FLY_MS = 600

/** Moves the map to a display position, near enough to tell devices apart. */
function centreOn(handle: MapHandle | undefined, [lng, lat]: LngLat): void {
  if (!handle) return
  const zoom = Math.max(handle.map.getZoom(), LIMITS.mapDefault.zoom)
  handle.map.easeTo({ center: [lng, lat], zoom, duration: FLY_MS })
}

/** The map of all devices: tree, live markers, information windows, live video, alarms. */
export function DispatchScreen() {
  const t = useText('map')
  const language = useLanguage()
  const [theme] = useThemeMode()
  const { message } = App.useApp()
  const point = useSession((session) => session.userInfo?.config.point)
  const [search, setAddress] = useAddress()
  const [start] = useState(() => startPlace(search, point))
  const [handle, setHandle] = useState<MapHandle>()
  const [filter, setFilter] = useState<MarkerFilter>(SHOW_ALL)
  const [stacked, setStacked] = useState<StackedPoint>()
  const [pin, setPin] = useState<{ at: LngLat; name: Suggestion['name'] }>()
  const [ranging, setRanging] = useState(false)
  const [videos, setVideos] = useState<readonly WatchedChannel[]>([])
  const anchor = useRef<AnchorControl>(null)
  const [anchorAt, setAnchorAt] = useState<LngLat>()
  const tracked = useRef<TrackedMarker | null>(null)
  const selected = search.get('sn') ?? undefined
  const placeless = selected !== undefined && !search.has('lng')

  /** The address names a device and no place (a link from elsewhere): the map goes to the device. */
  const centring = useRef(false)
  const mapRef = useRef(handle)
  mapRef.current = handle

  const onTracked = useCallback((now: TrackedMarker | null) => {
    const first = tracked.current?.id !== now?.id
    tracked.current = now
    if (!now) return
    const at: LngLat = [now.longitude, now.latitude]
    if (centring.current) {
      centring.current = false
      centreOn(mapRef.current, at)
    }
    if (first) setAnchorAt(at)
    else anchor.current?.move(at)
  }, [])
  const { markers, counts, failure, loaded } = useDispatchMarkers(handle, theme, onTracked)
  const follow = useFollow(handle, tracked, selected)

  const select = useCallback(
    (sn: string | undefined) => {
      setStacked(undefined)
      setAddress((before) => {
        if (sn === undefined) before.delete('sn')
        else before.set('sn', sn)
        const shown = mapRef.current
        return shown ? withPlace(before, placeOf(shown.map, shown.provider)) : before
      })
    },
    [setAddress],
  )

  const openAlarmOf = useCallback(
    async (sn: string) => {
      try {
        const ref = await markers?.alarms.newest(sn)
        if (ref) openAlarm(ref)
        else message.info(t('alarmGone'))
      } catch (error) {
        message.error(errorText(error))
      }
    },
    [markers, message, t],
  )

  const flyTo = useCallback(
    (sn: string) => {
      const node = deviceBySn(sn)
      if (!handle || !node) return
      if (!node.longitude || !node.latitude) {
        message.info(t('notLocated'))
        return
      }
      centreOn(handle, handle.provider.toDisplay([node.longitude, node.latitude]))
    },
    [handle, message, t],
  )

  const chooseDevice = (sn: string) => {
    select(sn)
    flyTo(sn)
  }

  const pointer = useMemo(
    () => ({
      onDevice: (sn: string, alarmed: boolean) => {
        select(sn)
        if (alarmed) void openAlarmOf(sn)
      },
      onStack: setStacked,
      onNothing: () => select(undefined),
    }),
    [select, openAlarmOf],
  )
  const hover = useMarkerPointer(handle, markers, pointer, ranging)

  useEffect(() => markers?.overlay.setFilter(filter), [markers, filter])
  useEffect(() => {
    const known = loaded > 0 && selected !== undefined
    const id = known ? markers?.source.idOf(selected) : undefined
    setAnchorAt(undefined)
    tracked.current = null
    markers?.overlay.track(id ?? null)
  }, [markers, selected, loaded])
  useEffect(() => {
    if (selected === undefined || !placeless) return
    if (tracked.current) centreOn(mapRef.current, [tracked.current.longitude, tracked.current.latitude])
    else centring.current = true
    return () => {
      centring.current = false
    }
  }, [placeless, selected])

  const watch = (channel: WatchedChannel) =>
    setVideos((list) => {
      const others = list.filter((video) => video.sn !== channel.sn || video.chnId !== channel.chnId)
      return [...others, channel].slice(-MOST_VIDEOS)
    })

  return (
    <div className="dispatch-screen">
      <DispatchPanel filter={filter} selected={selected} onDevice={chooseDevice} onWatch={watch} />
      <div className="dispatch-map">
        <MapView
          start={start}
          theme={theme}
          language={language}
          onMap={setHandle}
          onMoved={(place) => setAddress((before) => withPlace(before, place))}
          tools={
            handle && <DispatchTools handle={handle} home={point} ranging={ranging} onRanging={setRanging} />
          }
        >
          {handle && ranging && <RangingTool handle={handle} onLeave={() => setRanging(false)} />}
          {handle && pin && <PlacePin handle={handle} at={pin.at} name={pin.name[language]} />}
          {hover}
          {handle && stacked && (
            <Anchored map={handle.map} at={stacked.at}>
              <StackedDevices
                devices={stacked.devices}
                theme={theme}
                onChoose={(sn) => select(sn)}
                onClose={() => setStacked(undefined)}
              />
            </Anchored>
          )}
          {handle && markers && selected !== undefined && anchorAt && !stacked && !ranging && (
            <Anchored map={handle.map} at={anchorAt} control={anchor}>
              <DevicePopup
                sn={selected}
                moves={markers.source.moves(selected)}
                following={follow.on}
                theme={theme}
                onWatch={watch}
                onFollow={follow.set}
                onOpenAlarm={openAlarmOf}
                onClose={() => select(undefined)}
              />
            </Anchored>
          )}
          <div className="map-corner dispatch-search">
            <MapSearch
              language={language}
              onDevice={chooseDevice}
              onPlace={({ longitude, latitude, name }) => {
                setPin({ at: [longitude, latitude], name })
                const centre = handle?.provider.toDisplay([longitude, latitude])
                if (centre) handle?.map.easeTo({ center: [centre[0], centre[1]], zoom: 16, duration: FLY_MS })
              }}
            />
          </div>
          <div className="map-corner dispatch-legend">
            <MarkerLegend counts={counts} filter={filter} theme={theme} onFilter={setFilter} />
          </div>
          {failure && (
            <div className="map-notice dispatch-failure" role="alert">
              {failure.kind === 'loading'
                ? t('markersFailed', { reason: failure.reason })
                : t('drawingFailed', { reason: failure.reason })}
            </div>
          )}
        </MapView>
        {videos.map((video) => (
          <VideoFloat
            key={`${video.sn}/${video.chnId}`}
            channel={video}
            onClose={() => setVideos((list) => list.filter((other) => other !== video))}
          />
        ))}
      </div>
    </div>
  )
}
