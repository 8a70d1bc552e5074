import { App } from 'antd'
import { useEffect, useState } from 'react'

/** Whether a screen fills the display, and the way in and out. `notSupported` is said where the browser cannot. */
export function useFullScreen(notSupported: string): [boolean, () => void] {
  const { message } = App.useApp()
  const [is, setIs] = useState(() => document.fullscreenElement !== null)
  useEffect(() => {
    const changed = () => setIs(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (!document.fullscreenEnabled) message.warning(notSupported)
    // The page as a whole: lists, tips and messages are drawn beside the wall, not in it.
    else document.documentElement.requestFullscreen().catch(() => message.warning(notSupported))
  }
  return [is, toggle]
}
