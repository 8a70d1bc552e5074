import { type RefObject, useEffect, useState } from 'react'
import { noteProblem } from '../../../platform/diagnostics.ts'
import type { CityModel } from './city-model.ts'
import type { CityView } from './city-view.ts'
import { FlowScene } from './flow-scene.ts'

/** After the graphics context was lost: the driver needs a moment. */
const AGAIN_MS = 1500
/** Finer than that nobody sees on a wall, and a canvas has its limits. */
const DENSITY_MOST = 2
const CANVAS_MOST_PX = 4096

/** Pixels of a canvas for one of the stage. */
export function densityOf({ width, height }: CityView): number {
  const finest = Math.min(DENSITY_MOST, devicePixelRatio, CANVAS_MOST_PX / Math.max(width, height))
  return Math.max(0.5, finest)
}

/** Keeps a scene on the page: made again when the graphics context was lost, stopped while hidden. */
export function useFlowScene(
  host: RefObject<HTMLElement | null>,
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
