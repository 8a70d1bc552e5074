import {
  CameraOutlined,
  CloseOutlined,
  CompressOutlined,
  ExpandOutlined,
  LoadingOutlined,
  SoundOutlined,
} from '@ant-design/icons'
import { Popover } from 'antd'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useChannel } from '../../features/channel-list/use-channel.ts'
import { readDragged } from '../../features/device-tree/tree-pick.ts'
import { DewarpLayer } from '../../features/dewarp/dewarp-layer.tsx'
import { DewarpIcon } from '../../features/dewarp/icons.tsx'
import { useDewarp } from '../../features/dewarp/use-dewarp.ts'
import { useText } from '../../language/language.ts'
import '../../features/player/live-player.css'
import { VolumeSlider } from '../../components/volume-slider.tsx'
import type { Ratio } from '../../features/player/live-player.tsx'
import { NoSignalIcon } from '../../features/player/no-signal-icon.tsx'
import { keepStill } from '../../features/player/still.ts'
import { usePictureZoom } from '../../features/player/use-picture-zoom.ts'
import { Volume } from '../../features/player/volume.ts'
import { WHOLE_PICTURE, zoomTransform } from '../../features/player/zoom-box.ts'
import { formatTime } from '../../platform/clock.ts'
import { useSettings } from '../../platform/settings-store.ts'
import { useConnectionLost } from '../../platform/use-connection-lost.ts'
import { failureText } from './failure-text.ts'
import { MutedIcon } from './icons.tsx'
import type { ReplayChannel } from './replay-channel.ts'
import type { ReplayMember, ReplaySession, ReplaySnapshot } from './replay-session.ts'
import { ReplayStream, type StreamSnapshot } from './replay-stream.ts'

export type WindowVideo = { video: HTMLVideoElement; pictureMs: number | undefined }

type ReplayWindowProps = {
  number: number
  channel: ReplayChannel
  session: ReplaySession
  snapshot: ReplaySnapshot
  member: ReplayMember | undefined
  /** Why its files are not known. */
  queryError: unknown
  /** Hint on what to do before it plays. */
  hint: string
  isSelected: boolean
  isMaximised: boolean
  hasOthers: boolean
  ratio: Ratio
  onSelect: () => void
  onMaximise: () => void
  onClose: () => void
  onSnapshot: () => void
  onDrop: (what: { sn: string; chnId?: number }) => void
  /** Where the tools find its picture. */
  register: (video: (() => WindowVideo | undefined) | undefined) => void
}

