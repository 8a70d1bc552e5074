/** Encodes pictures with the browser's encoder (W3C WebCodecs). Stands for media/encoder.ts, which runs an ffmpeg. */
import { EventEmitter } from 'node:events'
import type { Encoder, startEncoder as startFfmpeg } from '@backlot/simulator/media/encoder'
import type { EncoderOptions } from '@backlot/simulator/media/encoder-arguments'
import { createTagWriter } from '@backlot/simulator/wire/flv/tag-writer'

/** H.264 (RFC 6381), main profile. The level is that of 1080p30, which pictures up to then fit into. */
export const ASKED_CODEC = 'avc1.4d0028'
/** The same for pictures up to 4K: level 5.1. */
const ASKED_CODEC_LARGE = 'avc1.4d0033'
const LARGE_PIXELS = 1920 * 1088
const GROUP_SECONDS = 2
const MICROSECONDS = 1000

export const SILENT_MS = 10_000

/** Nothing is held ready: an encoder of the browser starts at once. */
export const launchEncoder = () => Object.assign(new EventEmitter(), { kill: () => {} })

export const startEncoder = (
  options: EncoderOptions,
  _host: Parameters<typeof startFfmpeg>[1],
  on: Parameters<typeof startFfmpeg>[2],
): Encoder => {
  const { width, height, framesPerSecond, ceilingKbps, isConstant, groupFrames } = options
  const writer = createTagWriter()
  const group = groupFrames ?? framesPerSecond * GROUP_SECONDS
  let nth = 0
  let hasEnded = false
  const end = (lastWords: string) => {
    if (hasEnded) return
    hasEnded = true
    if (encoder.state !== 'closed') encoder.close()
    on.end(lastWords)
  }
  const encoder = new VideoEncoder({
    output(chunk) {
      const unit = new Uint8Array(chunk.byteLength)
      chunk.copyTo(unit)
      for (const tag of writer.video('h264', unit, chunk.timestamp / MICROSECONDS)) on.tag(tag)
    },
    error: ({ message }) => end(message),
  })
  encoder.configure({
    codec: width * height > LARGE_PIXELS ? ASKED_CODEC_LARGE : ASKED_CODEC,
    width,
    height,
    framerate: framesPerSecond,
    bitrate: ceilingKbps * 1000,
    bitrateMode: isConstant ? 'constant' : 'variable',
    latencyMode: 'realtime',
    avc: { format: 'annexb' },
  })
  return {
    pid: undefined,
    waiting: () => encoder.encodeQueueSize,
    write(picture, timestampMs, taken) {
      if (hasEnded) return taken()
      const frame = new VideoFrame(picture, {
        format: 'I420',
        codedWidth: width,
        codedHeight: height,
        timestamp: timestampMs * MICROSECONDS,
        colorSpace: { matrix: 'smpte170m', primaries: 'smpte170m', transfer: 'smpte170m', fullRange: false },
      })
      encoder.encode(frame, { keyFrame: nth++ % group === 0 })
      frame.close()
      // The frame has its own copy.
      taken()
    },
    async stop() {
      end('')
    },
  }
}
