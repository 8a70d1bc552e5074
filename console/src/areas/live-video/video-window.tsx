import { LIMITS } from '@backlot/contract/limits'
import { manualSnapshot } from '@backlot/contract/live-video/calls'
import { App } from 'antd'
import { type DragEvent, memo, useRef, useState } from 'react'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { DRAG_TYPE, readDragged } from '../../parts/device-tree/tree-pick.ts'
import { favouriteOf, toggleFavourite, useFavourites } from '../../parts/favourites/favourite-store.ts'
import { LivePlayer, type LivePlayerHandle } from '../../parts/player/live-player.tsx'
import type { LiveSnapshot } from '../../parts/player/live-session.ts'
import { pictureOf, randomSeq, saveFile } from '../../parts/player/snapshot.ts'
import { WHOLE_PICTURE, zoomBy, zoomInto } from '../../parts/player/zoom-box.ts'
import { request } from '../../platform/client.ts'
import { formatTime, platformNow } from '../../platform/clock.ts'
import { DoubleClick } from './double-click.ts'
import { SpeedText } from './speed-text.tsx'
import { usePlace } from './use-place.ts'
import { useRecording } from './use-recording.ts'
import { changeWall } from './wall-store.ts'
import { WindowBar } from './window-bar.tsx'
import { changeWindow, closeWindow, selectWindow, toggleMaximised, type WallWindow } from './window-grid.ts'
import type { WindowAction } from './window-menu.tsx'
import { ZoomLayer } from './zoom-layer.tsx'

type VideoWindowProps = {
  one: WallWindow
  selected: boolean
  maximised: boolean
  /** Behind the maximised one: goes on playing out of sight. */
  hidden: boolean
  area: string
  onPtz: () => void
  onDropped: (dragged: { sn: string; chnId?: number }, id: number) => void
  onState: (id: number, snapshot: LiveSnapshot | undefined) => void
}

/** One for the wall: a double click is on one window. */
const doubleClick = new DoubleClick()

