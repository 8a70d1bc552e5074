import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
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

/**
 * Data of a video file from ffprobe: the kinds of its tracks, and when its pictures are decoded, in ticks of their
 * track.
 */
export async function probeVideoFile(path: string): Promise<{ tracks: string[]; videoStamps: number[] }> {
  const ffprobe = (process.env.FFMPEG_PATH ?? 'ffmpeg').replace(/ffmpeg$/, 'ffprobe')
  const wanted = ['-show_streams', '-show_packets', '-of', 'json', path]
  const { stdout } = await promisify(execFile)(ffprobe, ['-v', 'error', ...wanted], { maxBuffer: 2 ** 26 })
  const { streams, packets } = JSON.parse(stdout) as {
    streams: { codec_type: string }[]
    packets: { codec_type: string; dts: number }[]
  }
  return {
    tracks: streams.map((stream) => stream.codec_type),
    videoStamps: packets.filter((packet) => packet.codec_type === 'video').map(({ dts }) => dts),
  }
}