/** One replayed channel: its picture, the picture's own time, and the reason for a missing one. */
export function ReplayWindow(props: ReplayWindowProps) {
  const { number, channel, session, snapshot, member, isSelected, isMaximised, ratio } = props
  const t = useText('recordings')
  const name = useChannel(channel)?.title ?? channel.sn
  const video = useRef<HTMLVideoElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const stream = useRef<ReplayStream>(undefined)
  const loudness = useRef<Volume>(undefined)
  const [state, setState] = useState<StreamSnapshot>()
  const [pictureMs, setPictureMs] = useState<number>()
  const [muted, setMuted] = useState(true)
  const volume = useSettings((settings) => settings.speakerVolume)
  const address = member?.isClosed ? undefined : member?.address
  const soundHere = !muted && snapshot.speed === 1
  const soundAtStart = useRef(soundHere)
  soundAtStart.current = soundHere
  const hadStrip = useRef(false)

  useEffect(() => {
    if (!video.current || !address) return
    const own = new ReplayStream(
      video.current,
      {
        address,
        clock: session.clock,
        withAudio: soundAtStart.current && address.hasAudio,
        hasStrip: hadStrip.current,
      },
      {
        onChange: (next) => {
          hadStrip.current = next.hasStrip
          setState(next)
          if (next.state === 'playing' && canvas.current) canvas.current.hidden = true
        },
        onPicture: setPictureMs,
        beforeClose: () => {
          if (video.current && canvas.current) keepStill(video.current, canvas.current)
        },
        onBehind: () => void session.nudge(),
        onExpired: () => void session.again(),
      },
    )
    stream.current = own
    return () => {
      own.destroy()
      stream.current = undefined
      setState(undefined)
    }
  }, [address, session])

  // Nothing is left of a playback that was stopped.
  useEffect(() => {
    if (snapshot.mode !== 'ready') return
    if (canvas.current) canvas.current.hidden = true
    setPictureMs(undefined)
  }, [snapshot.mode])
  const isLost = useConnectionLost() !== undefined
  useEffect(() => {
    if (!isLost) stream.current?.wake()
  }, [isLost])
  useEffect(() => stream.current?.setInGap(member?.inGap ?? false), [member?.inGap])
  useEffect(() => {
    if (!video.current) return
    video.current.muted = muted
    stream.current?.setAudio(soundHere && (address?.hasAudio ?? false))
    if (muted) return
    loudness.current ??= new Volume(video.current)
    loudness.current.set(volume)
  }, [muted, soundHere, volume, address])

  const { register } = props
  useEffect(() => {
    register(() =>
      video.current && video.current.videoWidth > 0 && stream.current
        ? { video: video.current, pictureMs: stream.current.strip?.timeMs }
        : undefined,
    )
    return () => register(undefined)
  }, [register])

  const shows = state?.state === 'playing'
  const root = useRef<HTMLDivElement>(null)
  const textOf = useText('video')
  const dewarp = useDewarp(channel)
  const isDewarped = dewarp.view !== undefined
  const { zoom, setZoom, isZoomed, hasPanned, pan } = usePictureZoom(root, shows && !isDewarped)
  const why = shows ? '' : t('failure.notPlaying')
  const noSound =
    address?.hasAudio === false ? t('window.noAudio') : snapshot.speed === 1 ? '' : t('window.soundAtSpeed1')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a window of the wall, as live video has them
    <div
      ref={root}
      className="replay-window"
      data-zoomed={isZoomed || undefined}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of the player work on the window that has the focus
      tabIndex={0}
      aria-label={t('window.label', { number, name })}
      aria-current={isSelected}
      data-selected={isSelected || undefined}
      data-shows={shows || undefined}
      {...pan}
      onPointerDown={(event) => {
        props.onSelect()
        pan.onPointerDown(event)
      }}
      onFocus={props.onSelect}
      onKeyDown={(event) => {
        const { ctrlKey, metaKey, altKey } = event
        if (event.target !== event.currentTarget || ctrlKey || metaKey || altKey) return
        if (dewarp.key(event)) event.preventDefault()
        else if (event.key === '0') setZoom(WHOLE_PICTURE)
      }}
      onDoubleClick={() => {
        if (hasPanned()) return
        if (isZoomed) setZoom(WHOLE_PICTURE)
        else props.onMaximise()
      }}
      {...dropTarget(props.onDrop)}
    >
      <div
        className="player"
        data-state={state?.state ?? 'idle'}
        data-ratio={ratio}
        data-cropped={state?.hasStrip || undefined}
      >
        <div className="player-frame">
          <div className="player-zoom" style={{ transform: zoomTransform(zoom) }}>
            <video ref={video} muted playsInline disablePictureInPicture aria-label={t('window.picture')} />
            <canvas ref={canvas} hidden aria-hidden />
          </div>
          {isDewarped && state && <DewarpLayer dewarp={dewarp} video={() => video.current} />}
        </div>
        <Overlay {...props} state={state} isLost={isLost} onRetry={() => stream.current?.retry()} />
      </div>
      <div className="picture-title replay-title">
        <span>{name}</span>
        {isZoomed && <span className="replay-zoom">×{zoom.scale.toFixed(1)}</span>}
        {shows && pictureMs !== undefined && (
          <output className="replay-time" aria-label={t('window.shownTime')} data-ms={pictureMs}>
            {formatTime(pictureMs)}
          </output>
        )}
      </div>
      <div className="replay-window-bar" role="toolbar" aria-label={t('window.label', { number, name })}>
        <Tool label={t('window.snapshot')} why={why} icon={<CameraOutlined />} onClick={props.onSnapshot} />
        <Popover
          trigger="hover"
          placement="top"
          {...(muted ? { open: false } : {})}
          content={<VolumeSlider label={t('window.volume')} />}
        >
          <span>
            <Tool
              label={muted ? t('window.unmute') : t('window.mute')}
              why={why || noSound}
              icon={muted ? <MutedIcon /> : <SoundOutlined />}
              onClick={() => setMuted(!muted)}
            />
          </span>
        </Popover>
        {dewarp.isFisheye && (
          <Tool
            label={textOf(isDewarped ? 'dewarp.off' : 'dewarp.on')}
            icon={<DewarpIcon />}
            pressed={isDewarped}
            onClick={() => {
              setZoom(WHOLE_PICTURE)
              dewarp.toggle()
            }}
          />
        )}
        <span className="tool-gap" />
        {props.hasOthers && (
          <Tool
            label={isMaximised ? t('window.restore') : t('window.maximise')}
            icon={isMaximised ? <CompressOutlined /> : <ExpandOutlined />}
            onClick={props.onMaximise}
          />
        )}
        <Tool label={t('window.close')} icon={<CloseOutlined />} onClick={props.onClose} />
      </div>
    </div>
  )
}

