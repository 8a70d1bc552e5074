/** Playbacks and downloads of recorded moments, over the same pictures as live. */
import { statfsSync } from 'node:fs'
import type { PlaybackWish } from '../areas/recordings/ports.ts'
import type { MediaEffects } from '../faults/media-faults.ts'
import type { AudioLoop } from './audio-loop.ts'
import { type ClipProgress, type ClipWish, makeClip } from './clip-maker.ts'
import { createDownloads, type Downloads } from './create-downloads.ts'
import { createReplays, type Replays } from './create-replays.ts'
import type { EncoderOptions } from './encoder-arguments.ts'
import { createPulledTrack, type OpenPlayback } from './pulled-track.ts'
import { createReplayTrack } from './replay-track.ts'
import type { ScenePipeDeps } from './scene-pipe.ts'
import type { SceneService } from './scene-service.ts'
import { createShortClips, type ShortClips } from './short-clips.ts'
import type { StreamName } from './stream-path.ts'
import type { StreamTokens } from './stream-token.ts'
import type { UnsentBytes } from './unsent-bytes.ts'

/** Who looks at a recording looks closely: fine backdrops come soon. */
const QUICK_PICTURES = 1
/** Pictures a second by which a foreign device's recording is stepped. */
const PULLED_RATE = 25

export function openRecorded(deps: {
  /** Path of ffmpeg; undefined: nothing recorded can be shown. */
  ffmpeg: string | undefined
  pipe: Omit<ScenePipeDeps, 'encoder'>
  /** As a camera's stream was encoded at a moment: the same grid of moments. */
  encodingOf(ffmpeg: string, name: StreamName, atMs: number): EncoderOptions
  /** Whether this machine's ffmpeg has a codec (left out: H.264), and whether one more encoder may start. */
  hasCodec(codec: EncoderOptions['codec']): boolean
  mayEncode(codec: EncoderOptions['codec']): boolean
  audio: AudioLoop
  tokens: StreamTokens
  effects: MediaEffects | undefined
  scenes(): SceneService
  downloadFolder: string
  unsent: UnsentBytes
  /** How a recording of a foreign device is played; undefined when it has none that can be asked for. */
  external?: ((wish: PlaybackWish) => OpenPlayback | undefined) | undefined
}): { replays: Replays; downloads: Downloads; shortClips: ShortClips } {
  const { ffmpeg, pipe, tokens, encodingOf } = deps
  const { host, source, log } = pipe

  const replays = createReplays({
    host,
    mayStart: () => deps.mayEncode(undefined),
    openMember(wish, group, playbackId) {
      const channel = source.cameras.find(wish.sn, wish.chnId)
      const { sn, fromMs, toMs, recorded } = wish
      const follow = {
        transport: group.transport,
        effects: deps.effects,
        review: () => group.review(),
        isRecorded: (atMs: number) => group.isRecorded(playbackId, atMs),
        onReady: () => group.onReady(),
        onViewers: (viewers: number) => group.onViewers(playbackId, viewers),
        onFault: (error: unknown) =>
          log.error({ sn, chnId: wish.chnId, error: String(error) }, 'a viewer of a stream failed'),
      }
      const open = channel ? undefined : deps.external?.(wish)
      if (open) {
        const track = createPulledTrack({ ...follow, host, open }, { sn })
        return { playbackId, sn, number: 0, framesPerSecond: PULLED_RATE, fromMs, toMs, recorded, track }
      }
      if (!ffmpeg || !channel) return undefined
      const encoder = encodingOf(ffmpeg, wish, wish.fromMs)
      if (!deps.hasCodec(encoder.codec)) return undefined
      const track = createReplayTrack(
        {
          ...pipe,
          ...follow,
          quickPictures: QUICK_PICTURES,
          encoder,
          audio: channel.hasAudio ? deps.audio : undefined,
        },
        { sn, chnId: wish.chnId },
        channel,
      )
      const { framesPerSecond } = encoder
      return { playbackId, sn, number: channel.number, framesPerSecond, fromMs, toMs, recorded, track }
    },
  })

  const make =
    ffmpeg === undefined
      ? undefined
      : async (wish: ClipWish, onProgress: (progress: ClipProgress) => void, signal: AbortSignal) => {
          const thread = deps.scenes().openThread()
          try {
            const encoder = encodingOf(ffmpeg, mainOf(wish), wish.spans[0]?.fromMs ?? 0)
            await makeClip({ encoder, host, source, thread, onProgress }, wish, signal)
          } finally {
            await thread.end()
          }
        }
  const downloads = createDownloads({
    host,
    log,
    folder: deps.downloadFolder,
    tokens,
    unsent: deps.unsent,
    freeBytes: () => freeBytesAt(deps.downloadFolder),
    make,
    canMake: (wish) =>
      ffmpeg !== undefined && deps.hasCodec(encodingOf(ffmpeg, mainOf(wish), wish.fromMs).codec),
  })
  const shortClips = createShortClips({
    folder: `${deps.downloadFolder}-short`,
    make: make && ((wish, signal) => make(wish, () => undefined, signal)),
  })
  return { replays, downloads, shortClips }
}

/** Files are of the main stream. */
const mainOf = ({ sn, chnId }: Pick<ClipWish, 'sn' | 'chnId'>): StreamName => ({
  sn,
  chnId,
  streamType: 'main',
})

/** Room on the disk of a folder, bytes; without end where nobody knows, as before the folder is there. */
function freeBytesAt(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    // Writers there get the error.
    return Number.POSITIVE_INFINITY
  }
}
