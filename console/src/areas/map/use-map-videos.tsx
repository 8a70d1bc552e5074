import { App, Radio } from 'antd'
import { useState } from 'react'
import { useStable } from '../../components/use-stable.ts'
import { useText } from '../../language/language.ts'
import type { WatchedChannel } from './popup-actions.tsx'

/** Video windows over a map: each covers a good part of it. */
const MOST_VIDEOS = 4

const keyOf = ({ sn, chnId }: WatchedChannel) => `${sn}/${chnId}`

/** The video windows over the map. Where there is no room for one more, the operator chooses which one closes. */
export function useMapVideos(): {
  videos: readonly WatchedChannel[]
  watch(channel: WatchedChannel): void
  close(channel: WatchedChannel): void
} {
  const t = useText('map')
  const { modal } = App.useApp()
  const [videos, setVideos] = useState<readonly WatchedChannel[]>([])
  const put = (channel: WatchedChannel, instead?: string) =>
    setVideos((list) => [
      ...list.filter((other) => keyOf(other) !== keyOf(channel) && keyOf(other) !== instead),
      channel,
    ])

  const watch = useStable((channel: WatchedChannel) => {
    const isOpen = videos.some((other) => keyOf(other) === keyOf(channel))
    if (isOpen || videos.length < MOST_VIDEOS) {
      put(channel)
      return
    }
    let chosen = keyOf(videos[0]!)
    modal.confirm({
      title: t('videosFull', { count: MOST_VIDEOS }),
      content: (
        <>
          <p>{t('videosFullChoose', { name: channel.title })}</p>
          <Radio.Group
            vertical
            defaultValue={chosen}
            options={videos.map((video) => ({ value: keyOf(video), label: video.title }))}
            onChange={({ target }) => {
              chosen = String(target.value)
            }}
          />
        </>
      ),
      okText: t('videosFullOk'),
      onOk: () => put(channel, chosen),
    })
  })
  const close = useStable((channel: WatchedChannel) =>
    setVideos((list) => list.filter((other) => other !== channel)),
  )
  return { videos, watch, close }
}
