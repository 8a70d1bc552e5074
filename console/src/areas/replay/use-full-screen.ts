import { App } from 'antd'
import { useCallback, useEffect, useState } from 'react'

/**
 * Whether the page fills the screen, and how to change that. The page as a whole goes there: lists and messages are drawn
 * beside the windows, not in them. A browser that cannot says `refusal`.
 */
export function useFullScreen(refusal: string): [boolean, () => void] {
  const { message } = App.useApp()
  const [full, setFull] = useState(false)
  useEffect(() => {
    const changed = () => {
      if (document.fullscreenElement === null) setFull(false)
    }
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
  const toggle = useCallback(() => {
    const refused = () => message.warning(refusal)
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (!document.fullscreenEnabled) refused()
    else document.documentElement.requestFullscreen().then(() => setFull(true), refused)
  }, [message, refusal])
  return [full, toggle]
}
