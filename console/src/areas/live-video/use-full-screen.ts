import { App } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { useText } from '../../language/language.ts'

/**
 * Whether the page fills the screen, and how to change that. The page as a whole goes there: lists, tips and messages are
 * drawn beside the wall, not in it. A browser that cannot gets the stated message.
 */
export function useFullScreen(): [boolean, () => void] {
  const t = useText('video')
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
    const refused = () => message.warning(t('wall.fullScreenNotSupported'))
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (!document.fullscreenEnabled) refused()
    else document.documentElement.requestFullscreen().then(() => setFull(true), refused)
  }, [message, t])
  return [full, toggle]
}
