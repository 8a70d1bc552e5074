import type { StreamType } from '@backlot/contract/live-video/calls'
import { type DragEvent, memo, useEffect, useRef, useState } from 'react'
import {
  DRAG_TYPE,
  type DraggedDevice,
  GROUP_DRAG_TYPE,
  readDragged,
} from '../../features/device-tree/tree-pick.ts'
import { DewarpLayer } from '../../features/dewarp/dewarp-layer.tsx'
import { useDewarp } from '../../features/dewarp/use-dewarp.ts'
import { favouriteOf, useFavourites } from '../../features/favourites/favourite-store.ts'
import { LivePlayer, type LivePlayerHandle } from '../../features/player/live-player.tsx'
import type { LiveSnapshot } from '../../features/player/live-snapshot.ts'
import { usePictureZoom } from '../../features/player/use-picture-zoom.ts'
import { WHOLE_PICTURE, zoomInto } from '../../features/player/zoom-box.ts'
import { type PtzPoint, pointOfBox } from '../../features/ptz/point-box.ts'
import { useText } from '../../language/language.ts'
import { useSettings } from '../../platform/settings-store.ts'
import { DoubleClick } from './double-click.ts'
import { EmptyWindow } from './empty-window.tsx'
import { LookPanel } from './look-panel.tsx'
import { PastPlayer } from './past-player.tsx'
import { useMic } from './use-mic.ts'
import { usePast } from './use-past.ts'
import { usePlace } from './use-place.ts'
import { useIsRecording } from './use-recording.ts'
import { useWindowActions } from './use-window-actions.ts'
import { recordingKey } from './wall-recordings.ts'
import { useThisWall } from './wall-store.ts'
import { WindowBar } from './window-bar.tsx'
import { changeWindow, selectWindow, toggleMaximised, type WallWindow } from './window-grid.ts'
import type { WindowAction } from './window-menu.tsx'
import { WindowTitle } from './window-title.tsx'
import { ZoomLayer } from './zoom-layer.tsx'

type VideoWindowProps = {
  one: WallWindow
  /** The stream that the wall has room for. */
  stream: StreamType
  selected: boolean
  maximised: boolean
  /** Behind the maximised one: continues playing out of sight. */
  hidden: boolean
  area: string
  /** A point or a box of the picture turns the camera there. */
  pointing: boolean
  onPtz: () => void
  onPoint: (point: PtzPoint) => void
  onFullScreen: () => void
  onDropped: (dropped: Dropped, id: number) => void
  /** `demoted`: the player has just given the main stream up. */
  onState: (id: number, snapshot: LiveSnapshot | undefined, demoted: boolean) => void
}

/** Format of a window that is dragged onto another. */
const WINDOW_TYPE = 'application/x-backlot-window'
const DROPS = [DRAG_TYPE, GROUP_DRAG_TYPE, WINDOW_TYPE]

/** Item dropped on a window: a device or channel, a group by its key in the tree, or another window. */
export type Dropped = DraggedDevice | { group: string } | { window: number }

function readDropped(transfer: DataTransfer): Dropped | undefined {
  const window = transfer.getData(WINDOW_TYPE)
  if (window !== '') return { window: Number(window) }
  const group = transfer.getData(GROUP_DRAG_TYPE)
  return group === '' ? readDragged(transfer) : { group }
}

/** The action of a key of a window. */
function keyAction(key: string, is: { isBack: boolean; isZoomed: boolean }): WindowAction | undefined {
  if (key === '0') return is.isZoomed ? 'zoomReset' : undefined
  if (key === 'r' || key === 'R') return 'instant'
  if (!is.isBack) return undefined
  if (key === 'l' || key === 'L') return 'live'
  return key === ' ' ? 'pause' : undefined
}

/** One for the page: a double click is on one window. */
const doubleClick = new DoubleClick()

