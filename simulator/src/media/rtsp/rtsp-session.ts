/** A client's session with one stream: its tracks are set up, then played and paused (RFC 2326, A.2). */
import type { TrackName } from '../../wire/rtp/rtp-tracks.ts'
import { type StreamUri, streamUriPath } from '../../wire/rtsp/stream-uri.ts'
import type { Viewer, ViewerClose } from '../stream-fanout.ts'
import type { BackChannel } from './back-channel.ts'
import type { RtspSource } from './rtsp-replay.ts'
import { createRtspViewer, type RtspViewer, type ViewerTransport } from './rtsp-viewer.ts'
import type { SharedTracks } from './shared-tracks.ts'

export type RtspSession = {
  id: string
  path: string
  transports: Map<TrackName, ViewerTransport>
  /** What the client sends, and how. */
  back: { transport: ViewerTransport; channel: BackChannel } | undefined
  isPlaying(): boolean
  play(source: RtspSource): void
  pause(): void
  review(nowMs: number): void
  /** Ends it; the client is told. */
  end(): void
}

export function createRtspSession(
  session: { id: string; uri: Omit<StreamUri, 'track'> },
  deps: Omit<
    Parameters<typeof createRtspViewer>[0],
    'tracks' | 'transports' | 'cname' | 'udp' | 'overUdp'
  > & {
    udp(): Parameters<typeof createRtspViewer>[0]['udp']
    tracksOf(source: RtspSource): SharedTracks
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

  const made: RtspSession = {
    id: session.id,
    path: streamUriPath(session.uri),
    transports,
    back: undefined,
    isPlaying: () => playing !== undefined,
    play(source) {
      if (playing) return
      const viewer = createRtspViewer({
        ...deps,
        udp: deps.udp(),
        overUdp: source.fanout.overUdp,
        tracks: deps.tracksOf(source),
        transports,
        cname: session.uri.sn,
        onClose(reason: ViewerClose) {
          playing = undefined
          viewer.sayGoodbye()
          deps.onClose(reason)
        },
      })
      source.touch()
      playing = { viewer, seat: source.fanout.join(viewer.sink, 'rtsp') }
    },
    pause: () => void leave(),
    review: (nowMs) => playing?.viewer.review(nowMs),
    end() {
      made.back?.channel.close()
      made.back = undefined
      leave()?.sayGoodbye()
    },
  }
  return made
}
