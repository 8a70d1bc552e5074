/** One ffmpeg that reads a video from a frame on, in order, as raw pictures of one size. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { BOUNDED_DECODING, type ProbedFootage } from './probe-footage.ts'

export type FootageReader = {
  /** Number of the frame that comes next. */
  next(): number
  /** Reads on to a frame and puts it into `into`. False when the video has ended before it. */
  read(frame: number, into: Uint8Array): Promise<boolean>
  stop(): void
}

/** Pictures of one look, BT.601 in limited range as drawn ones are; bars where the shapes differ. */
function filterOf(width: number, height: number): string {
  const size = `${width}:${height}`
  return [
    `scale=${size}:force_original_aspect_ratio=decrease:force_divisible_by=2:out_color_matrix=bt601:out_range=tv`,
    `pad=${size}:(ow-iw)/2:(oh-ih)/2`,
    'setsar=1',
    'format=yuv420p',
  ].join(',')
}

export function startFootageReader(
  ffmpeg: string,
  { input, framesPerSecond }: ProbedFootage,
  from: number,
  { width, height }: { width: number; height: number },
): FootageReader {
  // Half a frame early, so that the frame itself is the first one that is not dropped.
  const seek = from === 0 ? [] : ['-ss', ((from - 0.5) / framesPerSecond).toFixed(6)]
  const place = input.indexOf('-i')
  const child: ChildProcessByStdio<null, Readable, null> = spawn(
    ffmpeg,
    [
      ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-threads', '1', ...BOUNDED_DECODING],
      ...[...input.slice(0, place), ...seek, ...input.slice(place)],
      ...['-map', '0:v:0', '-vf', filterOf(width, height), '-vsync', '0', '-threads', '1'],
      ...['-f', 'rawvideo', 'pipe:1'],
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const bytes = (width * height * 3) >> 1
  const picture = new Uint8Array(bytes)
  const pieces = child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Uint8Array = new Uint8Array(0)
  let upcoming = from
  child.on('error', () => child.stdout.destroy())

  /** The next picture in `picture`; false at the end. */
  async function take(): Promise<boolean> {
    let filled = 0
    while (filled < bytes) {
      if (rest.length === 0) {
        // One that was stopped ends early.
        const piece = await pieces.next().catch(() => ({ done: true as const, value: undefined }))
        if (piece.done) return false
        rest = piece.value
      }
      const part = rest.subarray(0, bytes - filled)
      picture.set(part, filled)
      filled += part.length
      rest = rest.subarray(part.length)
    }
    return true
  }

  return {
    next: () => upcoming,
    async read(frame, into) {
      for (;;) {
        if (!(await take())) return false
        upcoming++
        if (upcoming <= frame) continue
        into.set(picture)
        return true
      }
    },
    stop() {
      child.kill('SIGKILL')
      child.stdout.destroy()
    },
  }
}
