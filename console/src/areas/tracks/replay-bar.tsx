import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons'
import { Select, Slider } from 'antd'
import { type ReactNode, useSyncExternalStore } from 'react'
import { ToolButton } from '../../components/tool-button.tsx'
import { type TextKey, useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { PACES, type Pace, type Playback } from './playback.ts'
import { useShownMoment } from './use-moment.ts'

const PACE_TEXT: Readonly<Record<Pace, TextKey<'tracks'>>> = {
  1: 'pace.x1',
  10: 'pace.x10',
  60: 'pace.x60',
  300: 'pace.x300',
}

type ReplayBarProps = {
  playback: Playback
  /** Why nothing can be played; empty when it can. */
  why: string
  children?: ReactNode
}

/** Play and pause, stop, the slider over the whole span, the moment, and the speed (stated). */
export function ReplayBar({ playback, why, children }: ReplayBarProps) {
  const t = useText('tracks')
  const { mode, speed, pace } = useSyncExternalStore(playback.subscribe, playback.state)
  const { fromMs, toMs } = playback.span
  // The moment of new tracks comes with the next frame of the map, which may be a while.
  const atMs = Math.max(fromMs, useShownMoment(playback))
  const isPlaying = mode === 'playing'
  return (
    <div className="track-bar" role="toolbar" aria-label={t('bar.label')}>
      <ToolButton
        primary
        label={isPlaying ? t('bar.pause') : t('bar.play')}
        why={why}
        icon={isPlaying ? <PauseOutlined /> : <CaretRightOutlined />}
        onClick={() => playback.toggle()}
      />
      <ToolButton
        label={t('bar.stop')}
        why={why || (mode === 'stopped' ? t('bar.stopped') : '')}
        icon={<span className="track-stop-icon" aria-hidden />}
        onClick={() => playback.stop()}
      />
      <span className="track-bar-time" role="timer" aria-label={t('bar.moment')} data-ms={Math.round(atMs)}>
        {why === '' ? formatTime(atMs) : '––:––:––'}
      </span>
      <Slider
        className="track-bar-slider"
        ariaLabelForHandle={t('bar.position')}
        min={Math.floor(fromMs / 1000)}
        max={Math.max(Math.floor(fromMs / 1000) + 1, Math.ceil(toMs / 1000))}
        value={Math.round(atMs / 1000)}
        disabled={why !== ''}
        tooltip={{ formatter: (seconds) => formatTime(seconds ?? 0) }}
        onChange={(seconds) => playback.seek(seconds * 1000)}
      />
      <Select<Pace>
        size="small"
        variant="borderless"
        className="track-pace"
        aria-label={t('bar.pace')}
        value={pace}
        options={PACES.map((value) => ({ value, label: t(PACE_TEXT[value]) }))}
        onChange={(value) => playback.setPace(value)}
      />
      <button
        type="button"
        className="track-speed"
        aria-label={t('bar.speed', { speed })}
        title={t('bar.speed', { speed })}
        onClick={() => playback.cycleSpeed()}
      >
        {speed}X
      </button>
      {children}
    </div>
  )
}
