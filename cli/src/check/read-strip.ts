import { spawn } from 'node:child_process'
import { decodeStrip, type PictureStrip } from '@backlot/contract/picture-strip'
import { locateFfmpeg } from '@backlot/simulator/media/ffmpeg-locate'

const WIDTH = 640
const HEIGHT = 360
const WITHIN_MS = 10_000

/** The strip in the first picture of a stream: simulated cameras carry one, real ones do not. */
export async function readStrip(head: Buffer): Promise<PictureStrip | 'none' | 'noFfmpeg'> {
  const ffmpeg = await locateFfmpeg(process.env['FFMPEG_PATH'])
  if (!ffmpeg) return 'noFfmpeg'
  const luma = await firstPicture(ffmpeg.path, head)
  if (luma.length < WIDTH * HEIGHT) return 'none'
  return decodeStrip({ data: luma, width: WIDTH, height: HEIGHT, channels: 1 }) ?? 'none'
}

/** Luma of the first picture, 640×360; empty when it cannot be decoded. */
function firstPicture(path: string, head: Buffer): Promise<Buffer> {
  const args = [
    '-v',
    'error',
    '-f',
    'flv',
    '-i',
    'pipe:0',
    '-frames:v',
    '1',
    '-vf',
    `scale=${WIDTH}:${HEIGHT}`,
  ]
  const child = spawn(path, [...args, '-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: WITHIN_MS,
  })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  // It stops reading when it has its picture.
  child.stdin.on('error', () => {})
  child.stdin.end(head)
  return new Promise((resolve) => {
    child.once('error', () => resolve(Buffer.alloc(0)))
    child.once('close', () => resolve(Buffer.concat(parts)))
  })
}
