import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { decodeStrip, type PictureStrip } from '@backlot/contract/picture-strip'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const [WIDTH, HEIGHT] = [640, 360]

/** Pictures of a stream or file as ffmpeg decodes them, as far as `count`: their strips. `input`: options of its input. */
export async function stripsOf(
  url: string,
  count: number,
  input: readonly string[],
): Promise<PictureStrip[]> {
  const output = [
    '-fps_mode',
    'passthrough',
    '-s',
    `${WIDTH}x${HEIGHT}`,
    '-f',
    'rawvideo',
    '-pix_fmt',
    'gray',
    '-',
  ]
  const args = ['-loglevel', 'quiet', ...input, '-i', url, '-frames:v', `${count}`, ...output]
  const decoder = spawn(FFMPEG, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const chunks: Buffer[] = []
  decoder.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(decoder, 'close')
  const all = Buffer.concat(chunks)
  const size = WIDTH * HEIGHT
  return Array.from({ length: Math.floor(all.length / size) }, (_, i) => {
    const data = all.subarray(i * size, (i + 1) * size)
    const strip = decodeStrip({ data, width: WIDTH, height: HEIGHT, channels: 1 })
    if (!strip) throw new Error(`picture ${i} has no strip`)
    return strip
  })
}
