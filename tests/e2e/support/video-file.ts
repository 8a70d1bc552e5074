import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { decodeStrip, type PictureStrip } from '@backlot/contract/picture-strip'

export type VideoFile = {
  width: number
  height: number
  /** The strip of each picture, in the file's order; undefined where it cannot be read. */
  strips: (PictureStrip | undefined)[]
}

/** Decodes a video file from its first picture to its last, as a player would. Throws with ffmpeg's words when it is broken. */
export async function decodeVideoFile(path: string): Promise<VideoFile> {
  const ffmpeg = spawn(
    process.env.FFMPEG_PATH ?? 'ffmpeg',
    ['-hide_banner', '-i', path, '-vsync', '0', '-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const pieces: Buffer[] = []
  let said = ''
  ffmpeg.stdout.on('data', (piece: Buffer) => pieces.push(piece))
  ffmpeg.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const [code] = (await once(ffmpeg, 'close')) as [number | null]
  const size = /Video: .*?, (\d+)x(\d+)/.exec(said)
  if (code !== 0 || !size) throw new Error(`${path} does not play:\n${said}`)
  const [width, height] = [Number(size[1]), Number(size[2])]
  const bytes = Buffer.concat(pieces)
  const strips = Array.from({ length: Math.floor(bytes.length / (width * height)) }, (_, at) =>
    decodeStrip({
      data: bytes.subarray(at * width * height, (at + 1) * width * height),
      width,
      height,
      channels: 1,
    }),
  )
  return { width, height, strips }
}
