import { App } from 'antd'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { openAlarm } from '../../app/alarm-opener.ts'
import { useSession } from '../../app/session-store.ts'
import { useThemeMode } from '../../app/use-theme-mode.ts'
import { useLanguage, useText } from '../../language/language.ts'
import { deviceBySn } from '../../parts/device-tree/device-store.ts'
import { Anchored } from '../../parts/map/anchored.tsx'
import type { Suggestion } from '../../parts/map/geocode.ts'
import type { MapHandle } from '../../parts/map/map-handle.ts'
import { MapPin } from '../../parts/map/map-pin.tsx'
import { MapSearch } from '../../parts/map/map-search.tsx'
import { MapView, placeOf } from '../../parts/map/map-view.tsx'
import { MarkerLegend } from '../../parts/map/marker-legend.tsx'
import type { LngLat } from '../../parts/map/mercator.ts'
import { PlacePin } from '../../parts/map/place-pin.tsx'
import { DeviceWindow } from './device-window.tsx'
import { DispatchPanel } from './dispatch-panel.tsx'
import './dispatch-screen.css'
import { hitDrawing } from '../../parts/map/drawing/hit-drawing.ts'
import { usePlaceDevice } from './device-place-dialog.tsx'
import { DispatchSide } from './dispatch-side.tsx'
import { DispatchTools, type Panel } from './dispatch-tools.tsx'
import { FilterChips } from './filter-chips.tsx'
import { startPlace, withPlace } from './map-url.ts'
import type { WatchedChannel } from './popup-actions.tsx'
import { showGroup } from './show-group.ts'
import { StackedDevices } from './stacked-devices.tsx'
import { type Tool, ToolLayer } from './tool-layer.tsx'
import { useAddress } from './use-address.ts'
import { useAlarmHeat } from './use-alarm-heat.ts'
import { centreOn, useDeviceWindow, useTracking } from './use-device-window.ts'
import { useDispatchMarkers } from './use-dispatch-markers.ts'
import { useFollow } from './use-follow.ts'
import { useMapDrawing } from './use-map-drawing.ts'
import { useMapFilter } from './use-map-filter.ts'
import { useMapLook } from './use-map-look.ts'
import { type StackedPoint, useMarkerPointer } from './use-marker-pointer.tsx'
import { useNewestAlarm } from './use-newest-alarm.ts'
import { useSelection } from './use-selection.ts'
import { useSituationMap } from './use-situation-map.ts'
import { VideoFloat } from './video-float.tsx'

const MOST_VIDEOS = 4
const FLY_MS = 600

