import { useCallback, useEffect, useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { useText } from '../../language/language.ts'

/**
 * Whether a screen fills the display, and the way in and out. The page as a whole goes there: lists, tips and messages are
 * drawn beside the pictures, not in them. A browser that cannot gets the stated message.
 */
export function useFullScreen(): [boolean, () => void] {
  const t = useText('video')
  const [full, setFull] = useState(() => document.fullscreenElement !== null)
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
  const toggle = useCallback(() => {
    const refused = () => notify.warning(t('wall.fullScreenNotSupported'))
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (!document.fullscreenEnabled) refused()
    else document.documentElement.requestFullscreen().catch(refused)
  }, [t])
  return [full, toggle]
}