/** One window of the wall. */
export const VideoWindow = memo(function VideoWindow(props: VideoWindowProps) {
  const { one, stream, selected, maximised, pointing } = props
  const t = useText('video')
  const wall = useThisWall()
  const player = useRef<LivePlayerHandle>(null)
  const [snapshot, setSnapshot] = useState<LiveSnapshot>()
  const root = useRef<HTMLDivElement>(null)
  const [zooming, setZooming] = useState(false)
  const [over, setOver] = useState(false)
  const volume = useSettings((settings) => settings.speakerVolume)
  const { id, place, paused } = one
  const { device, name, steerable } = usePlace(place)
  const favourite = useFavourites(({ list }) => place && favouriteOf(list, place.sn, place.chnId))
  const micOn = useMic(place)
  const past = usePast(one)
  const recordedVideo = useRef<HTMLVideoElement>(null)
  const [pictureMs, setPictureMs] = useState<number>()
  const playing = snapshot?.state === 'playing' && place !== undefined && !paused && !past
  const dewarp = useDewarp(place)
  const isDewarped = dewarp.view !== undefined
  const hasPicture = playing || past !== undefined
  const { zoom, setZoom, isZoomed, hasPanned, pan } = usePictureZoom(root, hasPicture && !isDewarped)
  const [looking, setLooking] = useState(false)
  const recording = useIsRecording(place)
  const toggleRecording = () => {
    if (!place) return
    if (recording) wall.recordings.stop(recordingKey(place))
    else wall.recordings.start(place, snapshot?.streamType ?? stream, name)
  }

  const onState = (next: LiveSnapshot | undefined) => {
    const demoted = next?.streamType === 'sub' && snapshot?.streamType === 'main' && stream === 'main'
    setSnapshot(next)
    props.onState(id, next, demoted)
  }
  // No live picture is there meanwhile: what it said of itself holds no longer.
  const isBack = past !== undefined
  const forget = useRef<() => void>(undefined)
  forget.current = () => onState(undefined)
  useEffect(() => {
    setPictureMs(undefined)
    if (isBack) forget.current?.()
  }, [isBack])
  const rest = () => {
    setZoom(WHOLE_PICTURE)
    setZooming(false)
    setLooking(false)
    onState(undefined)
  }
  const shownVideo = () => recordedVideo.current ?? player.current?.video() ?? null
  const actions = useWindowActions({
    one,
    name,
    video: shownVideo,
    pictureMs: past ? (pictureMs ?? past.moment.positionMs()) : undefined,
    micOn,
    setZoom,
    setZooming,
    onDewarp: () => {
      setZoom(WHOLE_PICTURE)
      setZooming(false)
      dewarp.toggle()
    },
    onLook: () => setLooking(true),
    rest,
    onFullScreen: props.onFullScreen,
  })
  // The only window in sight has the machine to itself: a demoted stream is tried again.
  useEffect(() => {
    if (maximised) player.current?.session()?.promote()
  }, [maximised])

  const accept = (event: DragEvent) => {
    const { types } = event.dataTransfer
    if (!DROPS.some((type) => types.includes(type))) return
    event.preventDefault()
    event.dataTransfer.dropEffect = types.includes(WINDOW_TYPE) ? 'move' : 'copy'
    setOver(true)
  }
  const layer = zooming || pointing
  const inAlarm = device?.alarmFlg === 1
  const dewarped = isDewarped && <DewarpLayer dewarp={dewarp} video={shownVideo} look={one.look} />

  return (
    // biome-ignore lint/a11y/useSemanticElements: a window is no form
    <div
      ref={root}
      className="video-window"
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: windows are selected and steered by keyboard
      tabIndex={0}
      aria-label={`${t('window.label', { number: id + 1 })}, ${name || t('window.empty')}`}
      aria-current={selected}
      aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight R L Space 0"
      data-window={id}
      data-selected={selected || undefined}
      data-over={over || undefined}
      data-alarm={inAlarm || undefined}
      data-zoomed={isZoomed || undefined}
      draggable={place !== undefined && !layer && !isZoomed && !isDewarped}
      data-state={place ? (past ? 'past' : paused ? 'paused' : (snapshot?.state ?? 'loading')) : 'empty'}
      hidden={props.hidden}
      style={{ gridArea: props.area }}
      {...pan}
      onPointerDown={(event) => {
        doubleClick.press(event.timeStamp)
        pan.onPointerDown(event)
      }}
      onClick={(event) => {
        wall.change((grid) => selectWindow(grid, id))
        const onPicture = !(event.target as Element).closest(
          'button, .ant-dropdown, .ant-popover, .look-panel',
        )
        if (!onPicture || hasPanned() || !doubleClick.click(id, event.timeStamp)) return
        if (isZoomed) setZoom(WHOLE_PICTURE)
        else wall.change((grid) => toggleMaximised(grid, id))
      }}
      onFocus={(event) => {
        if (event.target === event.currentTarget) wall.change((grid) => selectWindow(grid, id))
      }}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
        if (dewarp.key(event)) {
          event.preventDefault()
          event.stopPropagation()
          return
        }
        const action = keyAction(event.key, { isBack: past !== undefined, isZoomed })
        if (!action || !place) return
        event.preventDefault()
        event.stopPropagation()
        if (!event.repeat) actions(action)
      }}
      onDragStart={(event) => {
        // Dragging a control inside a window, such as its volume, does not move the window.
        if (event.target !== event.currentTarget && !(event.target as Element).matches('.window-title'))
          return
        event.dataTransfer.setData(WINDOW_TYPE, String(id))
        event.dataTransfer.effectAllowed = 'move'
      }}
      onDragOver={accept}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        setOver(false)
        const dropped = readDropped(event.dataTransfer)
        if (!dropped) return
        event.preventDefault()
        props.onDropped(dropped, id)
      }}
    >
      {place && past && (
        <PastPlayer
          key={`${place.sn}/${place.chnId}`}
          place={place}
          past={past}
          stream={stream}
          ratio={one.ratio}
          zoom={zoom}
          look={one.look}
          pictureMs={pictureMs}
          video={recordedVideo}
          overlay={dewarped}
          onPicture={setPictureMs}
          onAction={actions}
        />
      )}
      {place && !paused && !past && (
        <LivePlayer
          key={`${place.sn}/${place.chnId}`}
          ref={player}
          sn={place.sn}
          chnId={place.chnId}
          streamType={stream}
          muted={one.muted}
          volume={volume}
          ratio={one.ratio}
          zoom={zoom}
          look={one.look}
          attended={selected || maximised || !one.muted || micOn || recording}
          diagnosis={one.diagnosis}
          overlay={
            dewarped ||
            (layer && playing && (
              <ZoomLayer
                label={t(pointing ? 'ptz.pointHint' : 'window.zoom')}
                onBox={(box, drag) => {
                  if (pointing) {
                    props.onPoint(pointOfBox(drag, { zoom, cropped: snapshot.hasStrip && !one.diagnosis }))
                    return
                  }
                  setZooming(false)
                  setZoom((before) => zoomInto(before, box))
                }}
              />
            ))
          }
          onState={onState}
        />
      )}
      {!place && <EmptyWindow id={id} selected={selected} />}
      {place && (
        <>
          <WindowTitle
            name={name}
            paused={paused}
            past={past}
            zoom={zoom.scale}
            isHandle={isZoomed || isDewarped}
            look={one.look}
            snapshot={snapshot}
            recording={recording}
            micOn={micOn}
            inAlarm={inAlarm}
            player={player}
          />
          {paused && <div className="window-paused">{t('window.paused')}</div>}
          <WindowBar
            one={one}
            is={{
              playing,
              paused,
              past: past && (past.moment.isRunning() ? 'playing' : 'paused'),
              favourite: favourite !== undefined,
              zoomed: isZoomed,
              fisheye: dewarp.isFisheye,
              dewarped: isDewarped,
              maximised,
              micOn,
              steerable,
              hasAudio: snapshot?.hasAudio ?? true,
              recording,
              stream: snapshot?.streamType ?? stream,
            }}
            onRecord={toggleRecording}
            onPtz={props.onPtz}
            onAction={actions}
          />
          {looking && (
            <LookPanel
              look={one.look}
              onLook={(look) => wall.change((grid) => changeWindow(grid, id, { look }))}
              onClose={() => {
                setLooking(false)
                root.current?.focus()
              }}
            />
          )}
        </>
      )}
    </div>
  )
})