/** The map of all devices: tree, live markers, information windows, live video, tools, and dispatch to alarms. */
export function DispatchScreen() {
  const t = useText('map')
  const tTools = useText('mapTools')
  const language = useLanguage()
  const [theme] = useThemeMode()
  const { message } = App.useApp()
  const point = useSession((session) => session.userInfo?.config.point)
  const [search, setAddress] = useAddress()
  const [start] = useState(() => startPlace(search, point))
  const [handle, setHandle] = useState<MapHandle>()
  const [stacked, setStacked] = useState<StackedPoint>()
  const [pin, setPin] = useState<{ at: LngLat; name: Suggestion['name'] }>()
  const [tool, setTool] = useState<Tool>()
  const [videos, setVideos] = useState<readonly WatchedChannel[]>([])
  const selected = search.get('sn') ?? undefined
  const alarmId = Number(search.get('alarm')) || undefined
  const [panel, setPanel] = useState<Panel | undefined>(alarmId ? 'situation' : undefined)

  const [look, setLook] = useMapLook(search, setAddress)

  const deviceWindow = useDeviceWindow(handle)
  const { markers, counts, failure, loaded } = useDispatchMarkers(handle, theme, deviceWindow.onTracked)
  useTracking(deviceWindow, handle, markers, { selected, loaded, placeless: !search.has('lng') })
  useMapFilter(markers, loaded, look)
  const follow = useFollow(handle, deviceWindow.tracked, selected)
  const heat = useAlarmHeat(handle, theme, look.heat)
  const drawing = useMapDrawing({ handle, theme, hidden: look.hidden, tool, onTool: setTool })
  const selection = useSelection(handle, markers)
  const situation = useSituationMap(handle, alarmId)
  const placeDevice = usePlaceDevice()
  const leaveTool = useCallback(() => setTool(undefined), [])

  const latest = useRef({ handle, drawing })
  latest.current = { handle, drawing }

  const select = useCallback(
    (sn: string | undefined) => {
      setStacked(undefined)
      setAddress((before) => {
        if (sn === undefined) before.delete('sn')
        else before.set('sn', sn)
        const shown = latest.current.handle
        return shown ? withPlace(before, placeOf(shown.map, shown.provider)) : before
      })
    },
    [setAddress],
  )

  const withAlarmOf = useNewestAlarm(markers)
  const deal = (id: number | undefined) => {
    setPanel(id === undefined ? undefined : 'situation')
    setAddress((before) => {
      if (id === undefined) before.delete('alarm')
      else before.set('alarm', String(id))
      return before
    })
  }

  const chooseDevice = (sn: string) => {
    select(sn)
    const node = deviceBySn(sn)
    if (!handle || !node) return
    if (!node.longitude || !node.latitude) message.info(t('notLocated'))
    else centreOn(handle, handle.provider.toDisplay([node.longitude, node.latitude]))
  }

  const pointer = useMemo(
    () => ({
      onDevice: (sn: string, alarmed: boolean) => {
        select(sn)
        if (alarmed) void withAlarmOf(sn, openAlarm)
      },
      onStack: setStacked,
      onNothing: (at: { x: number; y: number }) => {
        const { handle: shown, drawing: own } = latest.current
        const id = shown && hitDrawing(shown.map, at)
        const hit = own.drawings.list.find((one) => one.id === id)
        if (!hit) return select(undefined)
        own.choose(hit)
        setPanel('drawings')
      },
    }),
    [select, withAlarmOf],
  )
  const hover = useMarkerPointer(handle, markers, pointer, tool !== undefined && tool.kind !== 'edit')

  const watch = (channel: WatchedChannel) =>
    setVideos((list) => {
      const others = list.filter((video) => video.sn !== channel.sn || video.chnId !== channel.chnId)
      return [...others, channel].slice(-MOST_VIDEOS)
    })
  const openPanel = (next: Panel | undefined) => {
    setPanel(next)
    if (tool?.kind === 'edit' || tool?.kind === 'draw') setTool(undefined)
  }

  // A link from elsewhere names an alarm: its panel opens.
  useEffect(() => {
    if (alarmId !== undefined) setPanel('situation')
  }, [alarmId])

  return (
    <div className="dispatch-screen">
      <DispatchPanel
        look={look}
        selected={selected}
        onLook={setLook}
        onDevice={chooseDevice}
        onWatch={watch}
        onShowGroup={(groupId) => {
          if (handle && !showGroup(handle, groupId)) message.info(tTools('groupNothing'))
        }}
      />
      <div className="dispatch-map">
        <MapView
          start={start}
          theme={theme}
          language={language}
          onMap={setHandle}
          onMoved={(place) => setAddress((before) => withPlace(before, place))}
          tools={
            handle && (
              <DispatchTools
                handle={handle}
                home={point}
                tool={tool}
                panel={panel}
                situation={alarmId !== undefined}
                onTool={setTool}
                onPanel={openPanel}
              />
            )
          }
        >
          {handle && tool && (
            <ToolLayer
              handle={handle}
              tool={tool}
              onLeave={leaveTool}
              onDrawn={drawing.drawn}
              onEdit={drawing.edit}
              onSelected={(shape) => {
                leaveTool()
                setPanel('selection')
                void selection.within(shape)
              }}
              onPlace={(sn, at) => {
                leaveTool()
                // A refusal has been said.
                placeDevice(sn, at).catch(() => undefined)
              }}
            />
          )}
          {handle && situation.at && (
            <MapPin handle={handle} at={situation.at} label={tTools('situationPlace')} />
          )}
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
          {handle && markers && selected !== undefined && !stacked && !tool && (
            <DeviceWindow
              handle={handle}
              markers={markers}
              place={deviceWindow}
              sn={selected}
              theme={theme}
              follow={follow}
              onWatch={watch}
              onOpenAlarm={(sn) => void withAlarmOf(sn, openAlarm)}
              onDispatch={(sn) => void withAlarmOf(sn, (ref) => deal(ref.id))}
              onMove={(sn) => setTool({ kind: 'place', sn })}
              onClose={() => select(undefined)}
            />
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
            <FilterChips look={look} onLook={setLook} />
          </div>
          <div className="map-corner dispatch-legend">
            <MarkerLegend counts={counts} filter={look} theme={theme} onFilter={setLook} />
          </div>
          <Suspense>
            <DispatchSide
              panel={panel}
              theme={theme}
              look={look}
              heat={heat}
              drawing={drawing}
              tool={tool}
              selection={selection}
              moves={(sn) => markers?.source.moves(sn) ?? false}
              alarmId={alarmId}
              situation={situation}
              onLook={setLook}
              onTool={setTool}
              onPanel={openPanel}
              onDevice={chooseDevice}
              onWatch={watch}
              onGo={({ sn, longitude, latitude }) => {
                select(sn)
                if (handle) centreOn(handle, handle.provider.toDisplay([longitude, latitude]))
              }}
              onEndSituation={() => deal(undefined)}
            />
          </Suspense>
          {failure && (
            <div className="map-notice dispatch-failure" role="alert">
              {failure.kind === 'loading'
                ? t('markersFailed', { reason: failure.reason })
                : t('drawingFailed', { reason: failure.reason })}
            </div>
          )}
        </MapView>
        {videos.map((video) => (
          // What a part still fetches (its texts) keeps that part alone waiting.
          <Suspense key={`${video.sn}/${video.chnId}`}>
            <VideoFloat
              channel={video}
              onClose={() => setVideos((list) => list.filter((other) => other !== video))}
            />
          </Suspense>
        ))}
      </div>
    </div>
  )
}
