import { LoadingOutlined } from '@ant-design/icons'
import type { StreamType } from '@backlot/contract/live-video/calls'
import { PLAYBACK_CODES } from '@backlot/contract/recordings/entities'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { PlatformReplyError } from '../../platform/platform-reply-error.ts'
import { useConnectionLost } from '../../platform/use-connection-lost.ts'
import './live-player.css'
import type { Ratio } from './live-player.tsx'
import { mediaSupport } from './media-support.ts'
import { NoSignalIcon } from './no-signal-icon.tsx'
import type { PictureLeader } from './picture-leader.ts'
import { lookFilter, type PictureLook, PLAIN_LOOK } from './picture-look.ts'
import { RecordedSession, type RecordedSnapshot } from './recorded-session.ts'
import { WHOLE_PICTURE, type ZoomView, zoomTransform } from './zoom-box.ts'

type RecordedPlayerProps = {
  channel: { sn: string; chnId: number }
  /** The shown moment; the same object while it is the same. */
  leader: PictureLeader
  /** The recorded moment in the picture; undefined while there is none. */
  onPicture?: (atMs: number | undefined) => void
  /** Text when nothing was recorded at the moment. */
  noneText: string
  streamType?: StreamType
  ratio?: Ratio
  zoom?: ZoomView
  look?: PictureLook
  /** Laid over the picture, to its measures. */
  overlay?: ReactNode
  /** A first picture is there. */
  onShown?: () => void
  /** The element that shows it. */
  ref?: RefObject<HTMLVideoElement | null>
}

/** Recording of a channel at a moment that is controlled elsewhere. Unmounting ends the playback. */
export function RecordedPlayer(props: RecordedPlayerProps) {
  const {
    channel,
    leader,
    onPicture,
    noneText,
    streamType = 'sub',
    ratio = 2,
    zoom = WHOLE_PICTURE,
    look = PLAIN_LOOK,
  } = props
  const { sn, chnId } = channel
  const t = useText('video')
  const ownVideo = useRef<HTMLVideoElement>(null)
  const video = props.ref ?? ownVideo
  const [snapshot, setSnapshot] = useState<RecordedSnapshot>()
  const [attempt, setAttempt] = useState(0)
  const told = useRef({ onPicture, onShown: props.onShown })
  told.current = { onPicture, onShown: props.onShown }

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another session
  useEffect(() => {
    if (!video.current || !mediaSupport().live) return
    setSnapshot(undefined)
    const session = new RecordedSession(video.current, { sn, chnId, streamType }, leader, {
      onChange: (next) => {
        setSnapshot(next)
        if (next.state === 'showing') told.current.onShown?.()
      },
      onPicture: (atMs) => told.current.onPicture?.(atMs),
    })
    return () => session.destroy()
  }, [sn, chnId, streamType, leader, attempt])

  const failure = mediaSupport().live ? undefined : t('player.noMse')
  const isFailed = failure !== undefined || snapshot?.state === 'failed'
  const isLost = useConnectionLost() !== undefined
  const failedWhileLost = useRef(false)
  useEffect(() => {
    if (isLost && isFailed) failedWhileLost.current = true
    else if (!isLost && failedWhileLost.current) {
      failedWhileLost.current = false
      setAttempt((count) => count + 1)
    }
  }, [isLost, isFailed])
  const isLoading = !isFailed && snapshot?.state !== 'showing'
  const inGap = !isFailed && snapshot?.inGap === true
  return (
    <div
      className="player"
      data-state={isFailed ? 'failed' : isLoading ? 'loading' : 'playing'}
      data-ratio={ratio}
      data-cropped
    >
      <div className="player-frame">
        <div className="player-zoom" style={{ transform: zoomTransform(zoom), filter: lookFilter(look) }}>
          <video
            ref={video}
            muted
            playsInline
            disablePictureInPicture
            aria-label={t('player.recordedPicture')}
          />
        </div>
        {props.overlay}
      </div>
      {isLoading && !inGap && (
        <div className="player-overlay" role="status" data-solid>
          <LoadingOutlined aria-hidden />
          <span>{t(isLost ? 'player.unreachable' : 'player.loading')}</span>
        </div>
      )}
      {(isFailed || inGap) && (
        <div className="player-overlay" role="status" data-solid>
          <NoSignalIcon />
          <strong>
            {inGap ? noneText : (failure ?? failureWords(t, snapshot?.failure, noneText, isLost))}
          </strong>
          {isFailed && failure === undefined && (
            <button type="button" className="player-retry" onClick={() => setAttempt(attempt + 1)}>
              {t('player.retry')}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

function failureWords(
  t: ReturnType<typeof useText<'video'>>,
  failure: unknown,
  noneText: string,
  isLost: boolean,
): string {
  if (isLost) return t('player.unreachable')
  if (failure === undefined) return t('player.failed')
  const isNone = failure instanceof PlatformReplyError && failure.code === PLAYBACK_CODES.noRecordingFiles
  return isNone ? noneText : errorText(failure)
}
