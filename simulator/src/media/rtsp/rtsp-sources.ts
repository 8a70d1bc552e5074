/** What one connection's addresses lead to: live streams, and one playback of recordings at a time. */
import type { RtspReply } from '../../wire/rtsp/rtsp-message.ts'
import { type StreamUri, streamUriPath } from '../../wire/rtsp/stream-uri.ts'
import { describeStream } from './describe-stream.ts'
import type { RtspContext } from './rtsp-context.ts'
import type { RtspReplay, RtspSource } from './rtsp-replay.ts'
import { rtspReply } from './rtsp-reply.ts'
import type { SharedTracks } from './shared-tracks.ts'

export type RtspSources = {
  /** The source of an address, or why there is none. */
  of(uri: StreamUri): RtspSource | RtspReply
  /** The source of an address once its codecs are known. */
  described(uri: StreamUri): Promise<RtspSource | RtspReply>
  tracksOf(source: RtspSource): SharedTracks
  /** The playback that is open. */
  replay(): RtspReplay | undefined
  /** Ends the playback. */
  end(): void
}

export function createRtspSources(context: RtspContext, peerAddress: string): RtspSources {
  // Playbacks of one address are bounded together, as those of a sign-in are.
  const owner = `rtsp ${peerAddress}`
  let replay: (RtspReplay & { path: string }) | undefined

  const sources: RtspSources = {
    of(uri) {
      const { sn, chnId, stream } = uri
      if (stream !== 'replay') {
        const opened = context.open({ sn, chnId, streamType: stream })
        return opened.ok ? opened.stream : rtspReply(opened.reason === 'unknown' ? 404 : 503)
      }
      const path = streamUriPath(uri)
      if (replay?.path === path && replay.isOpen()) return replay
      sources.end()
      const opened = context.openReplay(uri, owner)
      if (opened === 'none') return rtspReply(404)
      if (opened === 'busy') return rtspReply(453)
      replay = { ...opened, path }
      return replay
    },
    async described(uri) {
      const source = sources.of(uri)
      if ('status' in source) return source
      const isKnown = await describeStream(source, sources.tracksOf(source), context.host)
      return isKnown ? source : rtspReply(503)
    },
    tracksOf: (source) => context.tracksOf(source.fanout, source === replay ? replay.extensionOf : undefined),
    replay: () => replay,
    end() {
      replay?.end()
      replay = undefined
    },
  }
  return sources
}
