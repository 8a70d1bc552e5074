import { CaretRightOutlined, HistoryOutlined, PauseOutlined } from '@ant-design/icons'
import { PLAYBACK_SPEEDS } from '@backlot/contract/recordings/entities'
import { HOUR_MS } from '@backlot/contract/time'
import { Button } from 'antd'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ToolButton } from '../../components/tool-button.tsx'
import type { Span } from '../../features/timeline/span.ts'
import { Timeline } from '../../features/timeline/timeline.tsx'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { formatTime, platformNow } from '../../platform/clock.ts'
import { InstantIcon } from './icons.tsx'
import './live-timeline.css'
import { nowHere, replayPath, useMayNotReplay } from './past-facts.ts'
import { useLiveTimeline } from './use-live-timeline.ts'
import { usePlace } from './use-place.ts'
import { useThisWall } from './wall-store.ts'
import type { Place, WallWindow } from './window-grid.ts'
import { BACK_MS, behindText, goBack, goInstant, goLive } from './window-past.ts'

/** The timeline moves on by steps of this. */
const SLIDE_MS = 5000
const FIRST_VIEW_MS = HOUR_MS
const LOOK_MS = 500 as const

/** The recordings of the selected window below the wall: a press goes back there in the window, *Live* returns. */
export function LiveTimeline({ one }: { one: WallWindow }) {
  const t = useText('video')
  const mayNot = useMayNotReplay()
  const { place } = one
  return (
    <section className="live-timeline" aria-label={t('wall.timeline')}>
      {mayNot || !place ? (
        <p className="timeline-none">{t(mayNot ?? 'past.choose')}</p>
      ) : (
        // Its texts are loaded on demand: the wall stays meanwhile.
        <Suspense fallback={null}>
          <ChannelTimeline key={`${place.sn}/${place.chnId}`} one={one} place={place} />
        </Suspense>
      )}
    </section>
  )
}

function ChannelTimeline({ one, place }: { one: WallWindow; place: Place }) {
  const t = useText('video')
  const wall = useThisWall()
  const navigate = useNavigate()
  const { id, past } = one
  const { name } = usePlace(place)
  const toMs = useSlidingNow()
  const span = useMemo((): Span => ({ fromMs: toMs - BACK_MS, toMs }), [toMs])
  const [firstView] = useState((): Span => ({ fromMs: toMs - FIRST_VIEW_MS, toMs }))
  const { row, isEmpty, error } = useLiveTimeline(place, toMs)
  const moment = past?.moment
  const cursor = () => moment?.positionMs() ?? platformNow()
  const isStill = moment !== undefined && !moment.isRunning()
  const speed = moment?.rate() ?? 1
  const toLive = () => wall.change((grid) => goLive(grid, id))
  return (
    <>
      <div className="live-timeline-bar" role="toolbar" aria-label={t('past.timeline', { name })}>
        <ToolButton
          label={t('past.instant')}
          icon={<InstantIcon />}
          onClick={() => wall.change((grid) => goInstant(grid, id, nowHere()))}
        />
        <ToolButton
          label={t(isStill ? 'window.play' : 'window.pause')}
          icon={isStill ? <CaretRightOutlined /> : <PauseOutlined />}
          why={moment ? '' : t('past.isLive')}
          onClick={() => (isStill ? moment?.play() : moment?.pause())}
        />
        <Button
          size="small"
          type="text"
          disabled={!moment}
          aria-label={t('past.speed', { speed })}
          title={t('past.speed', { speed })}
          onClick={() =>
            moment?.setSpeed(PLAYBACK_SPEEDS[(PLAYBACK_SPEEDS.indexOf(speed) + 1) % PLAYBACK_SPEEDS.length]!)
          }
        >
          {speed}X
        </Button>
        <Moment key={moment ? 'past' : 'live'} cursor={cursor} isLive={!moment} />
        <span className="live-timeline-note" role="status">
          {error ? t('past.queryFailed', { reason: errorText(error) }) : isEmpty ? t('past.noneYet') : ''}
        </span>
        <ToolButton
          label={t('past.open')}
          icon={<HistoryOutlined />}
          onClick={() => navigate(replayPath(place, moment ? moment.positionMs() : undefined))}
        />
        <Button size="small" type={moment ? 'primary' : 'text'} disabled={!moment} onClick={toLive}>
          {t('past.liveShort')}
        </Button>
      </div>
      <Timeline
        span={span}
        slidesFrom={firstView}
        rows={[row]}
        selected={0}
        cursor={cursor}
        isRunning={!isStill}
        onSeek={(atMs) => wall.change((grid) => goBack(grid, id, atMs, nowHere()))}
      />
    </>
  )
}

/** The moment that the window shows, and how far it is behind. */
function Moment({ cursor, isLive }: { cursor: () => number; isLive: boolean }) {
  const t = useText('video')
  const [, redraw] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => redraw((count) => count + 1), LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  const atMs = cursor()
  return (
    <span className="live-timeline-moment" data-live={isLive || undefined}>
      <time>{formatTime(atMs)}</time>
      {isLive ? t('past.isLive') : behindText(atMs, platformNow())}
    </span>
  )
}

/** The end of the timeline: now, in steps, never before it. */
function useSlidingNow(): number {
  const [toMs, setToMs] = useState(nextStep)
  useEffect(() => {
    const timer = setInterval(() => setToMs(nextStep()), LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  return toMs
}

const nextStep = () => (Math.floor(platformNow() / SLIDE_MS) + 1) * SLIDE_MS
