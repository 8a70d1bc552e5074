import { App } from 'antd'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useText } from '../../language/language.ts'
import type { LivePlayerHandle } from '../../parts/player/live-player.tsx'
import { canRecord, type Recording, record } from '../../parts/player/recorder.ts'
import { saveFile } from '../../parts/player/snapshot.ts'
import { formatTime, platformNow } from '../../platform/clock.ts'

/** Records a window's video into a file until it is stopped or the video ends. */
export function useRecording(player: RefObject<LivePlayerHandle | null>, name: string, playing: boolean) {
  const t = useText('video')
  const { message } = App.useApp()
  const running = useRef<{ recording: Recording; name: string }>(undefined)
  const [since, setSince] = useState<number>()

  const stop = useCallback(async () => {
    const ended = running.current
    running.current = undefined
    setSince(undefined)
    const file = await ended?.recording.stop()
    if (!ended || !file) return
    saveFile(file.blob, `${ended.name}.${file.extension}`)
    message.success(t('done.recordingSaved'))
  }, [message, t])

  useEffect(() => {
    if (!playing && running.current) void stop()
  }, [playing, stop])
  useEffect(() => () => void running.current?.recording.stop(), [])

  return {
    supported: canRecord(),
    since,
    toggle: () => {
      const video = player.current?.video()
      if (running.current) void stop()
      else if (video) {
        running.current = { recording: record(video), name: `${name}_${formatTime(platformNow())}` }
        setSince(Date.now())
      }
    },
  }
}
