/** The sample clips with sound, live for all who watch at once. */
import type { HostClock } from '../kernel/clock.ts'
import { loadAudioLoop } from './audio-loop.ts'
import { type Clip, createClipSource, loadClips } from './clip-source.ts'
import { createLiveStream, type LiveStream } from './live-stream.ts'

export type ClipStreams = {
  /** `number` chooses the clip. */
  clipOf(number: number): Clip
  /** Its stream, which runs while somebody watches and a little longer. */
  open(number: number): LiveStream
  close(): Promise<void>
}

/** A clip goes on for a while after its last viewer: the next one starts at once. */
const LINGER_MS = 30_000

/** Resolves once the clips are read. */
export async function openClipStreams(host: HostClock): Promise<ClipStreams> {
  const [clips, audio] = await Promise.all([loadClips(), loadAudioLoop()])
  const streams = new Map<number, LiveStream>()
  const clipOf = (number: number) => clips[number % clips.length]!
  return {
    clipOf,
    open(number) {
      const at = number % clips.length
      const running = streams.get(at)
      if (running) return running
      const stream = createLiveStream({
        host,
        lingerMs: LINGER_MS,
        audio,
        openSource: (timestampAt, events) => createClipSource(clips[at]!, host, timestampAt, events),
        onState: (state) => void (state === 'stopped' && streams.delete(at)),
      })
      streams.set(at, stream)
      return stream
    },
    async close() {
      await Promise.all([...streams.values()].map((stream) => stream.stop('stopped')))
    },
  }
}
