import { Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { useThemeMode } from '../../components/theme/use-theme-mode.ts'
import { deviceBySn } from '../../features/device-tree/device-store.ts'
import { MapPin } from '../../features/map/map-pin.tsx'
import { MapSearch } from '../../features/map/map-search.tsx'
import { MapView } from '../../features/map/map-view.tsx'
import { MarkerLegend } from '../../features/map/marker-legend.tsx'
import { open } from '../../features/open.ts'
import { useLanguage, useText } from '../../language/language.ts'
import { MapPanel } from './map-panel.tsx'
import './map-screen.css'
import { useStable } from '../../components/use-stable.ts'
import { hitDrawing } from '../../features/map/drawing/hit-drawing.ts'
import { DeviceMapLayer } from './device-map-layer.tsx'
import { usePlaceDevice } from './device-place-dialog.tsx'
import { FilterChips } from './filter-chips.tsx'
import { TrafficLegend, WeatherLegend } from './layer-legend.tsx'
import { MapSide } from './map-side.tsx'
import { MapToolBar, type Panel } from './map-tool-bar.tsx'
import { withPlace } from './map-url.ts'
import { showGroup } from './show-group.ts'
import { type Tool, ToolLayer } from './tool-layer.tsx'
import { useAfterPicture } from './use-after-picture.ts'
import { useAlarmHeat } from './use-alarm-heat.ts'
import { useDeviceMap } from './use-device-map.ts'
import { centreOn } from './use-device-window.ts'
import { useMapDrawing } from './use-map-drawing.ts'
import { useMapExtras } from './use-map-extras.ts'
import { useMapFilter } from './use-map-filter.ts'
import { useMapLook } from './use-map-look.ts'
import { useMapVideos } from './use-map-videos.tsx'
import { useMarkerPointer } from './use-marker-pointer.tsx'
import { useSelection } from './use-selection.ts'
import { useSituationMap } from './use-situation-map.ts'
import { VideoFloat } from './video-float.tsx'
import { WeatherOverlay } from './weather-overlay.tsx'

const BESIDE_PANEL_PX: [number, number] = [-178, 0]

/** The map of all devices: tree, live markers, information windows, live video, tools, and dispatch to alarms. */
export function MapScreen() {
  const t = useText('map')
  const tTools = useText('mapTools')
  const language = useLanguage()
  const [theme] = useThemeMode()
  const map = useDeviceMap(theme)
  const { handle, markers, search, setAddress, select, setStacked, selected, withAlarmOf } = map
  const isPictured = useAfterPicture(handle)
  const [tool, setTool] = useState<Tool>()
  const { videos, watch, close } = useMapVideos()
  const alarmId = Number(search.get('alarm')) || undefined
  const [panel, setPanel] = useState<Panel | undefined>(alarmId ? 'situation' : undefined)

  const [look, setLook] = useMapLook(search, setAddress)
  useMapFilter(markers, map.loaded, look)
  const heat = useAlarmHeat(handle, theme, look.heat)
  const extras = useMapExtras(handle, theme, look.shown)
  const drawing = useMapDrawing({ handle, theme, hidden: look.hidden, tool, onTool: setTool })
  const selection = useSelection(handle, markers)
  const situation = useSituationMap(handle, alarmId)
  const placeDevice = usePlaceDevice()
  const leaveTool = useCallback(() => setTool(undefined), [])

  // The tree goes there after the device's window has opened.
  const selectedInTree = useDeferredValue(selected)

  const latest = useRef({ handle, drawing })
  latest.current = { handle, drawing }

  const deal = (id: number | undefined) => {
    setPanel(id === undefined ? undefined : 'situation')
    setAddress((before) => {
      if (id === undefined) before.delete('alarm')
      else before.set('alarm', String(id))
      return before
    })
  }
  const chooseDevice = useStable((sn: string) => {
    select(sn)
    const node = deviceBySn(sn)
    if (!handle || !node) return
    if (!node.longitude || !node.latitude) notify.info(t('notLocated'))
    else centreOn(handle, handle.provider.toDisplay([node.longitude, node.latitude]))
  })
  const writeTo = (sn: string) => {
    select(sn)
    setPanel('messages')
    const node = deviceBySn(sn)
    // Its window is beside the panel, not below it.
    if (handle && node?.longitude && node.latitude) {
      const at = handle.provider.toDisplay([node.longitude, node.latitude])
      centreOn(handle, at, { offset: BESIDE_PANEL_PX })
    }
  }

  const pointer = useMemo(
    () => ({
      onDevice: (sn: string, alarmed: boolean) => {
        select(sn)
        if (alarmed) void withAlarmOf(sn, (alarm) => open({ kind: 'alarm', alarm }))
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
    [select, setStacked, withAlarmOf],
  )
  const hover = useMarkerPointer(handle, markers, pointer, tool !== undefined && tool.kind !== 'edit')

  const openPanel = useStable((next: Panel | undefined) => {
    setPanel(next)
    if (tool?.kind === 'edit' || tool?.kind === 'draw') setTool(undefined)
  })
  const toGroup = useStable((groupId: number) => {
    if (handle && !showGroup(handle, groupId)) notify.info(tTools('groupNothing'))
  })

  // A link from elsewhere names an alarm: its panel opens.
  useEffect(() => {
    if (alarmId !== undefined) setPanel('situation')
  }, [alarmId])

  return (
    <div className="map-screen" data-fits="phone">
      {isPictured ? (
        <MapPanel
          look={look}
          selected={selectedInTree}
          onLook={setLook}
          onDevice={chooseDevice}
          onWatch={watch}
          onShowGroup={toGroup}
        />
      ) : (
        <div className="map-panel" aria-hidden="true" />
      )}
      <div className="dispatch-map">
        <MapView
          start={map.start}
          theme={theme}
          language={language}
          onMap={map.setHandle}
          onMoved={(place) => setAddress((before) => withPlace(before, place))}
          tools={
            handle &&
            isPictured && (
              <MapToolBar
                handle={handle}
                home={map.home}
                tool={tool}
                panel={panel}
                situation={alarmId !== undefined}
                onTool={setTool}
                onPanel={openPanel}
              />
            )
          }
        >
          {extras.weather && <WeatherOverlay weather={extras.weather} />}
          {handle && tool && (
            <ToolLayer
              handle={handle}
              tool={tool}
              drawings={drawing.drawings.list}
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
                // A refusal has been shown.
                placeDevice(sn, at).catch(() => undefined)
              }}
            />
          )}
          {handle && situation.at && (
            <MapPin handle={handle} at={situation.at} label={tTools('situationPlace')} />
          )}
          {isPictured && (
            <>
              <DeviceMapLayer
                map={map}
                theme={theme}
                hover={hover}
                busy={tool !== undefined}
                onWatch={watch}
                onDispatch={(sn) => void withAlarmOf(sn, (ref) => deal(ref.id))}
                onMessage={writeTo}
                onMove={(sn) => setTool({ kind: 'place', sn })}
              />
              <div className="map-corner map-search-corner dispatch-search">
                <MapSearch language={language} onDevice={chooseDevice} onPlace={map.showPlace} />
                <FilterChips look={look} onLook={setLook} />
                {look.shown.includes('traffic') && <TrafficLegend theme={theme} />}
                {extras.weather && <WeatherLegend weather={extras.weather} />}
              </div>
              <div className="map-corner dispatch-legend">
                <MarkerLegend counts={map.counts} filter={look} theme={theme} onFilter={setLook} />
              </div>
            </>
          )}
          <Suspense>
            <MapSide
              panel={panel}
              theme={theme}
              look={look}
              heat={heat}
              extras={extras}
              drawing={drawing}
              tool={tool}
              selection={selection}
              selected={selected}
              moves={(sn) => markers?.source.moves(sn) ?? false}
              alarmId={alarmId}
              situation={situation}
              onLook={setLook}
              onTool={setTool}
              onPanel={openPanel}
              onDevice={chooseDevice}
              onWatch={watch}
              onMessage={writeTo}
              onGo={({ sn, longitude, latitude }) => {
                select(sn)
                if (handle) centreOn(handle, handle.provider.toDisplay([longitude, latitude]))
              }}
              onEndSituation={() => deal(undefined)}
            />
          </Suspense>
        </MapView>
        {videos.map((video) => (
          // Only the part whose texts are still loading waits for them.
          <Suspense key={`${video.sn}/${video.chnId}`}>
            <VideoFloat channel={video} onClose={() => close(video)} />
          </Suspense>
        ))}
      </div>
    </div>
  )
}
