/** A client's session with one stream: its tracks are set up, then played and paused (RFC 2326, A.2). */
import type { TrackName } from '../../wire/rtp/rtp-tracks.ts'
import type { LiveStream } from '../live-stream.ts'
import type { Viewer, ViewerClose } from '../stream-fanout.ts'
import { type StreamName, streamPath } from '../stream-path.ts'
import { createRtspViewer, type RtspViewer, type ViewerTransport } from './rtsp-viewer.ts'
import type { SharedTracks } from './shared-tracks.ts'

export type RtspSession = {
  id: string
  path: string
  transports: Map<TrackName, ViewerTransport>
  isPlaying(): boolean
  play(stream: LiveStream): void
  pause(): void
  review(nowMs: number): void
  /** Ends it; the client is told. */
  end(): void
}

export function createRtspSession(
  session: { id: string; name: StreamName },
  deps: Omit<Parameters<typeof createRtspViewer>[0], 'tracks' | 'transports' | 'cname' | 'udp'> & {
    udp(): Parameters<typeof createRtspViewer>[0]['udp']
    tracksOf(stream: LiveStream): SharedTracks
  },
): RtspSession {
  const transports = new Map<TrackName, ViewerTransport>()
  let playing: { viewer: RtspViewer; seat: Viewer } | undefined

  const leave = (): RtspViewer | undefined => {
    const left = playing?.viewer
    playing?.seat.leave()
    playing = undefined
    return left
  }

  return {
    id: session.id,
    path: streamPath(session.name),
    transports,
    isPlaying: () => playing !== undefined,
    play(stream) {
      if (playing) return
      const viewer = createRtspViewer({
        ...deps,
        udp: deps.udp(),
        tracks: deps.tracksOf(stream),
        transports,
        cname: session.name.sn,
        onClose(reason: ViewerClose) {
          playing = undefined
          viewer.sayGoodbye()
          deps.onClose(reason)
        },
      })
      stream.touch()
      playing = { viewer, seat: stream.fanout.join(viewer.sink, 'rtsp') }
    },
    pause: () => void leave(),
    review: (nowMs) => playing?.viewer.review(nowMs),
    end: () => leave()?.sayGoodbye(),
  }
}
