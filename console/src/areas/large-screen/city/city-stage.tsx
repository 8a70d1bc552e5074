import { LIMITS } from '@backlot/contract/limits'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLanguage, useText } from '../../../language/language.ts'
import { type AlarmTypes, useAlarmTypes } from '../../../parts/alarms/alarm-types.ts'
import { placeName } from '../../../parts/alarms/place-name.ts'
import { formatTime } from '../../../platform/clock.ts'
import { noteProblem } from '../../../platform/diagnostics.ts'
import { CityModel } from './city-model.ts'
import { type CityView, type Extent, fitView, onStage, tilesFor } from './city-view.ts'
import { FlowScene } from './flow-scene.ts'
import { loadTiles, type TileShape } from './load-tiles.ts'
import { paintCity } from './paint-city.ts'
import { type PlacedAlarm, useAlarmRipples } from './use-alarm-ripples.ts'
import { useCityDevices } from './use-city-devices.ts'
import { exposeWall } from './wall-diagnostics.ts'

/** Without a device with a position: around the stated default of maps. */
const { latitude, longitude } = LIMITS.mapDefault
const DEFAULT_EXTENT: Extent = [longitude - 0.15, latitude - 0.1, longitude + 0.15, latitude + 0.1]
/** A wall that is dragged larger is drawn anew when it rests. */
const REST_MS = 200
/** After the graphics context was lost: the driver needs a moment. */
const AGAIN_MS = 1500
const TILES_MOST = 72
const TILE_ZOOM_MAX = 13
/** Tiles that could not be had are asked for again. */
const TILES_AGAIN_MS = 20_000
/** Finer than that nobody sees on a wall, and a canvas has its limits. */
const DENSITY_MOST = 2
const CANVAS_MOST_PX = 4096

type StageSize = {
  width: number
  height: number
  free: { left: number; top: number; width: number; height: number }
}

/** The city: its plan, and on it what moves and what happens now. `free` is the part that panels leave open. */
export function CityStage({ free, epoch }: { free: HTMLElement | null; epoch: number }) {
  const t = useText('wall')
  const language = useLanguage()
  const types = useAlarmTypes()
  const [model] = useState(() => new CityModel())
  const host = useRef<HTMLDivElement>(null)
  const plan = useRef<HTMLCanvasElement>(null)
  const size = useStageSize(host, free)
  const devices = useCityDevices(model, DEFAULT_EXTENT)
  const view = useMemo(
    () => (size && devices ? fitView(devices.plane, devices.extent, size, size.free) : undefined),
    [size, devices],
  )
  const shapes = useCityShapes(devices?.plane, view)
  const labels = useAlarmRipples(model, devices?.plane, types)
  const failure = useFlowScene(host, model, view)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a moved clock shows other moments
  useEffect(() => model.clearMotion(), [model, epoch])
  useLayoutEffect(() => {
    if (plan.current && view && size)
      paintCity(plan.current, { view, shapes, language, free: size.free, density: densityOf(view) })
  }, [view, size, shapes, language])
  useEffect(() => {
    if (devices && view) return exposeWall({ model, plane: devices.plane, view, host: () => host.current })
  }, [model, devices, view])

  return (
    <section className="wall-city" aria-label={t('city.title')}>
      <canvas ref={plan} className="wall-plan" aria-hidden />
      <div ref={host} className="wall-flows" aria-hidden />
      {view && labels.map((label) => <AlarmLabel key={label.key} label={label} view={view} types={types} />)}
      {failure !== undefined && <p className="wall-notice">{t('city.noGraphics', { reason: failure })}</p>}
    </section>
  )
}

function AlarmLabel({ label, view, types }: { label: PlacedAlarm; view: CityView; types: AlarmTypes }) {
  const { alarm, level } = label
  const { x, y } = onStage(view, label)
  const side = x > view.width * 0.55 ? 'left' : 'right'
  return (
    <div className="wall-label" data-side={side} data-level={level} style={{ left: x, top: y }}>
      <strong>{types.nameOf(alarm.type, alarm.subType)}</strong>
      <span>
        {placeName(alarm)} · {formatTime(alarm.startTime).slice(11)}
      </span>
    </div>
  )
}

