import {
  type CSSProperties,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { areasOf, gridArea, sideOf } from '../../components/video-layout/layout-areas.ts'
import type { LiveSnapshot } from '../../features/player/live-snapshot.ts'
import { PtzPanel } from '../../features/ptz/ptz-panel.tsx'
import { usePtz } from '../../features/ptz/use-ptz.ts'
import { useText } from '../../language/language.ts'
import { LiveTimeline } from './live-timeline.tsx'
import { openOnWall } from './open-places.ts'
import { useFillWall } from './use-fill-wall.ts'
import { usePlace } from './use-place.ts'
import { useEndRecordings } from './use-recording.ts'
import { type Dropped, VideoWindow } from './video-window.tsx'
import { useThisWall } from './wall-store.ts'
import { DecodeRoom, streamsOf } from './wall-streams.ts'
import {
  closeWindow,
  neighbour,
  selectWindow,
  swapWindows,
  toggleMaximised,
  toggleTimeline,
} from './window-grid.ts'
import { allLive } from './window-past.ts'

type VideoWallProps = {
  ptzShown: boolean
  onPtz: (shown: boolean) => void
  /** The operator requests the whole screen, or leaves it. */
  onFullScreen: () => void
}

/** The windows of a wall, their keys, and the PTZ panel of the selected one. */
export function VideoWall({ ptzShown, onPtz, onFullScreen }: VideoWallProps) {
  const t = useText('video')
  const wall = useThisWall()
  const grid = wall.use((state) => state.grid)
  const box = useRef<HTMLElement>(null)
  const [playing, setPlaying] = useState<ReadonlySet<number>>(new Set())
  const [pointing, setPointing] = useState(false)
  const [room] = useState(() => new DecodeRoom())
  const [troubles, setTroubles] = useState(0)

  const selected = grid.windows[grid.selected]!
  const { name: selectedName, steerable } = usePlace(selected.place)
  const isPlaying = playing.has(grid.selected) && !selected.paused
  const steered = isPlaying && steerable ? selected.place : undefined
  const why = t(steerable ? 'ptz.focusNoPlayVideo' : 'window.noPtz')
  const ptz = usePtz(steered, why)
  useEndRecordings(wall)
  useEffect(() => () => wall.change(allLive), [wall])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each trouble leaves less room
  const streams = useMemo(() => streamsOf(grid, room.mains(performance.now())), [grid, room, troubles])

  const onState = useCallback(
    (id: number, snapshot: LiveSnapshot | undefined, demoted: boolean) => {
      if (demoted) {
        room.trouble(performance.now())
        setTroubles((count) => count + 1)
      }
      setPlaying((before) => {
        const is = snapshot?.state === 'playing'
        if (before.has(id) === is) return before
        const after = new Set(before)
        if (is) after.add(id)
        else after.delete(id)
        return after
      })
    },
    [room],
  )
  const fill = useFillWall(wall)
  const onDropped = useCallback(
    (dropped: Dropped, id: number) => {
      if ('window' in dropped) {
        wall.change((before) => swapWindows(before, dropped.window, id))
        return
      }
      if ('group' in dropped) {
        fill(dropped.group)
        return
      }
      const refusal = openOnWall(wall, dropped, id)
      if (refusal) notify.error({ key: 'open', content: t(`open.${refusal}`) })
    },
    [wall, t, fill],
  )
  const showPtz = useCallback(() => onPtz(true), [onPtz])
  useEffect(() => {
    if (!ptzShown) setPointing(false)
  }, [ptzShown])

  const onKey = (event: KeyboardEvent) => {
    const onWindow = (event.target as Element).hasAttribute('data-window')
    if (!onWindow || event.ctrlKey || event.metaKey || event.altKey) return
    const step = WINDOW_STEPS[event.key]
    const moves = event.shiftKey && step !== undefined
    if (ptzShown && !moves && ptz.keys.down(event)) {
      event.preventDefault()
      return
    }
    if (step !== undefined) {
      const id = neighbour(wall.grid(), step)
      wall.change((before) =>
        event.shiftKey ? swapWindows(before, before.selected, id) : selectWindow(before, id),
      )
      box.current?.querySelector<HTMLElement>(`[data-window="${id}"]`)?.focus()
    } else if (event.key === 'Enter') wall.change((before) => toggleMaximised(before, before.selected))
    else if (event.key === 'Delete') wall.change((before) => closeWindow(before, before.selected))
    else if (event.key === 't' || event.key === 'T') wall.change(toggleTimeline)
    else if (event.key === 'p' || event.key === 'P') onPtz(true)
    else if (event.key === 'f' || event.key === 'F') onFullScreen()
    else return
    event.preventDefault()
  }

  return (
    <>
      <div className="wall-frame">
        <div className="wall-dock">
          <section
            ref={box}
            className="video-wall"
            aria-label={t('wall.title')}
            data-layout={grid.layout}
            data-single={grid.layout === 1 || grid.maximised !== undefined || undefined}
            style={{ '--side': grid.maximised === undefined ? sideOf(grid.layout) : 1 } as CSSProperties}
            onKeyDown={onKey}
            onKeyUp={(event) => ptz.keys.up(event.key)}
            onBlur={() => ptz.keys.letGo()}
          >
            {areasOf(grid.layout).map((area, id) => (
              <VideoWindow
                key={id}
                one={grid.windows[id]!}
                stream={streams[id]!}
                selected={id === grid.selected}
                maximised={grid.maximised === id}
                hidden={grid.maximised !== undefined && grid.maximised !== id}
                area={grid.maximised === undefined ? gridArea(area) : '1 / 1'}
                pointing={pointing && id === grid.selected && steered !== undefined}
                onPtz={showPtz}
                onPoint={ptz.point}
                onFullScreen={onFullScreen}
                onDropped={onDropped}
                onState={onState}
              />
            ))}
          </section>
          {ptzShown && (
            <PtzPanel
              target={steered}
              name={steered ? selectedName : why}
              why={why}
              control={ptz}
              pointing={pointing}
              onPointing={setPointing}
              onClose={() => onPtz(false)}
            />
          )}
        </div>
      </div>
      {grid.timeline && <LiveTimeline one={selected} />}
    </>
  )
}

const WINDOW_STEPS: Readonly<Record<string, 1 | -1>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
}
