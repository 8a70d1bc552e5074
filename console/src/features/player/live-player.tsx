import { DashboardOutlined, LoadingOutlined, WarningOutlined } from '@ant-design/icons'
import { isDeviceOnline } from '@backlot/contract/devices/entities'
import type { StreamType } from '@backlot/contract/live-video/calls'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useText } from '../../language/language.ts'
import { channel } from '../../platform/channel.ts'
import { useConnectionLost } from '../../platform/use-connection-lost.ts'
import { useDevice } from '../device-tree/device-store.ts'
import { isChannelOnline } from '../device-tree/tree-entry.ts'
import { Diagnosis } from './diagnosis.tsx'
import './live-player.css'
import { LiveSession } from './live-session.ts'
import type { LiveSnapshot } from './live-snapshot.ts'
import { NoSignalIcon } from './no-signal-icon.tsx'
import { lookFilter, type PictureLook, PLAIN_LOOK } from './picture-look.ts'
import { keepStill } from './still.ts'
import { useAutoClose } from './use-auto-close.ts'
import { Volume } from './volume.ts'
import { whyNoPicture } from './why-no-picture.ts'
import { WHOLE_PICTURE, type ZoomView, zoomTransform } from './zoom-box.ts'

/** 0 fill, 1 is 4:3, 2 is 16:9 (stated). */
export type Ratio = 0 | 1 | 2

export type LivePlayerHandle = {
  video(): HTMLVideoElement | null
  session(): LiveSession | undefined
  /** Plays again from a clean record. */
  retry(): void
}

type LivePlayerProps = {
  sn: string
  chnId: number
  streamType?: StreamType
  muted?: boolean
  /** Percent, up to 200. */
  volume?: number
  ratio?: Ratio
  zoom?: ZoomView
  look?: PictureLook
  /** False: when this computer is busy, the window may show fewer pictures. */
  attended?: boolean
  /** Shows the picture's own data. */
  diagnosis?: boolean
  /** Gives the stream up when nobody operated the page for the minutes of the setting; the owner does not do it. */
  autoClose?: boolean
  /** Laid over the picture, to its measures. */
  overlay?: ReactNode
  onState?: (snapshot: LiveSnapshot) => void
  ref?: Ref<LivePlayerHandle>
}

/**
 * Live video of one channel, on its own: requests the stream, plays it, retries by the player policy, and shows
 * loading, no signal or failure. Unmounting gives the stream up.
 */
