import { useEffect } from 'react'
import { endTalk } from '../../features/talk/talk-state.ts'
import type { Wall } from './wall-store.ts'
import { stopAll, type WindowGrid } from './window-grid.ts'

/**
 * Pauses every playing window, and ends a talk, while the page is unloaded (stated). A page that comes back from the
 * browser's cache plays again; the state stored for the next visit stays as it was.
 */
export function usePauseOnUnload(wall: Wall): void {
  useEffect(() => {
    let before: WindowGrid | undefined
    const leave = () => {
      endTalk()
      before = wall.grid()
      wall.use.setState({ grid: stopAll(before, 0) })
    }
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted && before) wall.change(() => before!)
    }
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', comeBack)
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', comeBack)
    }
  }, [wall])
}
