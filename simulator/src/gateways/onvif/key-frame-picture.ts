/** One picture of a stream, by ffmpeg. */
import { spawn } from 'node:child_process'
import type { HostClock } from '../../kernel/clock.ts'
import { encodeTag, type FlvTag, flvHeader } from '../../wire/flv/flv-tag.ts'
import { CameraProblem } from './camera-problem.ts'

const WITHIN_MS = 8000
/** A 4K picture has some megabytes. */
const PICTURE_MOST = 16 * 1024 * 1024
/** JPEG quality of ffmpeg, 2 best to 31. */
const QUALITY = 4

const ARGUMENTS = [
  ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-protocol_whitelist', 'pipe'],
  ...['-f', 'flv', '-i', 'pipe:0', '-an', '-frames:v', '1'],
  ...['-c:v', 'mjpeg', '-q:v', String(QUALITY), '-pix_fmt', 'yuvj420p', '-f', 'image2pipe', 'pipe:1'],
]

/** The first picture of these tags, as JPEG. Rejects with a CameraProblem. */
export function keyFramePicture(
  ffmpeg: string,
  tags: readonly FlvTag[],
  hostClock: Pick<HostClock, 'after'>,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(ffmpeg, ARGUMENTS, { stdio: ['pipe', 'pipe', 'ignore'] })
    const chunks: Buffer[] = []
    let size = 0
    const cancel = hostClock.after(WITHIN_MS, () => child.kill('SIGKILL'))
    const unable = () => new CameraProblem('noVideo', 'its picture cannot be decoded')
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
    child.stdin.end(Buffer.concat([flvHeader(false), ...tags.map(encodeTag)]))
  })
}
