/** One picture of a stream, by ffmpeg. */
import { spawn } from 'node:child_process'
import type { HostClock } from '../../kernel/clock.ts'
import { readVideo, readVideoConfig, type VideoConfig } from '../../wire/flv/flv-media.ts'
import type { FlvTag } from '../../wire/flv/flv-tag.ts'
import { pictureUnits } from '../../wire/flv/picture-units.ts'
import { joinNalUnits } from '../../wire/mpeg-ps/nal-units.ts'
import { CameraProblem } from './camera-problem.ts'

const WITHIN_MS = 8000
/** A 4K picture has some megabytes. */
const PICTURE_MOST = 16 * 1024 * 1024
/** JPEG quality of ffmpeg, 2 best to 31. */
const QUALITY = 4

const argumentsFor = (codec: VideoConfig['codec']) => [
  ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-protocol_whitelist', 'pipe'],
  ...['-f', codec === 'h264' ? 'h264' : 'hevc', '-i', 'pipe:0', '-frames:v', '1'],
  ...['-c:v', 'mjpeg', '-q:v', String(QUALITY), '-pix_fmt', 'yuvj420p', '-f', 'image2pipe', 'pipe:1'],
]

/** As a byte stream: ffmpeg before 6.1 reads no H.265 from FLV. Undefined when there is no picture in the tags. */
function byteStream(tags: readonly FlvTag[]): { codec: VideoConfig['codec']; bytes: Uint8Array } | undefined {
  let config: VideoConfig | undefined
  const units: Uint8Array[] = []
  for (const tag of tags) {
    const packet = readVideo(tag)
    if (packet?.isConfig) config = readVideoConfig(packet)
    else if (packet && config?.codec === packet.codec) units.push(...pictureUnits(config, packet).units)
  }
  return config && units.length > 0 ? { codec: config.codec, bytes: joinNalUnits(units) } : undefined
}

/** The first picture of these tags, as JPEG. Rejects with a CameraProblem. */
export function keyFramePicture(
  ffmpeg: string,
  tags: readonly FlvTag[],
  hostClock: Pick<HostClock, 'after'>,
): Promise<Buffer> {
  const unable = () => new CameraProblem('noDecoder', 'its picture cannot be decoded')
  const stream = byteStream(tags)
  if (!stream) return Promise.reject(unable())
  return new Promise((resolve, reject) => {
    const child = spawn(ffmpeg, argumentsFor(stream.codec), { stdio: ['pipe', 'pipe', 'ignore'] })
    const chunks: Buffer[] = []
    let size = 0
    const cancel = hostClock.after(WITHIN_MS, () => child.kill('SIGKILL'))
    child.stdin.on('error', () => undefined)
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > PICTURE_MOST) child.kill('SIGKILL')
      else chunks.push(chunk)
    })
    child.on('error', () => {
      cancel()
      reject(unable())
    })
    child.on('close', (code) => {
      cancel()
      if (code === 0 && size > 0) resolve(Buffer.concat(chunks))
      else reject(unable())
    })
    child.stdin.end(stream.bytes)
  })
}
