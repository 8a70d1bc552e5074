import { DownloadOutlined } from '@ant-design/icons'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { SideFold } from '../../components/side-fold.tsx'
import { useThemeMode } from '../../components/theme/use-theme-mode.ts'
import { ToolButton } from '../../components/tool-button.tsx'
import { DevicePickerDialog } from '../../features/device-tree/device-picker.tsx'
import { loadTree } from '../../features/device-tree/device-store.ts'
import type { MapHandle } from '../../features/map/map-handle.ts'
import { MapView } from '../../features/map/map-view.tsx'
import { open } from '../../features/open.ts'
import { useLanguage, useText } from '../../language/language.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { useSession } from '../../session/session-store.ts'
import { useMayWatch } from '../../session/use-may-watch.ts'
import { ExportDialog } from './export-dialog.tsx'
import { HoverMoment } from './hover-moment.ts'
import './tracks-screen.css'
import './track-results.css'
import './track-map.css'
import './track-bar.css'
import { offersTrack, placeOfUser, videoChannelOf } from './offers-track.ts'
import { QueryPanel } from './query-panel.tsx'
import { ReplayBar } from './replay-bar.tsx'
import { SpeedChart } from './speed-chart.tsx'
import { SpeedLegend } from './speed-legend.tsx'
import { TrackCard } from './track-card.tsx'
import { TrackLists } from './track-lists.tsx'
import { TrackVideo } from './track-video.tsx'
import { useChartTracks, useFitMap } from './use-shown-tracks.ts'
import { useTrackMap } from './use-track-map.ts'
import { useTrackPointer } from './use-track-pointer.tsx'
import { useTrackSearch } from './use-track-search.ts'
import { useTrackWords } from './use-track-words.ts'

