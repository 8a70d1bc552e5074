import { useCallback, useEffect, useState } from 'react'
import { useFullScreen } from '../../features/video-screen/use-full-screen.ts'

/** Whether this window fills the display, and the way in and out: a page that is full already does not make it so. */
export function useOwnFullScreen(): [boolean, () => void] {
  const [pageIsFull, togglePage] = useFullScreen()
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    if (!pageIsFull) setAsked(false)
  }, [pageIsFull])
  const toggle = useCallback(() => {
    setAsked(document.fullscreenElement === null)
    togglePage()
  }, [togglePage])
  return [asked && pageIsFull, toggle]
}
