import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { onFreeEscape } from '../../components/close-dialog.ts'
import { useSituationNews } from '../../features/situation/use-situation.ts'
import { useFullScreen } from '../../features/video-screen/use-full-screen.ts'
import { useText } from '../../language/language.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { AirPanel } from './air-panel.tsx'
import { NewestPanel, RankingPanel, TypesPanel } from './alarm-lists.tsx'
import { AlarmsPanel } from './alarms-panel.tsx'
import { CityStage } from './city/city-stage.tsx'
import { DevicesPanel } from './devices-panel.tsx'
import './situation-screen.css'
import './wall-head.css'
import './wall-middle.css'
import './wall-panels.css'
import './wall-air.css'
import './wall-alarms.css'
import { FlowLegend } from './flow-legend.tsx'
import { VideoRow } from './video-row.tsx'
import { ACCESS_VIDEO, useGranted } from './wall-access.ts'
import { WallHeader } from './wall-header.tsx'

const ROTATE_SECONDS = 15
const ROTATE_MOST = 3600
/** Pointer and buttons hide when nobody has moved the pointer for this long. */
const STILL_MS = 4000

/** The large screen: the city and its figures, for a wall that is watched from across a room and never touched. */
export function SituationScreen() {
  const t = useText('situation')
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const [full, toggleFull] = useFullScreen()
  const [free, setFree] = useState<HTMLElement | null>(null)
  const wall = useRef<HTMLDivElement>(null)
  const mayWatch = useGranted(ACCESS_VIDEO)
  const seconds = rotateSeconds(search.get('rotate'))
  useSituationNews()
  useAwake()
  useStillPointer(wall)

  const exit = useRef<() => void>(undefined)
  exit.current = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    const { idx } = (history.state ?? {}) as { idx?: number }
    if (idx) navigate(-1)
    else navigate('/index')
  }
  useEffect(
    () =>
      onFreeEscape(() => {
        // The first Escape leaves full screen: the browser's own.
        if (!document.fullscreenElement) exit.current?.()
      }),
    [],
  )

  return (
    <div ref={wall} className="wall" data-videos={mayWatch || undefined}>
      <CityStage free={free} />
      <WallHeader full={full} onFull={toggleFull} onExit={() => exit.current?.()} />
      <div className="wall-side wall-left">
        <DevicesPanel />
        <AirPanel />
      </div>
      <div ref={setFree} className="wall-free">
        <FlowLegend />
      </div>
      {mayWatch && (
        <VideoRow
          seconds={seconds}
          onSeconds={(chosen) =>
            setSearch(
              (before) => {
                before.set('rotate', String(chosen))
                return before
              },
              { replace: true },
            )
          }
        />
      )}
      <div className="wall-side wall-right">
        <AlarmsPanel />
        <TypesPanel />
        <RankingPanel />
        <NewestPanel />
      </div>
      <p className="visually-hidden">{t('about')}</p>
    </div>
  )
}

/** Seconds that a window keeps its camera, from the address; 0 means forever. */
function rotateSeconds(asked: string | null): number {
  const seconds = Number(asked ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 && seconds <= ROTATE_MOST ? seconds : ROTATE_SECONDS
}

/** Marks the wall while the pointer rests: it is not shown then, nor are the buttons. */
function useStillPointer(wall: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = wall.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const moved = () => {
      delete element.dataset['still']
      clearTimeout(timer)
      timer = setTimeout(() => {
        element.dataset['still'] = 'true'
      }, STILL_MS)
    }
    moved()
    window.addEventListener('pointermove', moved)
    window.addEventListener('keydown', moved)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pointermove', moved)
      window.removeEventListener('keydown', moved)
    }
  }, [wall])
}

/** Keeps the display on while the screen is shown and looked at, where the browser can. */
function useAwake(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let gone = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      try {
        const held = await navigator.wakeLock.request('screen')
        if (gone) await held.release()
        else lock = held
      } catch (error) {
        // A low battery or a policy may refuse it: the wall works without.
        noteProblem('wake lock', String(error))
      }
    }
    const look = () => void hold()
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      gone = true
      document.removeEventListener('visibilitychange', look)
      void lock?.release()
    }
  }, [])
}
