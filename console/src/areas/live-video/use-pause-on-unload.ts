import { useEffect } from 'react'
import { changeWall, useWall } from './wall-store.ts'
import { stopAll } from './window-grid.ts'

/**
 * Pauses every playing window while the page is unloaded (stated). A page that comes back from the browser's cache plays
 * again; what is kept for the next visit stays as it was.
 */
export function usePauseOnUnload(): void {
  useEffect(() => {
    let before: ReturnType<typeof useWall.getState> | undefined
    const leave = () => {
      before = useWall.getState()
      useWall.setState({ grid: stopAll(before.grid, 0) })
    }
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted && before) changeWall(() => before!.grid)
    }
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', comeBack)
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', comeBack)
    }
  }, [])
}
