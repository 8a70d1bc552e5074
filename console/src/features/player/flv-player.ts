import type Mpegts from 'mpegts.js'
import type { FrameCounts } from './decode-budget.ts'
import { KeyFrameFilter, type Passing } from './key-frame-filter.ts'
import { socketLoaderOf } from './socket-loader.ts'

/** Known facts of a stream. */
export type StreamFacts = {
  /** As MSE names them, `avc1.42c01e`. */
  videoCodec: string | undefined
  audioCodec: string | undefined
  fps: number | undefined
  /** Pixels, also of a stream that this browser cannot decode. */
  size: { width: number; height: number } | undefined
}

/** Of a stream that nothing is known of. */
export const NO_FACTS: StreamFacts = {
  videoCodec: undefined,
  audioCodec: undefined,
  fps: undefined,
  size: undefined,
}

/** Which pictures of the stream play: see KeyFrameFilter. */
type FlvPictures = {
  readonly passing: Passing
  readonly heldBack: number
  readonly keyEveryMs: number | undefined
}

/** A stream in a video element, whichever way it plays. */
export type FlvPlayer = {
  destroy(): void
  facts(): StreamFacts
  readonly pictures: FlvPictures
  /** Plays key frames only, or all pictures again. Of a WebSocket's stream; others always play all. */
  thin(keysOnly: boolean): void
  /** It stays at the live edge by itself; another one's owner has to see to that. */
  readonly keepsEdge: boolean
  /** Seconds of the stream at which the picture is; they stay while it does. */
  shownSeconds(): number
  /** Seconds that were received and are not yet shown. */
  waitingSeconds(): number
  /** Frames so far: dropped are those that this computer could not decode or show in time. */
  frames(): FrameCounts
}
export type FlvPlayerEvents = {
  /** The stream broke or its data is unreadable. `codec`: this browser cannot decode it, and never will. */
  onError(kind: 'media' | 'codec', detail: string): void
  /** The server closed the stream. mpegts.js calls that complete, live or not. */
  onEnded(): void
  /** Kilobytes a second, about twice a second. */
  onSpeed(kilobytes: number): void
}

/** Chases the live edge by playing faster: measured 380 ms picture age, no dropped frames (design §8). */
const LIVE_CONFIG: Mpegts.Config = {
  isLive: true,
  liveSync: true,
  liveSyncMaxLatency: 0.6,
  liveSyncTargetLatency: 0.3,
  liveSyncPlaybackRate: 1.2,
  enableStashBuffer: false,
  lazyLoad: false,
  deferLoadAfterSourceOpen: false,
  autoCleanupSourceBuffer: true,
  autoCleanupMaxBackwardDuration: 30,
  autoCleanupMinBackwardDuration: 10,
}

/** DOMException.NOT_SUPPORTED_ERR: MSE has no decoder for a codec. */
const NOT_SUPPORTED_CODE = 9

let library: Promise<typeof Mpegts> | undefined

/** Loads mpegts.js when the first player is made. */
export function loadFlvLibrary(): Promise<typeof Mpegts> {
  library ??= import('mpegts.js').then(({ default: mpegts }) => {
    mpegts.LoggingControl.applyConfig({ enableAll: false })
    return mpegts
  })
  return library
}

/**
 * Plays FLV over WebSocket or HTTP, by the scheme of the address, into a video element until destroyed. `withAudio`
 * false leaves the sound track out, which spares a decoder on muted windows. `chase` false: the element's owner keeps
 * its pace.
 */
export function createFlvPlayer(
  mpegts: typeof Mpegts,
  video: HTMLVideoElement,
  source: { url: string; withAudio: boolean; chase?: boolean },
  events: FlvPlayerEvents,
): FlvPlayer {
  const filter = new KeyFrameFilter()
  const player = mpegts.createPlayer(
    { type: 'flv', isLive: true, url: source.url, hasVideo: true, hasAudio: source.withAudio },
    {
      ...LIVE_CONFIG,
      liveSync: source.chase ?? true,
      ...(/^wss?:/.test(source.url) ? { customLoader: socketLoaderOf(mpegts, filter) } : {}),
    },
  )
  let over = false
  let destroyed = false
  const once = (run: () => void) => {
    if (over) return
    over = true
    run()
  }
  player.on(mpegts.Events.ERROR, (type: string, detail: string, info?: { code?: number }) =>
    once(() => {
      const refused = detail === mpegts.ErrorDetails.MEDIA_MSE_ERROR && info?.code === NOT_SUPPORTED_CODE
      const codec = refused || detail === mpegts.ErrorDetails.MEDIA_CODEC_UNSUPPORTED
      // It continues after reporting the error: ended from within, it would stumble.
      queueMicrotask(() => {
        if (!destroyed) events.onError(codec ? 'codec' : 'media', `${type} ${detail}`)
      })
    }),
  )
  player.on(mpegts.Events.LOADING_COMPLETE, () => once(() => events.onEnded()))
  player.on(mpegts.Events.STATISTICS_INFO, (info: { speed?: number }) => events.onSpeed(info.speed ?? 0))
  player.attachMediaElement(video)
  player.load()
  return {
    facts() {
      const { videoCodec, audioCodec, fps, width, height } = (player as Mpegts.MSEPlayer).mediaInfo ?? {}
      return { videoCodec, audioCodec, fps, size: width && height ? { width, height } : undefined }
    },
    pictures: filter,
    thin(keysOnly) {
      filter.keysOnly = keysOnly
    },
    keepsEdge: false,
    shownSeconds: () => video.currentTime,
    waitingSeconds() {
      const { buffered, currentTime } = video
      return buffered.length > 0 ? buffered.end(buffered.length - 1) - currentTime : 0
    },
    frames() {
      const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality()
      return { total: totalVideoFrames, dropped: droppedVideoFrames }
    },
    destroy() {
      over = true
      destroyed = true
      try {
        player.destroy()
      } catch (error) {
        // A player whose media source broke may throw while it is taken down; it is gone either way (stated).
        console.debug('player teardown', error)
      }
      video.removeAttribute('src')
      video.load()
    },
  }
}