type OverlayProps = ReplayWindowProps & {
  state: StreamSnapshot | undefined
  isLost: boolean
  onRetry: () => void
}

/** Content over the picture, or in its place. */
function Overlay(props: OverlayProps) {
  const { member, snapshot, state, isLost, hint, queryError, session, onRetry } = props
  const t = useText('recordings')
  const failed = member?.failure ?? (snapshot.mode === 'ready' ? queryError : undefined)
  if (failed !== undefined) return <Says icon strong={failureText(t, failed)} />
  const isBroken = state?.state === 'failed'
  if (isBroken && isLost && state.error !== 'noMse' && state.error !== 'codec')
    return <Says spin strong={t('window.unreachable')} />
  if (isBroken) {
    const key = state.error === 'noMse' ? 'noMse' : state.error === 'codec' ? 'codec' : 'player'
    return <Says icon strong={t(`failure.${key}`)} retry={{ label: t('window.retry'), run: onRetry }} />
  }
  if (member?.isClosed)
    return (
      <Says
        strong={t('window.closed')}
        retry={{ label: t('window.retry'), run: () => void session.again() }}
      />
    )
  if (snapshot.mode === 'ready') return <Says strong={hint} />
  if (member?.inGap) return <Says icon strong={t('window.inGap')} />
  if (snapshot.mode === 'starting' || state === undefined || state.state === 'loading')
    return <Says spin strong={t(isLost ? 'window.unreachable' : 'window.starting')} />
  return null
}

function Says(props: {
  strong: string
  icon?: boolean
  spin?: boolean
  retry?: { label: string; run: () => void }
}) {
  const { strong, icon, spin, retry } = props
  return (
    <div className="player-overlay" role="status" data-solid={icon || undefined}>
      {icon && <NoSignalIcon />}
      {spin && <LoadingOutlined aria-hidden />}
      <strong>{strong}</strong>
      {retry && (
        <button type="button" className="player-retry" onClick={retry.run}>
          {retry.label}
        </button>
      )}
    </div>
  )
}

/** A button over the picture; `why` not empty disables it and is its tooltip. */
function Tool(props: {
  label: string
  icon: ReactNode
  why?: string
  pressed?: boolean
  onClick: () => void
}) {
  const { label, icon, why = '', pressed, onClick } = props
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={why !== '' || undefined}
      title={why === '' ? label : `${label}: ${why}`}
      onClick={why === '' ? onClick : undefined}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {icon}
    </button>
  )
}

/** Takes items dragged out of the tree. */
export function dropTarget(onDrop: (what: { sn: string; chnId?: number }) => void) {
  return {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      const what = readDragged(event.dataTransfer)
      if (what) onDrop(what)
    },
  }
}
