import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'

/** A video file or a folder of images, as ffmpeg reads it. */
export type ProbedFootage = {
  /** Arguments that name the input, without a place to seek to. */
  input: readonly string[]
  framesPerSecond: number
  frames: number
}

/** Why a file cannot be shown, in words for the person who named it. */
export class FootageError extends Error {
  override name = 'FootageError'
}

const IMAGES = new Set(['.png', '.jpg', '.jpeg', '.bmp', '.webp'])
const PROBE_MS = 60_000
/** Rates beyond that are those of broken files. */
const RATE_MAX = 240
/** Of a picture: what 8K cameras have, twice over. Larger ones take more memory than a stream may. */
const PIXELS_MAX = 8192 * 8192
/** Keeps ffmpeg from decoding larger ones, where a file has pictures of several sizes. */
export const BOUNDED_DECODING = ['-max_pixels', String(PIXELS_MAX)] as const

/** Looks at a video file, or a folder of images of one kind. Rejects with a FootageError. */
export async function probeFootage(
  ffmpeg: string,
  file: string,
  imagesPerSecond?: number,
): Promise<ProbedFootage> {
  const images = imagesOf(file)
  if (images && imagesPerSecond === undefined) {
    throw new FootageError(`${file} is a folder of images: give their number a second (fps)`)
  }
  if (images && imagesPerSecond !== undefined) {
    const pattern = join(escaped(file), `*${images.ending}`)
    const input = ['-framerate', String(imagesPerSecond), '-pattern_type', 'glob', '-i', pattern]
    const { words, frames } = await countFrames(ffmpeg, input, file)
    checkSize(file, words)
    return { input, framesPerSecond: imagesPerSecond, frames }
  }
  // Files alone: a playlist must not make the platform ask other machines.
  const input = ['-protocol_whitelist', 'file', '-i', file]
  const { words, frames } = await countFrames(ffmpeg, input, file)
  checkSize(file, words)
  const rate = Number(/Stream #0.*Video:.*?([\d.]+) fps/.exec(words)?.[1])
  if (!(rate > 0 && rate <= RATE_MAX))
    throw new FootageError(`${file} does not say how many frames a second it has`)
  return { input, framesPerSecond: exactRate(rate), frames }
}

/** Refuses pictures without a size, and larger ones than a stream may take memory for. */
function checkSize(file: string, words: string): void {
  const [, width, height] = /Stream #0.*Video:.*?, (\d+)x(\d+)/.exec(words) ?? []
  if (width === undefined) throw new FootageError(`${file} does not say how large its pictures are`)
  if (Number(width) * Number(height) > PIXELS_MAX)
    throw new FootageError(
      `${file} has pictures of ${width}x${height}: at most 67 million pixels can be shown`,
    )
}

/** ffmpeg prints two decimals: 29.97 stands for 30000/1001. */
function exactRate(rate: number): number {
  const ntsc = (Math.round(rate) * 1000) / 1001
  return Math.abs(ntsc - rate) < 0.006 && !Number.isInteger(rate) ? ntsc : rate
}

/** The images of a folder; undefined for a file. Others than these can hold a reader up for ever: pipes, devices. */
function imagesOf(file: string): { ending: string } | undefined {
  let endings: string[]
  try {
    const found = statSync(file)
    if (found.isFile()) return undefined
    if (!found.isDirectory()) throw new FootageError(`${file} is neither a file nor a folder of images`)
    endings = readdirSync(file).map((name) => extname(name))
  } catch (error) {
    if (error instanceof FootageError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new FootageError(code === 'ENOENT' ? `there is no file ${file}` : message)
  }
  const [ending] = endings.filter((each) => IMAGES.has(each.toLowerCase()))
  if (ending === undefined)
    throw new FootageError(`${file} is a folder without images (${[...IMAGES].join(', ')})`)
  return { ending }
}

/** Signs that ffmpeg's pattern would not take for themselves. */
const escaped = (path: string) => path.replace(/[*?[\]{}\\%]/g, '\\$&')

/** Counts the frames of the first video stream by copying them nowhere. */
function countFrames(
  ffmpeg: string,
  input: readonly string[],
  file: string,
): Promise<{ words: string; frames: number }> {
  const args = ['-hide_banner', '-nostdin', ...input, '-map', '0:v:0', '-c', 'copy', '-f', 'null', '-']
  return new Promise((resolve, reject) => {
    execFile(ffmpeg, args, { timeout: PROBE_MS, maxBuffer: 16_000_000 }, (error, _, words) => {
      const frames = Number([...words.matchAll(/frame=\s*(\d+)/g)].at(-1)?.[1])
      if (!error && frames > 0) return resolve({ words, frames })
      if (/matches no streams/.test(words)) {
        return reject(new FootageError(`${file} has no video stream`))
      }
      if (/unspecified size|dimensions not set/.test(words)) {
        return reject(new FootageError(`${file} has pictures of no size that can be read`))
      }
      const [said = ''] = words.trim().split('\n').slice(-1)
      reject(new FootageError(`${file} cannot be read as a video: ${said || error?.message || 'no frame'}`))
    })
  })
}
