import { type RefObject, useLayoutEffect, useState } from 'react'
import type { FreeArea } from './city-view.ts'

/** A wall that is being resized is redrawn when it rests. */
const REST_MS = 200

type StageSize = { width: number; height: number; free: FreeArea }

/** Size of the stage and of the part that is open, when both rest. */
export function useStageSize(host: RefObject<HTMLElement | null>, free: HTMLElement | null) {
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