export function LivePlayer({
  sn,
  chnId,
  streamType = 'sub',
  muted = true,
  volume = 100,
  ratio = 2,
  zoom = WHOLE_PICTURE,
  look = PLAIN_LOOK,
  attended = true,
  diagnosis = false,
  autoClose = false,
  overlay,
  onState,
  ref,
}: LivePlayerProps) {
  const t = useText('video')
  const video = useRef<HTMLVideoElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const loudness = useRef<Volume>(undefined)
  const [session, setSession] = useState<LiveSession>()
  const [snapshot, setSnapshot] = useState<LiveSnapshot>()
  const told = useRef(onState)
  told.current = onState
  const mutedAtStart = useRef(muted)
  mutedAtStart.current = muted

  /** The channel before, and whether its pictures carry the strip: another stream of it looks the same. */
  const last = useRef({ place: '', hasStrip: false })

  const [closedAfter, setClosedAfter] = useState<number>()
  const isClosed = closedAfter !== undefined
  useAutoClose(setClosedAfter, { running: autoClose && !isClosed })

  useEffect(() => {
    if (!video.current || isClosed) return
    const place = `${sn}/${chnId}`
    if (last.current.place !== place) {
      last.current = { place, hasStrip: false }
      if (canvas.current) canvas.current.hidden = true
    }
    const live = new LiveSession(
      video.current,
      { sn, chnId, streamType },
      {
        muted: mutedAtStart.current,
        hasStrip: last.current.hasStrip,
        onChange: (next) => {
          setSnapshot(next)
          last.current.hasStrip = next.hasStrip
          const over = next.state === 'playing' || next.state === 'no-signal' || next.state === 'failed'
          if (over && canvas.current) canvas.current.hidden = true
          told.current?.(next)
        },
        beforeClose: () => {
          if (video.current && canvas.current) keepStill(video.current, canvas.current)
        },
      },
    )
    setSession(live)
    live.start()
    const stopListening = channel.onState((state) => {
      if (state === 'open') live.wake()
    })
    return () => {
      stopListening()
      live.destroy()
      setSession(undefined)
    }
  }, [sn, chnId, streamType, isClosed])

  useEffect(() => session?.setMuted(muted), [session, muted])
  useEffect(() => session?.setAttended(attended), [session, attended])
  useEffect(() => {
    if (muted || !video.current) return
    loudness.current ??= new Volume(video.current)
    loudness.current.set(volume)
  }, [muted, volume])

  const device = useDevice(sn)
  const online =
    device !== undefined &&
    isChannelOnline(
      device.chnList?.find((candidate) => candidate.chnId === chnId),
      isDeviceOnline(device),
    )
  useEffect(() => {
    if (online) session?.wake()
  }, [session, online])

  useImperativeHandle(
    ref,
    () => ({ video: () => video.current, session: () => session, retry: () => session?.start() }),
    [session],
  )

  const isLost = useConnectionLost() !== undefined
  const state = isClosed ? 'idle' : (snapshot?.state ?? 'loading')
  return (
    <div
      className="player"
      data-state={state}
      data-ratio={ratio}
      data-cropped={(snapshot?.hasStrip && !diagnosis) || undefined}
    >
      <div className="player-frame">
        <div className="player-zoom" style={{ transform: zoomTransform(zoom), filter: lookFilter(look) }}>
          <video ref={video} muted playsInline disablePictureInPicture aria-label={t('player.picture')} />
          <canvas ref={canvas} hidden aria-hidden />
        </div>
        {overlay}
        {state === 'playing' && snapshot && (
          <div className="player-notes">
            {snapshot.picture !== 'moving' && (
              <div className="player-note" role="status">
                <WarningOutlined aria-hidden />
                <span>{t(`player.${snapshot.picture}`)}</span>
              </div>
            )}
            {snapshot.fewerPictures && (
              // No status: a wall of windows would read the same words a dozen times.
              <div className="player-note player-fewer" title={t('player.fewerPictures')}>
                <DashboardOutlined aria-hidden />
                <span>{t('player.fewerPictures')}</span>
              </div>
            )}
          </div>
        )}
      </div>
      {isClosed && (
        <div className="player-overlay" role="status">
          <span>{t('player.closed', { count: closedAfter })}</span>
          <button type="button" className="player-retry" onClick={() => setClosedAfter(undefined)}>
            {t('player.resume')}
          </button>
        </div>
      )}
      {state === 'loading' && (
        <div className="player-overlay" role="status">
          <LoadingOutlined aria-hidden />
          <span>{t(isLost ? 'player.unreachable' : 'player.loading')}</span>
        </div>
      )}
      {(state === 'no-signal' || state === 'failed') && (
        <div className="player-overlay" role="status">
          <NoSignalIcon />
          <NoPictureText snapshot={snapshot} isLost={isLost} />
          <button type="button" className="player-retry" onClick={() => session?.start()}>
            {t('player.retry')}
          </button>
        </div>
      )}
      {/* What cannot be decoded has facts, too. */}
      {diagnosis && session && (state === 'playing' || snapshot?.error === 'codec') && (
        <Diagnosis session={session} />
      )}
    </div>
  )
}

/** Why there is no picture, in the operator's words: small windows show the first line alone. */
function NoPictureText({ snapshot, isLost }: { snapshot: LiveSnapshot | undefined; isLost: boolean }) {
  const t = useText('video')
  const why = snapshot && whyNoPicture(snapshot, isLost)
  const text = why && ('text' in why ? t(why.text) : why.said)
  // The camera is not at fault: its signal is not known.
  if (why && 'text' in why && why.text === 'player.unreachable') return <strong>{text}</strong>
  return (
    <>
      <strong>{t('player.noSignal')}</strong>
      {text !== undefined && <span>{text}</span>}
    </>
  )
}
