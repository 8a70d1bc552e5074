import { CaretRightOutlined, PauseOutlined, ScissorOutlined } from '@ant-design/icons'
import { Button, Segmented, Select } from 'antd'
import { useEffect, useState } from 'react'
import { ToolButton } from '../../components/tool-button.tsx'
import type { Ratio } from '../../features/player/live-player.tsx'
import { clockText } from '../../features/timeline/timeline-view.ts'
import { FrameTools, VideoTools } from '../../features/video-screen/video-tools.tsx'
import { useText } from '../../language/language.ts'
import { formatTime, platformZoneMinutes } from '../../platform/clock.ts'
import { StepBackIcon, StepOnIcon, StopIcon } from './icons.tsx'
import type { ReplaySession, ReplaySnapshot } from './replay-session.ts'

const SPEEDS = [1, 2, 4] as const
const POSITION_MS = 200

type TransportBarProps = {
  session: ReplaySession
  snapshot: ReplaySnapshot
  cursor: () => number | undefined
  /** Why nothing can be played; empty when it can. */
  why: string
  ratio: Ratio
  isClipping: boolean
  isListShown: boolean
  isFullScreen: boolean
  onPlay: () => void
  onStep: (frames: number) => void
  onRatio: (ratio: Ratio) => void
  onClip: () => void
  onList: () => void
  onFullScreen: () => void
}

/** Play, pause, stop, pictures one by one, the moment that is played, and the speed. */
export function TransportBar(props: TransportBarProps) {
  const { session, snapshot, why, ratio } = props
  const t = useText('recordings')
  const { mode, speed, skipped } = snapshot
  const isRunning = mode === 'playing' || mode === 'buffering' || mode === 'starting'
  const isActive = mode !== 'ready'
  const zone = platformZoneMinutes()
  const inactive = isActive ? '' : t('failure.notPlaying')
  return (
    <VideoTools label={t('bar.label')}>
      <ToolButton
        label={isRunning ? t('bar.pause') : t('bar.play')}
        why={isRunning ? '' : why}
        icon={isRunning ? <PauseOutlined /> : <CaretRightOutlined />}
        primary
        onClick={props.onPlay}
      />
      <ToolButton label={t('bar.stop')} why={inactive} icon={<StopIcon />} onClick={() => session.stop()} />
      <i className="tool-rule" />
      <ToolButton
        label={t('bar.stepBack')}
        why={inactive}
        icon={<StepBackIcon />}
        onClick={() => props.onStep(-1)}
      />
      <ToolButton
        label={t('bar.stepOn')}
        why={inactive}
        icon={<StepOnIcon />}
        onClick={() => props.onStep(1)}
      />
      <i className="tool-rule" />
      <Position cursor={props.cursor} />
      <span className="transport-note" role="status">
        {mode === 'buffering' && t('bar.buffering')}
        {mode === 'ended' && t('bar.ended')}
        {mode === 'playing' &&
          skipped &&
          t('bar.skipped', { from: clockText(skipped.fromMs, zone), to: clockText(skipped.toMs, zone) })}
      </span>
      <span className="tool-gap" />
      <Segmented
        size="small"
        aria-label={t('bar.speed')}
        value={speed}
        options={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
        onChange={(value) => void session.setSpeed(value as 1 | 2 | 4)}
      />
      <Button
        size="small"
        type="text"
        className="transport-cycle"
        aria-label={t('bar.cycle', { speed })}
        title={t('bar.cycle', { speed })}
        onClick={() => void session.setSpeed(((speed % 4) + 1) as 1 | 2 | 3 | 4)}
      >
        {speed}X
      </Button>
      <i className="tool-rule" />
      <Select
        size="small"
        variant="borderless"
        className="transport-ratio"
        aria-label={t('bar.ratio')}
        value={ratio}
        options={[
          { value: 2, label: '16:9' },
          { value: 1, label: '4:3' },
          { value: 0, label: t('bar.fill') },
        ]}
        onChange={props.onRatio}
      />
      <ToolButton
        label={t('bar.clip')}
        why={why}
        icon={<ScissorOutlined />}
        pressed={props.isClipping}
        onClick={props.onClip}
      />
      <FrameTools
        isFullScreen={props.isFullScreen}
        onFullScreen={props.onFullScreen}
        isListShown={props.isListShown}
        listLabels={{ show: t('bar.list'), hide: t('bar.hideList') }}
        onList={props.onList}
      />
    </VideoTools>
  )
}

/** The moment that is played, some times a second. */
function Position({ cursor }: { cursor: () => number | undefined }) {
  const t = useText('recordings')
  const [, redraw] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => redraw((count) => count + 1), POSITION_MS)
    return () => clearInterval(timer)
  }, [])
  const at = cursor()
  return (
    <span
      className="transport-position"
      role="timer"
      aria-label={t('bar.position')}
      data-ms={at && Math.round(at)}
    >
      {at === undefined ? '––:––:––' : formatTime(at)}
    </span>
  )
}
