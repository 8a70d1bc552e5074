import type { StreamType } from '@backlot/contract/live-video/calls'
import { create } from 'zustand'
import { notify } from '../../components/notifications/notify.ts'
import { saveFile } from '../../features/player/snapshot.ts'
import { StreamRecorder } from '../../features/recording/stream-recorder.ts'
import { textOf } from '../../language/language.ts'
import { formatTime, platformNow } from '../../platform/clock.ts'

type Channel = { sn: string; chnId: number }
type Running = { recorder: StreamRecorder; fileName: string }

export const recordingKey = ({ sn, chnId }: Channel) => `${sn}/${chnId}`

/** The recordings of a wall, by channel: they go with the channel, whichever window shows it. */
export class WallRecordings {
  readonly use = create<{ running: ReadonlyMap<string, Running> }>(() => ({ running: new Map() }))

  start(place: Channel, streamType: StreamType, name: string): void {
    const { sn, chnId } = place
    const running = new Map(this.use.getState().running)
    if (running.has(recordingKey(place))) return
    running.set(recordingKey(place), {
      recorder: new StreamRecorder({ sn, chnId, streamType }),
      fileName: `${name}_${formatTime(platformNow())}.mp4`,
    })
    this.use.setState({ running })
  }

  /** Ends a recording and saves its file. */
  stop(key: string): void {
    const running = new Map(this.use.getState().running)
    const ended = running.get(key)
    if (!ended) return
    running.delete(key)
    this.use.setState({ running })
    const file = ended.recorder.stop()
    const t = textOf('video')
    if (!file) {
      notify.warning({ kind: 'files', content: t('done.recordingEmpty') })
      return
    }
    saveFile(file.blob, ended.fileName)
    const content = t(file.hasSound ? 'done.recordingSaved' : 'done.recordingSavedSilent')
    notify.success({ kind: 'files', content })
  }

  /** Ends, and saves, the recordings of channels that are not among these. */
  keep(places: readonly Channel[]): void {
    const kept = new Set(places.map(recordingKey))
    for (const key of this.use.getState().running.keys()) if (!kept.has(key)) this.stop(key)
  }
}