/** One window of the wall. */
export const VideoWindow = memo(function VideoWindow(props: VideoWindowProps) {
  const { one, selected, maximised } = props
  const t = useText('video')
  const { message } = App.useApp()
  const player = useRef<LivePlayerHandle>(null)
  const [snapshot, setSnapshot] = useState<LiveSnapshot>()
  const [zoom, setZoom] = useState(WHOLE_PICTURE)
  const [zooming, setZooming] = useState(false)
  const [over, setOver] = useState(false)
  const { id, place, paused } = one
  const { device, channel, name } = usePlace(place)
  const favourite = useFavourites(({ list }) => place && favouriteOf(list, place.sn, place.chnId))
  const playing = snapshot?.state === 'playing' && place !== undefined && !paused
  const recording = useRecording(player, name, playing)
  const change = (part: Partial<WallWindow>) => changeWall((grid) => changeWindow(grid, id, part))

  const onState = (next: LiveSnapshot | undefined) => {
    setSnapshot(next)
    props.onState(id, next)
  }
  const rest = () => {
    setZoom(WHOLE_PICTURE)
    setZooming(false)
    onState(undefined)
  }

  const takeSnapshot = async () => {
    const video = player.current?.video()
    if (!place || !video) return
    try {
      saveFile(await pictureOf(video), `${name}_${formatTime(platformNow())}.jpg`)
      const seq = randomSeq(LIMITS.snapshotSeqLength)
      await request(manualSnapshot, { body: { sn: place.sn, chnId: place.chnId, seq } })
      message.success(t('done.snapshot'))
    } catch (error) {
      message.error(errorText(error))
    }
  }
  const toggleFavour = async () => {
    if (!place) return
    try {
      const done = await toggleFavourite({ ...place, name })
      message.success(t(done === 'added' ? 'done.favouriteAdded' : 'done.favouriteRemoved'))
    } catch (error) {
      message.error(errorText(error))
    }
  }
  const act = (action: WindowAction) => {
    if (action === 'favourite') void toggleFavour()
    else if (action === 'zoom') setZooming(true)
    else if (action === 'zoomReset') setZoom(WHOLE_PICTURE)
    else if (action === 'diagnosis') change({ diagnosis: !one.diagnosis })
    else if (action === 'maximise') changeWall((grid) => toggleMaximised(grid, id))
    else if (action === 'main' || action === 'sub') change({ streamType: action })
    else change({ ratio: Number(action.slice(-1)) as WallWindow['ratio'] })
  }
  const accept = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(DRAG_TYPE)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the wall hears the keys of its windows
    // biome-ignore lint/a11y/useSemanticElements: a window is no form
    <div
      className="video-window"
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: windows are selected and steered by keyboard
      tabIndex={0}
      aria-label={`${t('window.label', { number: id + 1 })}, ${name || t('window.empty')}`}
      aria-current={selected}
      data-window={id}
      data-selected={selected || undefined}
      data-over={over || undefined}
      data-state={place ? (paused ? 'paused' : (snapshot?.state ?? 'loading')) : 'empty'}
      hidden={props.hidden}
      style={{ gridArea: props.area }}
      onPointerDown={(event) => doubleClick.press(event.timeStamp)}
      onClick={(event) => {
        changeWall((grid) => selectWindow(grid, id))
        const onPicture = !(event.target as Element).closest('button, .ant-dropdown')
        if (onPicture && doubleClick.click(id, event.timeStamp))
          changeWall((grid) => toggleMaximised(grid, id))
      }}
      onFocus={(event) => {
        if (event.target === event.currentTarget) changeWall((grid) => selectWindow(grid, id))
      }}
      onWheel={(event) => {
        if (playing && (event.ctrlKey || zoom.scale > 1)) setZoom(zoomBy(zoom, event.deltaY < 0 ? 1.25 : 0.8))
      }}
      onDragOver={accept}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        setOver(false)
        const dragged = readDragged(event.dataTransfer)
        if (!dragged) return
        event.preventDefault()
        props.onDropped(dragged, id)
      }}
    >
      {place && !paused && (
        <LivePlayer
          key={`${place.sn}/${place.chnId}/${one.streamType}`}
          ref={player}
          sn={place.sn}
          chnId={place.chnId}
          streamType={one.streamType}
          muted={one.muted}
          ratio={one.ratio}
          zoom={zoom}
          diagnosis={one.diagnosis}
          overlay={
            zooming &&
            playing && (
              <ZoomLayer
                label={t('window.zoom')}
                onBox={(box) => {
                  setZooming(false)
                  if (box) setZoom((before) => zoomInto(before, box))
                }}
              />
            )
          }
          onState={onState}
        />
      )}
      {!place && (
        <div className="window-empty">
          <span className="window-number">{id + 1}</span>
          {selected && <span className="window-hint">{t('window.hintSelected')}</span>}
          {!selected && <span className="window-hint">{t('window.hint')}</span>}
        </div>
      )}
      {place && (
        <>
          <header className="window-title">
            <span className="window-name" title={name}>
              {name}
            </span>
            {snapshot?.source === 'clip' && <span className="window-clip">{t('window.clip')}</span>}
            {recording.since !== undefined && <span className="window-rec">{t('window.recording')}</span>}
            {playing && <SpeedText player={player} />}
          </header>
          {paused && <div className="window-paused">{t('window.paused')}</div>}
          <WindowBar
            one={one}
            is={{
              playing,
              paused,
              favourite: favourite !== undefined,
              zoomed: zoom.scale > 1,
              maximised,
              steerable: channel?.isPtz ?? device?.isPtz ?? true,
              hasAudio: snapshot?.hasAudio ?? true,
              recording: recording.since !== undefined,
              canRecord: recording.supported,
              demoted: snapshot !== undefined && snapshot.streamType !== one.streamType,
            }}
            onPause={() => {
              change({ paused: !paused })
              rest()
            }}
            onStop={() => {
              changeWall((grid) => closeWindow(grid, id))
              rest()
            }}
            onMute={() => change({ muted: !one.muted })}
            onSnapshot={() => void takeSnapshot()}
            onRecord={recording.toggle}
            onPtz={props.onPtz}
            onAction={act}
          />
        </>
      )}
    </div>
  )
})
