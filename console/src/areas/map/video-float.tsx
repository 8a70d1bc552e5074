import { CloseOutlined } from '@ant-design/icons'
import { lazy, Suspense, useLayoutEffect, useState } from 'react'
import { pageRoom } from '../../components/page-room.ts'
import { useWindowDrag } from '../../components/use-window-drag.ts'
import { useDevice } from '../../features/device-tree/device-store.ts'
import { LivePlayer } from '../../features/player/live-player.tsx'
import { PtzIcon } from '../../features/ptz/ptz-icon.tsx'
import { useText } from '../../language/language.ts'
import { type Box, leastCovering } from './least-covering.ts'
import { type WatchedChannel, watchTitle } from './popup-actions.tsx'
import '../../components/bare-button.css'
import './video-float.css'

const PtzWheel = lazy(async () => ({ default: (await import('../../features/ptz/ptz-wheel.tsx')).PtzWheel }))

/** Elements that a new window should not cover. */
const TAKEN = '.map-anchored, .video-float, .dispatch-legend, .dispatch-search'

/** The part of the map that the browser's window shows: a narrow one cuts the page off. */
function shownPart(map: Element): Box {
  const { clientWidth, clientHeight } = pageRoom()
  const box = map.getBoundingClientRect()
  const left = Math.max(0, box.left)
  const top = Math.max(0, box.top)
  return {
    left,
    top,
    width: Math.max(0, Math.min(clientWidth, box.right) - left),
    height: Math.max(0, Math.min(clientHeight, box.bottom) - top),
  }
}

/** Position of an element in an area of the page. */
function boxIn(area: Box, element: Element): Box {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { left: left - area.left, top: top - area.top, width, height }
}

type VideoFloatProps = { channel: WatchedChannel; onClose(): void }

/** A floating window with one channel's live video, dragged by its title. Always dark. */
export function VideoFloat({ channel, onClose }: VideoFloatProps) {
  const t = useText('map')
  const video = useText('video')
  const title = useTitle(channel)
  const steerable = useSteerable(channel)
  const [steered, setSteered] = useState(false)
  const [playing, setPlaying] = useState(false)
  const { frame, at, move, grip } = useWindowDrag({ right: 0, top: 0 })
  useLayoutEffect(() => {
    const own = frame.current
    const map = own?.parentElement
    if (!own || !map) return
    const taken = [...map.querySelectorAll(TAKEN)].filter((other) => other !== own)
    const area = shownPart(map)
    const { left, top, width } = leastCovering(
      boxIn(area, own),
      area,
      taken.map((other) => boxIn(area, other)),
    )
    const right = document.documentElement.clientWidth - (area.left + left + width)
    move({ right, top: area.top + top })
  }, [frame, move])
  return (
    <section ref={frame} className="video-float" aria-label={`${t('liveVideo')} ${title}`} style={at}>
      <header {...grip}>
        <span>{title}</span>
        {steerable && (
          <button
            type="button"
            className="bare-button"
            aria-label={video('ptz.title')}
            title={video('ptz.title')}
            aria-pressed={steered}
            onClick={() => setSteered(!steered)}
          >
            <PtzIcon />
          </button>
        )}
        <button type="button" className="bare-button" aria-label={t('close')} onClick={onClose}>
          <CloseOutlined />
        </button>
      </header>
      <div className="video-float-picture">
        <Suspense>
          <LivePlayer
            sn={channel.sn}
            chnId={channel.chnId}
            streamType="sub"
            autoClose
            onState={({ state }) => setPlaying(state === 'playing')}
          />
        </Suspense>
      </div>
      {steered && (
        <Suspense>
          <PtzWheel target={channel} playing={playing} />
        </Suspense>
      )}
    </section>
  )
}

/** The names that the tree has now, in the operator's language. */
function useTitle({ sn, chnId, title }: WatchedChannel): string {
  const device = useDevice(sn)
  const channel = device?.chnList?.find((one) => one.chnId === chnId)
  return device ? watchTitle(device.name, channel?.name) : title
}

/** Whether the camera can be turned. */
function useSteerable({ sn, chnId }: WatchedChannel): boolean {
  const device = useDevice(sn)
  return (device?.chnList?.find((one) => one.chnId === chnId)?.isPtz ?? device?.isPtz) === true
}
