import { CloseOutlined, LoadingOutlined } from '@ant-design/icons'
import { Suspense, useState } from 'react'
import { useWindowDrag } from '../../components/use-window-drag.ts'
import { useDevice } from '../../features/device-tree/device-store.ts'
import { RecordedPlayer } from '../../features/player/recorded-player.tsx'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import type { Playback } from './playback.ts'

type TrackVideoProps = {
  channel: { sn: string; chnId: number }
  playback: Playback
  onClose(): void
}

/** View of a device's own camera at the shown moment, in a movable window. Always dark. */
export function TrackVideo({ channel, playback, onClose }: TrackVideoProps) {
  const t = useText('tracks')
  const device = useDevice(channel.sn)
  const name = device?.chnList?.find(({ chnId }) => chnId === channel.chnId)?.name
  const title = [device?.name ?? channel.sn, name].filter(Boolean).join(' · ')
  const { frame, at, grip } = useWindowDrag({ right: 12, top: 12 })
  const [pictureMs, setPictureMs] = useState<number>()
  return (
    <section ref={frame} className="track-video" aria-label={t('video.label', { name: title })} style={at}>
      <header {...grip}>
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
