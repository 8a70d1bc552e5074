/** One ffmpeg that writes an MP4 of raw pictures. It knows no camera. */
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { HostClock } from '../kernel/clock.ts'
import { ClipFailed, DiskFull } from './clip-failures.ts'
import { type EncoderOptions, pictureInput, videoArguments } from './encoder-arguments.ts'
import { mediaFile } from './media-files.ts'

/** Messages of ffmpeg for a full disk, and for a user whose quota is used up (ENOSPC and EDQUOT). */
const NO_ROOM = /No space left on device|Disk quota exceeded/

export type ClipEncoder = {
  /** Throws ClipFailed when it has ended. `taken` is called when the buffer is free again. */
  write(picture: Uint8Array, taken: () => void): void
  /** Resolves when the file is whole; rejects with ClipFailed, or with the signal's reason once it is aborted. */
  finish(signal: AbortSignal): Promise<void>
  /** Ends it, unless it has ended. Resolves when it has gone. */
  stop(): Promise<void>
}

/** A killed ffmpeg has that long to go by itself. */
const KILL_AFTER_MS = 700
/** Below the live streams. */
const NICE = 10

/** An encoder that writes into `file`. `hasAudio`: the clip gets the sounds of a place. */
export function openClipEncoder(
  encoder: EncoderOptions,
  hasAudio: boolean,
  file: string,
  host: Pick<HostClock, 'after'>,
): ClipEncoder {
  const child = spawn(encoder.ffmpeg, clipArguments(encoder, hasAudio, file), {
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let lastWords = ''
  child.stderr.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString('utf8')).slice(-1000)
  })
  child.stdin.on('error', () => child.stdin.destroy())
  const closed = new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      lastWords += error.message
      resolve(null)
    })
    child.on('close', (code) => resolve(code))
  })
  if (child.pid !== undefined) lowerPriority(child.pid)
  let isClosed = false
  void closed.then(() => {
    isClosed = true
  })
  return {
    write(picture, taken) {
      if (isClosed) throw failureOf(lastWords, 'ffmpeg ended early')
      child.stdin.write(picture, taken)
    },
    async finish(signal) {
      child.stdin.end()
      const code = await Promise.race([closed, aborted(signal)])
      // It ends with 0 when it could write everything but the end of the file.
      if (code !== 0 || NO_ROOM.test(lastWords)) throw failureOf(lastWords, `ffmpeg ended with ${code}`)
    },
    async stop() {
      if (isClosed) return
      child.stdin.destroy()
      child.kill('SIGTERM')
      const cancelKill = host.after(KILL_AFTER_MS, () => child.kill('SIGKILL'))
      await closed
      cancelKill()
    },
  }
}

function failureOf(lastWords: string, otherwise: string): ClipFailed {
  const words = lastWords.trim() || otherwise
  return NO_ROOM.test(words) ? new DiskFull(words) : new ClipFailed(words)
}

function clipArguments(encoder: EncoderOptions, hasAudio: boolean, file: string): string[] {
  const sound = hasAudio ? ['-stream_loop', '-1', '-i', fileURLToPath(mediaFile('ambience.flv'))] : []
  return [
    ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-y'],
    ...[...pictureInput(encoder), ...sound],
    ...['-map', '0:v', ...(hasAudio ? ['-map', '1:a', '-c:a', 'copy', '-shortest'] : [])],
    ...videoArguments(encoder, 'file'),
    // Players of Apple take H.265 by this name alone: its parameter sets are in the header.
    ...(encoder.codec === 'h265' ? ['-tag:v', 'hvc1'] : []),
    ...['-movflags', '+faststart', '-f', 'mp4', file],
  ]
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, NICE)
  } catch {
    // It has ended already, or the system does not allow it: then it competes as an equal.
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
