import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { nowHere } from './past-facts.ts'
import { useThisWall } from './wall-store.ts'
import type { WallWindow, WindowPast } from './window-grid.ts'
import { goBack, goLive, nextOf } from './window-past.ts'

const LOOK_MS = 250 as const
const neverChanges = () => () => undefined

/** What a window shows of the past, redrawn when it is paused or sought; ends it when it reaches the present. */
export function usePast({ id, past }: WallWindow): WindowPast | undefined {
  const wall = useThisWall()
  useSyncExternalStore(
    past?.moment.subscribe ?? neverChanges,
    useCallback(() => past?.moment.isRunning(), [past]),
  )
  useEffect(() => {
    if (!past) return
    const timer = setInterval(() => {
      const now = nowHere()
      const next = nextOf(past, now.ms)
      if (next === 'live') wall.change((grid) => goLive(grid, id))
      else if (next) wall.change((grid) => goBack(grid, id, past.moment.positionMs(), now))
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [wall, id, past])
  return past
}
