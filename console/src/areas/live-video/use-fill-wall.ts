import { LIMITS } from '@backlot/contract/limits'
import { useCallback } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { useText } from '../../language/language.ts'
import { fillWall } from './open-places.ts'
import type { Wall } from './wall-store.ts'

/** Fills a wall from a group of the tree, by its key, and reports when none of its cameras is online or not all fit. */
export function useFillWall(wall: Wall): (key: string) => void {
  const t = useText('video')
  return useCallback(
    (key) => {
      const count = fillWall(wall, key)
      if (count === 0) notify.error({ key: 'open', content: t('open.noOnlineChannel') })
      else if (count > LIMITS.videoWindows)
        notify.info({ key: 'open', content: t('open.firstOf', { most: LIMITS.videoWindows, count }) })
    },
    [wall, t],
  )
}
