/** Live pictures by the browser's encoder. Stands for media/encoder.ts, which runs an ffmpeg. */
import { EventEmitter } from 'node:events'
import type { Encoder, startEncoder as startFfmpeg } from '@backlot/simulator/media/encoder'
import type { EncoderOptions } from '@backlot/simulator/media/encoder-arguments'
import { createTagWriter } from '@backlot/simulator/wire/flv/tag-writer'
import { openVideoEncoder, timeOf } from './video-encoder.ts'

export const SILENT_MS = 10_000

/** Nothing is held ready: an encoder of the browser starts at once. */
export const launchEncoder = () => Object.assign(new EventEmitter(), { kill: () => {} })

export const startEncoder = (
  options: EncoderOptions,
  _host: Parameters<typeof startFfmpeg>[1],
  on: Parameters<typeof startFfmpeg>[2],
): Encoder => {
  const writer = createTagWriter()
  let hasEnded = false
  const end = (lastWords: string) => {
    if (hasEnded) return
    hasEnded = true
    encoder.close()
    on.end(lastWords)
  }
  const encoder = openVideoEncoder(
    options,
    { format: 'annexb', latencyMode: 'realtime' },
    {
      chunk(chunk) {
        const unit = new Uint8Array(chunk.byteLength)
        chunk.copyTo(unit)
        for (const tag of writer.video('h264', unit, timeOf(chunk))) on.tag(tag)
      },
      failed: end,
    },
  )
  return {
    pid: undefined,
    waiting: encoder.waiting,
    write(picture, timestampMs, taken) {
      if (!hasEnded) encoder.write(picture, timestampMs)
      taken()
    },
    async stop() {
      end('')
    },
  }
}
