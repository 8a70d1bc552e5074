import type { HostClock } from '../../kernel/clock.ts'
import type { Viewer, ViewerSink } from '../stream-fanout.ts'
import type { RtspSource } from './rtsp-replay.ts'
import type { SharedTracks } from './shared-tracks.ts'

/** An encoder of a busy machine needs seconds for its first picture. */
const FIRST_PICTURE_MS = 15_000

/**
 * Resolves when the stream's codecs are known: true, or false when it ended before or nothing came. It counts as a viewer
 * meanwhile, so that the stream starts.
 */
export function describeStream(stream: RtspSource, tracks: SharedTracks, host: HostClock): Promise<boolean> {
  return new Promise((resolve) => {
    let isDone = false
    const end = (isKnown: boolean): void => {
      if (isDone) return
      isDone = true
      cancel()
      viewer?.leave()
      resolve(isKnown)
    }
    const cancel = host.after(FIRST_PICTURE_MS, () => end(false))
    const seen = (): void => {
      if (tracks.video() && (tracks.audio() || !stream.hasSound())) end(true)
    }
    const sink: ViewerSink = {
      sendTag(tag) {
        tracks.batchOf(tag)
        seen()
      },
      bufferedBytes: () => 0,
      close: () => end(false),
    }
    let viewer: Viewer | undefined
    if (stream.soundHeader) tracks.batchOf(stream.soundHeader)
    // It starts by being asked for.
    stream.touch()
    viewer = stream.fanout.join(sink, 'rtsp')
    // The headers may have been there.
    seen()
    if (isDone) viewer.leave()
  })
}
