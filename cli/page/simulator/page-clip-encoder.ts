/** MP4 files of pictures by the browser's encoder, without sound. Stands for media/clip-encoder.ts, which runs an ffmpeg. */
import { writeFile } from 'node:fs/promises'
import type { ClipEncoder } from '@backlot/simulator/media/clip-encoder'
import { ClipFailed } from '@backlot/simulator/media/clip-failures'
import type { EncoderOptions } from '@backlot/simulator/media/encoder-arguments'
import { ArrayBufferTarget, Muxer } from 'mp4-muxer'
import { openVideoEncoder } from './video-encoder.ts'

/** Pictures that may wait: the next one is asked for when there is room. */
const MOST_WAITING = 4
const LOOK_MS = 5

export function openClipEncoder(options: EncoderOptions, _hasAudio: boolean, file: string): ClipEncoder {
  const { width, height, framesPerSecond } = options
  const target = new ArrayBufferTarget()
  const muxer = new Muxer({
    target,
    video: { codec: 'avc', width, height, frameRate: framesPerSecond },
    fastStart: 'in-memory',
  })
  let failure: string | undefined
  let written = 0
  const encoder = openVideoEncoder(
    options,
    { format: 'avc', latencyMode: 'quality' },
    {
      chunk: (chunk, metadata) => muxer.addVideoChunk(chunk, metadata),
      failed: (message) => {
        failure = message
      },
    },
  )
  const whenRoom = (taken: () => void): void => {
    if (failure !== undefined || encoder.waiting() < MOST_WAITING) taken()
    else setTimeout(() => whenRoom(taken), LOOK_MS)
  }
  return {
    write(picture, taken) {
      if (failure !== undefined) throw new ClipFailed(failure)
      encoder.write(picture, (written++ * 1000) / framesPerSecond)
      whenRoom(taken)
    },
    async finish(signal) {
      await encoder.flush()
      signal.throwIfAborted()
      if (failure !== undefined) throw new ClipFailed(failure)
      muxer.finalize()
      await writeFile(file, new Uint8Array(target.buffer))
    },
    async stop() {
      encoder.close()
    },
  }
}
