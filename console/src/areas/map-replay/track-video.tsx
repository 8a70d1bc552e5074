import { CloseOutlined, LoadingOutlined } from '@ant-design/icons'
import { type PointerEvent, Suspense, useRef, useState } from 'react'
import { useText } from '../../language/language.ts'
import { useDevice } from '../../parts/device-tree/device-store.ts'
import { RecordedPlayer } from '../../parts/player/recorded-player.tsx'
import { formatTime } from '../../platform/clock.ts'
import type { Playback } from './playback.ts'

type TrackVideoProps = {
  channel: { sn: string; chnId: number }
  playback: Playback
  onClose(): void
}

/** What a device's own camera saw at the moment that is shown, in a window that can be moved. Always dark. */
export function TrackVideo({ channel, playback, onClose }: TrackVideoProps) {
  const t = useText('tracks')
  const device = useDevice(channel.sn)
  const name = device?.chnList?.find(({ chnId }) => chnId === channel.chnId)?.name
  const title = [device?.name ?? channel.sn, name].filter(Boolean).join(' · ')
  const [at, setAt] = useState({ right: 12, top: 12 })
  const [pictureMs, setPictureMs] = useState<number>()
  const grip = useRef<{ x: number; y: number; right: number; top: number }>(undefined)
  const press = (event: PointerEvent) => {
    if ((event.target as Element).closest('button')) return
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { x: event.clientX, y: event.clientY, ...at }
  }
  const drag = (event: PointerEvent) => {
    const from = grip.current
    if (!from) return
    setAt({
      right: Math.max(0, from.right - (event.clientX - from.x)),
      top: Math.max(0, from.top + (event.clientY - from.y)),
    })
  }
  return (
    <section className="track-video" aria-label={t('video.label', { name: title })} style={at}>
      <header
        onPointerDown={press}
        onPointerMove={drag}
        onPointerUp={() => {
          grip.current = undefined
        }}
      >
        <span>{title}</span>
        {pictureMs !== undefined && (
          <output aria-label={t('video.moment')} data-ms={Math.round(pictureMs)}>
            {formatTime(pictureMs)}
          </output>
        )}
        <button type="button" aria-label={t('video.close')} onClick={onClose}>
          <CloseOutlined />
        </button>
      </header>
      <div className="track-video-picture">
        <Suspense fallback={<LoadingOutlined />}>
          <RecordedPlayer
            channel={channel}
            leader={playback}
            onPicture={setPictureMs}
            noneText={t('video.none')}
          />
        </Suspense>
      </div>
    </section>
  )
}
