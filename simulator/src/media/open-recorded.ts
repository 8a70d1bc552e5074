/** What is made of recorded moments: playbacks and downloads, over the same pictures as live. */
import type { MediaHarms } from '../faults/media-faults.ts'
import type { AudioLoop } from './audio-loop.ts'
import { makeClip } from './clip-maker.ts'
import { createDownloads, type Downloads } from './create-downloads.ts'
import type { MediaOptions } from './create-media.ts'
import { createReplays, type Replays } from './create-replays.ts'
import type { EncoderOptions } from './encoder.ts'
import { createReplayTrack } from './replay-track.ts'
import type { ScenePipeDeps } from './scene-pipe.ts'
import type { SceneService } from './scene-service.ts'
import type { TokenDesk } from './stream-token.ts'

/** Who looks at a recording looks closely: fine backdrops come soon. */
const QUICK_PICTURES = 1

export function openRecorded(deps: {
  /** Path of ffmpeg; undefined: nothing recorded can be shown. */
  ffmpeg: string | undefined
  pipe: Omit<ScenePipeDeps, 'encoder'>
  encoderFor(ffmpeg: string, streamType: 'main' | 'sub'): EncoderOptions
  options: MediaOptions
  audio: AudioLoop
  tokens: TokenDesk
  harms: MediaHarms | undefined
  scenes(): SceneService
  /** Encoders of live streams. */
  liveEncoders(): number
  downloadFolder: string
}): { replays: Replays; downloads: Downloads } {
  const { ffmpeg, pipe, options, tokens } = deps
  const { host, source, log } = pipe
  const { framesPerSecond } = options

  const replays = createReplays({
    host,
    framesPerSecond,
    mayStart: () => ffmpeg !== undefined && deps.liveEncoders() + replays.count() < options.encoderBudget,
    openMember(wish, group, playbackId) {
      const channel = source.cameras.find(wish.sn, wish.chnId)
      if (!ffmpeg || !channel) return undefined
      const track = createReplayTrack(
        {
          ...pipe,
          quickPictures: QUICK_PICTURES,
          encoder: deps.encoderFor(ffmpeg, wish.streamType),
          transport: group.transport,
          audio: channel.hasAudio ? deps.audio : undefined,
          harms: deps.harms,
          review: () => group.review(),
          isRecorded: (atMs) => group.isRecorded(playbackId, atMs),
          onReady: () => group.onReady(),
          onViewers: (viewers) => group.onViewers(playbackId, viewers),
        },
        { sn: wish.sn, chnId: wish.chnId },
        channel,
      )
      const { sn, fromMs, toMs, recorded } = wish
      return { playbackId, sn, number: channel.number, fromMs, toMs, recorded, track }
    },
  })

  const downloads = createDownloads({
    host,
    log,
    folder: deps.downloadFolder,
    tokens,
    make:
      ffmpeg === undefined
        ? undefined
        : async (wish, onProgress, signal) => {
            const thread = deps.scenes().openThread()
            try {
              const size = options.sizes.main
              await makeClip(
                { ffmpeg, host, source, thread, size, framesPerSecond, onProgress },
                wish,
                signal,
              )
            } finally {
              await thread.end()
            }
          },
  })
  return { replays, downloads }
}