function densityOf({ width, height }: CityView): number {
  const finest = Math.min(DENSITY_MOST, devicePixelRatio, CANVAS_MOST_PX / Math.max(width, height))
  return Math.max(0.5, finest)
}

/** Size of the stage and of the part that is open, when both rest. */
function useStageSize(host: React.RefObject<HTMLElement | null>, free: HTMLElement | null) {
  const [size, setSize] = useState<StageSize>()
  useLayoutEffect(() => {
    const element = host.current
    if (!element || !free) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const measure = () => {
      const stage = element.getBoundingClientRect()
      const open = free.getBoundingClientRect()
      if (stage.width === 0 || stage.height === 0) return
      setSize({
        width: Math.round(stage.width),
        height: Math.round(stage.height),
        free: {
          left: open.left - stage.left,
          top: open.top - stage.top,
          width: open.width,
          height: open.height,
        },
      })
    }
    measure()
    const watch = new ResizeObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(measure, REST_MS)
    })
    watch.observe(element)
    watch.observe(free)
    return () => {
      clearTimeout(timer)
      watch.disconnect()
    }
  }, [host, free])
  return size
}

/** The plan's shapes; asked for again until all are there. */
function useCityShapes(plane: Parameters<typeof loadTiles>[0] | undefined, view: CityView | undefined) {
  const [shapes, setShapes] = useState<readonly TileShape[]>([])
  const tiles = useMemo(
    () => (plane && view ? tilesFor(plane, view, TILES_MOST, TILE_ZOOM_MAX) : []),
    [plane, view],
  )
  const key = tiles.map(({ z, x, y }) => `${z}/${x}/${y}`).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the tiles
  useEffect(() => {
    if (!plane || tiles.length === 0) return
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = async () => {
      const loaded = await loadTiles(plane, tiles, abort.signal)
      setShapes(loaded.shapes)
      if (loaded.failed > 0) timer = setTimeout(start, TILES_AGAIN_MS)
    }
    const start = () =>
      void load().catch((error: unknown) => {
        if (!abort.signal.aborted) noteProblem('big screen tiles', String(error))
      })
    start()
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [plane, key])
  return shapes
}

/** Keeps a scene on the page: made anew when the graphics context was lost, stopped while nobody looks. */
function useFlowScene(
  host: React.RefObject<HTMLElement | null>,
  model: CityModel,
  view: CityView | undefined,
) {
  const [scene, setScene] = useState<FlowScene>()
  const [failure, setFailure] = useState<string>()
  const [turn, setTurn] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn has a canvas of its own
  useEffect(() => {
    const element = host.current
    if (!element) return
    const canvas = document.createElement('canvas')
    element.append(canvas)
    let made: FlowScene | undefined
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const lost = (event: Event) => {
      event.preventDefault()
      noteProblem('big screen', 'the graphics context was lost')
      timer = setTimeout(() => setTurn((count) => count + 1), AGAIN_MS)
    }
    canvas.addEventListener('webglcontextlost', lost)
    FlowScene.create(canvas, model).then(
      (ready) => {
        if (gone) {
          ready.destroy()
          return
        }
        made = ready
        setFailure(undefined)
        setScene(ready)
      },
      (error: unknown) => setFailure(error instanceof Error ? error.message : String(error)),
    )
    return () => {
      gone = true
      clearTimeout(timer)
      canvas.removeEventListener('webglcontextlost', lost)
      made?.destroy()
      canvas.remove()
      setScene(undefined)
    }
  }, [host, model, turn])

  useEffect(() => {
    if (scene && view) scene.show(view, densityOf(view))
  }, [scene, view])
  useEffect(() => {
    if (!scene) return
    const look = () => scene.run(document.visibilityState === 'visible')
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      scene.run(false)
    }
  }, [scene])
  return failure
}
