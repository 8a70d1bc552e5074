import { CaretRightOutlined, HistoryOutlined, PauseOutlined } from '@ant-design/icons'
import type { StreamType } from '@backlot/contract/live-video/calls'
import { type ReactNode, type RefObject, useEffect, useMemo, useState } from 'react'
import type { PictureLook } from '../../features/player/picture-look.ts'
import { RecordedPlayer } from '../../features/player/recorded-player.tsx'
import type { ZoomView } from '../../features/player/zoom-box.ts'
import { useText } from '../../language/language.ts'
import { formatTime, platformNow } from '../../platform/clock.ts'
import './past-player.css'
import type { Place, WallWindow, WindowPast } from './window-grid.ts'
import type { WindowAction } from './window-menu.tsx'
import { behindText } from './window-past.ts'

const LOOK_MS = 250 as const

type PastPlayerProps = {
  place: Place
  past: WindowPast
  stream: StreamType
  ratio: WallWindow['ratio']
  zoom: ZoomView
  look: PictureLook
  /** The recorded moment in the picture. */
  pictureMs: number | undefined
  video: RefObject<HTMLVideoElement | null>
  overlay: ReactNode
  onPicture: (atMs: number | undefined) => void
  onAction: (action: WindowAction) => void
}

/** The recordings of a channel in its live window, marked as such, with the way back. */
export function PastPlayer(props: PastPlayerProps) {
  const { place, past, pictureMs, onAction } = props
  const t = useText('video')
  const { moment, instant } = past
  const { sn, chnId } = place
  const channel = useMemo(() => ({ sn, chnId }), [sn, chnId])
  const [, redraw] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => redraw((count) => count + 1), LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  const atMs = moment.positionMs()
  const isStill = !moment.isRunning()
  return (
    <>
      <RecordedPlayer
        channel={channel}
        leader={moment}
        streamType={props.stream}
        ratio={props.ratio}
        zoom={props.zoom}
        look={props.look}
        ref={props.video}
        overlay={props.overlay}
        noneText={t('past.none')}
        onPicture={props.onPicture}
        // An instant replay loses nothing to the start of its playback.
        onShown={() => instant && moment.positionMs() === instant.fromMs && moment.play()}
      />
      <i className="past-frame" />
      {/* biome-ignore lint/a11y/useSemanticElements: a group of a window, no form */}
      <div className="window-past" role="group" aria-label={t('past.title')}>
        <HistoryOutlined aria-hidden />
        <output aria-label={t('past.behind')} data-ms={Math.round(atMs)}>
          {behindText(atMs, platformNow())}
        </output>
        <time>{formatTime(pictureMs ?? atMs).slice(-8)}</time>
        <button
          type="button"
          aria-label={t(isStill ? 'window.play' : 'window.pause')}
          title={t(isStill ? 'window.play' : 'window.pause')}
          onClick={() => onAction('pause')}
        >
          {isStill ? <CaretRightOutlined /> : <PauseOutlined />}
        </button>
        <button type="button" className="past-live" title={t('past.live')} onClick={() => onAction('live')}>
          {t('past.liveShort')}
        </button>
        {instant && (
          <i
            className="past-progress"
            style={{ inlineSize: `${((atMs - instant.fromMs) / (instant.toMs - instant.fromMs)) * 100}%` }}
          />
        )}
      </div>
    </>
  )
}
