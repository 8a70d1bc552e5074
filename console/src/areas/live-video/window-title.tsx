import {
  AlertFilled,
  AudioOutlined,
  BulbOutlined,
  HistoryOutlined,
  LoadingOutlined,
  PauseOutlined,
} from '@ant-design/icons'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { LivePlayerHandle } from '../../features/player/live-player.tsx'
import type { LiveSnapshot } from '../../features/player/live-snapshot.ts'
import { NoSignalIcon } from '../../features/player/no-signal-icon.tsx'
import { isPlain, type PictureLook } from '../../features/player/picture-look.ts'
import { useText } from '../../language/language.ts'
import type { WindowPast } from './window-grid.ts'

type WindowTitleProps = {
  name: string
  paused: boolean
  past: WindowPast | undefined
  /** Magnification of the picture. */
  zoom: number
  /** The window is moved by it, because the picture is dragged in the window. */
  isHandle: boolean
  look: PictureLook
  snapshot: LiveSnapshot | undefined
  recording: boolean
  micOn: boolean
  /** The device has raised an alarm that nobody has processed. */
  inAlarm: boolean
  player: RefObject<LivePlayerHandle | null>
}

/** The strip along the top of a window: its content and state. */
export function WindowTitle(props: WindowTitleProps) {
  const { name, paused, past, zoom, look, snapshot, recording, micOn, inAlarm, player } = props
  const t = useText('video')
  const state = past ? 'past' : paused ? 'paused' : (snapshot?.state ?? 'loading')
  const isDown = state === 'no-signal' || state === 'failed'
  const stateText =
    state === 'paused'
      ? t('window.paused')
      : state === 'past'
        ? t('past.title')
        : t(`diagnosis.states.${state}`)
  const recordingText = t(snapshot?.hasAudio === false ? 'window.recordingSilent' : 'window.recording')
  return (
    <header className="window-title" draggable={props.isHandle}>
      <span className="window-state" role="img" aria-label={stateText} data-state={state} title={stateText}>
        {state === 'loading' && <LoadingOutlined aria-hidden />}
        {state === 'past' && <HistoryOutlined aria-hidden />}
        {state === 'paused' && <PauseOutlined aria-hidden />}
        {isDown && <NoSignalIcon />}
      </span>
      <span className="window-name" title={name}>
        {name}
      </span>
      {zoom > 1 && <Mark kind="zoom" text={`×${zoom.toFixed(1)}`} />}
      {!isPlain(look) && <Mark kind="look" icon={<BulbOutlined />} text={t('look.mark')} />}
      {inAlarm && <Mark kind="alarm" icon={<AlertFilled />} text={t('window.alarm')} />}
      {recording && <Mark kind="rec" icon={<i className="window-rec-dot" />} text={recordingText} />}
      {micOn && <Mark kind="mic" icon={<AudioOutlined />} text={t('window.micOn')} />}
      {snapshot?.source === 'clip' && <Mark kind="clip" text={t('window.clip')} />}
      {state === 'playing' && <SpeedText player={player} />}
    </header>
  )
}

/** A word with an icon; a narrow window has room for the icon only. */
function Mark({ kind, icon, text }: { kind: string; icon?: ReactNode; text: string }) {
  return (
    <span className={`window-mark window-${kind}`} title={text}>
      {icon}
      <span>{text}</span>
    </span>
  )
}

/** The stream's speed, written once a second without redrawing the window. */
function SpeedText({ player }: { player: RefObject<LivePlayerHandle | null> }) {
  const text = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const timer = setInterval(() => {
      const speed = player.current?.session()?.speedKilobytes ?? 0
      if (text.current) text.current.textContent = speed > 0 ? `${speed.toFixed(0)} kB/s` : ''
    }, 1000)
    return () => clearInterval(timer)
  }, [player])
  return <span className="window-speed" ref={text} />
}
