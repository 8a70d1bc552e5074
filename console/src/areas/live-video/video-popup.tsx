import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { useIsPhone } from '../../components/use-media-query.ts'
import { useAutoClose } from '../../features/player/use-auto-close.ts'
import { useDrag } from '../../features/ptz/use-drag.ts'
import { useFullScreen } from '../../features/video-screen/use-full-screen.ts'
import { useText } from '../../language/language.ts'
import './real-time-screen.css'
import './video-wall-phone.css'
import './video-popup.css'
import { AutoCloseSetting } from './auto-close-setting.tsx'
import { usePauseOnUnload } from './use-pause-on-unload.ts'
import { VideoWall } from './video-wall.tsx'
import { createWall, WallProvider } from './wall-store.ts'
import { WallToolbar } from './wall-toolbar.tsx'
import { emptyGrid, openMany, type Place, roomFor, setLayout } from './window-grid.ts'

type VideoPopupProps = { places: readonly Place[]; onClose: () => void }

/**
 * Live video above whatever screen is open, 750 × 500 (stated), dragged by its title and sized at its corner; on a phone
 * it fills the page below the header. Closes by itself when nobody operates the page for the minutes of the setting.
 */
export function VideoPopup({ places, onClose }: VideoPopupProps) {
  const t = useText('video')
  const [wall] = useState(() => {
    const made = createWall()
    made.change(() => openMany(emptyGrid(roomFor(places.length)), places))
    return made
  })
  const isPhone = useIsPhone()
  const drag = useDrag('videoPopupPlace')
  const [ptzShown, setPtzShown] = useState(false)
  const [fullScreen, toggleFullScreen] = useOwnFullScreen()
  useAutoClose((minutes) => {
    notify.info({ content: t('popup.closed', { count: minutes }), duration: 0 })
    onClose()
  })
  usePauseOnUnload(wall)
  const box = drag.box
  useEffect(() => box.current?.focus(), [box])

  return (
    <WallProvider value={wall}>
      <section
        ref={drag.box}
        className="video-popup"
        role="dialog"
        tabIndex={-1}
        aria-label={t('popup.title')}
        data-full-screen={fullScreen}
        style={fullScreen || isPhone ? {} : drag.style}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && event.currentTarget === event.target) onClose()
        }}
      >
        <header onPointerDown={isPhone ? undefined : drag.onPointerDown}>
          <span>{t('popup.title')}</span>
          <AutoCloseSetting />
          <Button
            size="small"
            type="text"
            icon={<CloseOutlined />}
            aria-label={t('popup.close')}
            onClick={onClose}
          />
        </header>
        <WallToolbar
          ptzShown={ptzShown}
          fullScreen={fullScreen}
          onPtz={() => setPtzShown(!ptzShown)}
          onLayout={(layout) => wall.change((before) => setLayout(before, layout))}
          onFullScreen={toggleFullScreen}
        />
        <VideoWall ptzShown={ptzShown} onPtz={setPtzShown} onFullScreen={toggleFullScreen} />
      </section>
    </WallProvider>
  )
}

/** Whether this window fills the display, and the way in and out: a page that is full already does not make it so. */
function useOwnFullScreen(): [boolean, () => void] {
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