/** The track of devices on the map: search, replay, chart, lists, video, export. */
export function TracksScreen() {
  const t = useText('tracks')
  const language = useLanguage()
  const [theme] = useThemeMode()
  const point = useSession((session) => session.userInfo?.config.point)
  const mayWatch = useMayWatch()
  const [start] = useState(() => placeOfUser(point))
  const [handle, setHandle] = useState<MapHandle>()
  const [hover] = useState(() => new HoverMoment())
  const [isPicking, setPicking] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const [isFolded, setFolded] = useState(false)
  const [hidden, setHidden] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<string>()
  const [followed, setFollowed] = useState<string>()
  const [watched, setWatched] = useState<string>()
  const warn = useCallback((text: string) => void notify.warning({ key: 'tracks', content: text }), [])
  const search = useTrackSearch(warn)
  const { form, asked, devices, isLoading, playback } = search
  const { mode } = useSyncExternalStore(playback.subscribe, playback.state)

  useEffect(() => {
    loadTree().catch((error: unknown) => noteProblem('tracks', String(error)))
  }, [])
  const shown = useShown(devices, hidden)
  const { drawn, events, failure } = useTrackMap(handle, theme, shown, playback, hover, followed)
  useFitMap(handle, drawn, asked?.number)
  const focus = devices.find(({ sn }) => sn === chosen) ?? devices.find(({ summary }) => summary?.positions)
  const charted = useChartTracks(shown, focus?.sn)
  const hasPositions = devices.some(({ summary }) => (summary?.positions ?? 0) > 0)
  const why = hasPositions ? '' : t('bar.searchFirst')

  const textOf = useTrackWords(drawn)
  const tip = useTrackPointer(handle, drawn, events, hover, {
    onMoment: ({ sn, atMs }) => {
      setChosen(sn)
      playback.seek(atMs)
    },
    onEvent: (event) => {
      setChosen(event.sn)
      playback.seek(event.fromMs)
      if (event.alarm) {
        const { id, sn, alarmSeq } = event.alarm
        open({ kind: 'alarm', alarm: { id, sn, alarmSeq } })
      }
    },
    textOf,
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const isTyped =
      event.target instanceof HTMLElement && event.target.closest('input, button, [role=slider], .ant-modal')
    if (isTyped || event.ctrlKey || event.metaKey || event.altKey || event.key !== ' ' || why) return
    event.preventDefault()
    playback.toggle()
  }
  const clear = () => {
    search.clear()
    setHidden([])
    setChosen(undefined)
    setFollowed(undefined)
    setWatched(undefined)
  }
  const video = watched === undefined ? undefined : videoChannelOf(watched)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole screen
    <div className="tracks-screen" onKeyDown={onKeyDown}>
      <h1 className="visually-hidden">{t('title')}</h1>
      <aside className="track-panel" data-folded={isFolded || undefined} aria-label={t('panel.label')}>
        {!isFolded && (
          <>
            <QueryPanel
              form={form}
              isLoading={isLoading}
              isPlaying={mode === 'playing'}
              hasTracks={devices.length > 0}
              onForm={search.setForm}
              onPick={() => setPicking(true)}
              onSearch={() => search.search()}
              onStartStop={search.startStop}
              onClear={clear}
            />
            <div className="track-results">
              {devices.map((device, i) => (
                <TrackCard
                  key={device.sn}
                  device={device}
                  place={i}
                  playback={playback}
                  isFocus={device.sn === focus?.sn}
                  isHidden={hidden.includes(device.sn)}
                  isFollowed={device.sn === followed}
                  hasVideo={mayWatch && videoChannelOf(device.sn) !== undefined}
                  isVideoOpen={device.sn === watched}
                  onFocus={() => setChosen(device.sn)}
                  onHide={() =>
                    setHidden(
                      hidden.includes(device.sn)
                        ? hidden.filter((sn) => sn !== device.sn)
                        : [...hidden, device.sn],
                    )
                  }
                  onFollow={() => setFollowed(device.sn === followed ? undefined : device.sn)}
                  onVideo={() => setWatched(device.sn === watched ? undefined : device.sn)}
                />
              ))}
              {focus && (
                <TrackLists
                  device={focus}
                  drawn={drawn.find(({ track }) => track.sn === focus.sn)}
                  provider={handle?.provider}
                  onMoment={(atMs) => playback.seek(atMs)}
                />
              )}
            </div>
          </>
        )}
        <SideFold
          folded={isFolded}
          label={isFolded ? t('panel.unfold') : t('panel.fold')}
          onFold={setFolded}
        />
      </aside>
      <div className="track-main">
        <div className="track-map">
          <MapView start={start} theme={theme} language={language} onMap={setHandle}>
            {tip}
            {hasPositions && (
              <div className="map-corner track-legend">
                <SpeedLegend theme={theme} />
              </div>
            )}
            {failure !== undefined && (
              <div className="map-notice" role="alert">
                {t('drawingFailed', { reason: failure })}
              </div>
            )}
            {asked && !isLoading && !hasPositions && devices.every(({ error }) => error === undefined) && (
              <div className="map-notice track-empty" role="status">
                {t('empty')}
              </div>
            )}
          </MapView>
          {video && (
            <TrackVideo
              key={`${watched}/${asked?.number}`}
              channel={video}
              playback={playback}
              onClose={() => setWatched(undefined)}
            />
          )}
        </div>
        <footer className="track-foot">
          <ReplayBar playback={playback} why={why}>
            <ToolButton
              label={t('export.title')}
              why={why}
              icon={<DownloadOutlined />}
              onClick={() => setExporting(true)}
            />
          </ReplayBar>
          {hasPositions ? (
            <SpeedChart
              tracks={charted}
              span={playback.span}
              playback={playback}
              hover={hover}
              theme={theme}
            />
          ) : (
            <p className="track-hint">{t(isLoading ? 'card.loading' : 'hint')}</p>
          )}
        </footer>
      </div>
      {isPicking && (
        <DevicePickerDialog
          title={t('query.pick')}
          want="device"
          source="mapReplay"
          multiple
          ticked={form.sns}
          filter={offersTrack}
          onPick={(picked) => {
            if (search.pick(picked.map(({ sn }) => sn))) setPicking(false)
          }}
          onCancel={() => setPicking(false)}
        />
      )}
      {isExporting && asked && (
        <ExportDialog
          sns={devices.map(({ sn }) => sn)}
          span={asked.span}
          onClose={() => setExporting(false)}
        />
      )}
    </div>
  )
}

/** Devices that are not hidden; the same list while they are the same. */
function useShown<D extends { sn: string }>(devices: readonly D[], hidden: readonly string[]): readonly D[] {
  const kept = useRef<readonly D[]>([])
  const shown = devices.filter(({ sn }) => !hidden.includes(sn))
  const isSame = shown.length === kept.current.length && shown.every((one, i) => one === kept.current[i])
  if (!isSame) kept.current = shown
  return kept.current
}
