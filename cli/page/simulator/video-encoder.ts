/** The browser's encoder for pictures of the platform (W3C WebCodecs): raw YUV in, H.264 out. */
import type { EncoderOptions } from '@backlot/simulator/media/encoder-arguments'

/** H.264, main profile (RFC 6381). The levels are those of 1080p30 and, for larger pictures, of 4K. */
export const USUAL_CODEC = 'avc1.4d0028'
const LARGE_CODEC = 'avc1.4d0033'
const LARGE_PIXELS = 1920 * 1088
const GROUP_SECONDS = 2
const MICROSECONDS = 1000

type Chunk = (chunk: EncodedVideoChunk, metadata: EncodedVideoChunkMetadata | undefined) => void

/** `format`: of the units, annex B for streams and with lengths for files. `failed`: the encoder is of no use any more. */
export function openVideoEncoder(
  { width, height, framesPerSecond, ceilingKbps, isConstant, groupFrames }: EncoderOptions,
  aim: { format: AvcBitstreamFormat; latencyMode: LatencyMode },
  on: { chunk: Chunk; failed(message: string): void },
) {
  const group = groupFrames ?? framesPerSecond * GROUP_SECONDS
  let nth = 0
  const encoder = new VideoEncoder({ output: on.chunk, error: ({ message }) => on.failed(message) })
  encoder.configure({
    codec: width * height > LARGE_PIXELS ? LARGE_CODEC : USUAL_CODEC,
    width,
    height,
    framerate: framesPerSecond,
    bitrate: ceilingKbps * 1000,
    bitrateMode: isConstant ? 'constant' : 'variable',
    latencyMode: aim.latencyMode,
    avc: { format: aim.format },
  })
  return {
    waiting: () => encoder.encodeQueueSize,
    /** Its buffer is free again at once. */
    write(picture: Uint8Array, timestampMs: number): void {
      const frame = new VideoFrame(picture, {
        format: 'I420',
        codedWidth: width,
        codedHeight: height,
        timestamp: Math.round(timestampMs * MICROSECONDS),
        colorSpace: { matrix: 'smpte170m', primaries: 'smpte170m', transfer: 'smpte170m', fullRange: false },
      })
      encoder.encode(frame, { keyFrame: nth++ % group === 0 })
      frame.close()
    },
    /** Resolves when all pictures are out. */
    flush: () => encoder.flush(),
    close(): void {
      if (encoder.state !== 'closed') encoder.close()
    },
  }
}

/** Media time of a chunk, milliseconds. */
export const timeOf = ({ timestamp }: EncodedVideoChunk): number => timestamp / MICROSECONDS
