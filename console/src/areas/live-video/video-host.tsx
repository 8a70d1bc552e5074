import { lazy, Suspense, useEffect, useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { deviceBySn, loadTree } from '../../features/device-tree/device-store.ts'
import { onOpen } from '../../features/open.ts'
import { pairName } from '../../features/second-window.ts'
import { loadTexts, textOf } from '../../language/language.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { onlinePlaces } from './channels-to-open.ts'
import type { Place } from './window-grid.ts'

const VideoPopup = lazy(async () => ({ default: (await import('./video-popup.tsx')).VideoPopup }))

/** The part of live video that is there on every screen: the popup that channels are opened in. */
export function VideoHost() {
  const [opened, setOpened] = useState<{ places: readonly Place[]; turn: number }>()
  useEffect(
    () =>
      onOpen('video', async ({ channels }) => {
        await loadTree()
        const places = onlinePlaces(channels, deviceBySn)
        if (places.length > 0) {
          setOpened((before) => ({ places, turn: (before?.turn ?? 0) + 1 }))
          return
        }
        setOpened(undefined)
        await loadTexts(['video'])
        notify.error(textOf('video')('open.noOnlineChannel'))
      }),
    [],
  )
  useEffect(() => {
    if (pairName() === undefined) return
    import('./wall-pair.ts').then(
      ({ joinPair }) => joinPair(),
      (error: unknown) => noteProblem('second window', String(error)),
    )
  }, [])
  if (!opened) return null
  return (
    <Suspense>
      <VideoPopup key={opened.turn} places={opened.places} onClose={() => setOpened(undefined)} />
    </Suspense>
  )
}
