/**
 * MP4 files of recorded spans: every picture of the grid is drawn in a thread of its own and encoded as fast as the
 * machine allows, beside the live streams, which go first.
 */
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { HostClock } from '../kernel/clock.ts'
import { type EncoderOptions, pictureInput, videoArguments } from './encoder-arguments.ts'
import { gridFrameFrom, gridMoment } from './frame-grid.ts'
import { mediaFile } from './media-files.ts'
import { type PictureSource, pictureOf } from './picture-of.ts'
import type { RecordedSpan } from './replay-spans.ts'
import type { SceneThread } from './scene-service.ts'

export type ClipWish = {
  sn: string
  chnId: number
  /** Recorded stretches, joined without the gaps between them. */
  spans: readonly RecordedSpan[]
  /** Where the file is written. */
  file: string
}

export type ClipProgress = { framesDone: number; framesInAll: number }

class ClipFailed extends Error {
  override name: string = 'ClipFailed'
}

/** There is no such camera, or there is one no longer. */
export class CameraGone extends ClipFailed {
  override name = 'CameraGone'
}

/** The disk is full. */
export class DiskFull extends ClipFailed {
  override name = 'DiskFull'
}

/** Messages of ffmpeg for a full disk, and for a user whose quota is used up (ENOSPC and EDQUOT). */
const NO_ROOM = /No space left on device|Disk quota exceeded/

/** Whether an error means that a file could not be written for lack of room. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return error instanceof DiskFull || code === 'ENOSPC' || code === 'EDQUOT'
}

/** A camera that pointed elsewhere so shortly before is moving: its backdrops are not worth refining. */
const STILL_FOR_MS = 450
/** A killed ffmpeg has that long to go by itself. */
const KILL_AFTER_MS = 700
/** Below the live streams. */
const NICE = 10

/**
 * Makes a clip. Rejects with ClipFailed when ffmpeg does, and with the signal's reason once it is aborted: ffmpeg has
 * ended by then.
 */
export async function makeClip(
  deps: {
    encoder: EncoderOptions
    host: Pick<HostClock, 'after'>
    source: PictureSource
    thread: SceneThread
    onProgress(progress: ClipProgress): void
  },
  wish: ClipWish,
  signal: AbortSignal,
): Promise<void> {
  const { source, encoder } = deps
  const { width, height, framesPerSecond } = encoder
  const channel = source.cameras.find(wish.sn, wish.chnId)
  if (!channel) throw new CameraGone('there is no such camera')
  const frames = wish.spans.map(({ fromMs, toMs }) => ({
    first: gridFrameFrom(fromMs, framesPerSecond, channel.number),
    end: gridFrameFrom(toMs, framesPerSecond, channel.number),
  }))
  const framesInAll = frames.reduce((sum, { first, end }) => sum + end - first, 0)
  signal.throwIfAborted()
  const child = spawn(encoder.ffmpeg, clipArguments(encoder, channel.hasAudio, wish.file), {
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
  try {
    let framesDone = 0
    const room = createRoom((width * height * 3) >> 1)
    for (const { first, end } of frames) {
      for (let frame = first; frame < end; frame++) {
        const buffer = await room.take()
        signal.throwIfAborted()
        if (isClosed) throw failureOf(lastWords, 'ffmpeg ended early')
        const drawn = await drawFrame(deps, wish, channel, frame, buffer)
        child.stdin.write(new Uint8Array(drawn), () => room.give(drawn))
        deps.onProgress({ framesDone: ++framesDone, framesInAll })
      }
    }
    child.stdin.end()
    const code = await Promise.race([closed, aborted(signal)])
    // It ends with 0 when it could write everything but the end of the file.
    if (code !== 0 || NO_ROOM.test(lastWords)) throw failureOf(lastWords, `ffmpeg ended with ${code}`)
  } finally {
    if (!isClosed) {
      child.stdin.destroy()
      child.kill('SIGTERM')
      const cancelKill = deps.host.after(KILL_AFTER_MS, () => child.kill('SIGKILL'))
      await closed
      cancelKill()
    }
  }
}

function failureOf(lastWords: string, otherwise: string): ClipFailed {
  const words = lastWords.trim() || otherwise
  return NO_ROOM.test(words) ? new DiskFull(words) : new ClipFailed(words)
}

/** A few reused buffers: a caller waits until ffmpeg has taken the contents of one. */
function createRoom(size: number) {
  const free = Array.from({ length: 3 }, () => new ArrayBuffer(size))
  let waiting: ((buffer: ArrayBuffer) => void) | undefined
  return {
    take(): Promise<ArrayBuffer> {
      const buffer = free.pop()
      if (buffer) return Promise.resolve(buffer)
      return new Promise((resolve) => {
        waiting = resolve
      })
    },
    give(buffer: ArrayBuffer): void {
      const next = waiting
      waiting = undefined
      if (next) next(buffer)
      else free.push(buffer)
    },
  }
}

async function drawFrame(
  deps: Parameters<typeof makeClip>[0],
  { sn, chnId }: ClipWish,
  channel: { number: number; moves: boolean },
  frame: number,
  buffer: ArrayBuffer,
): Promise<ArrayBuffer> {
  const { source, thread } = deps
  const { width, height, framesPerSecond } = deps.encoder
  const atMs = gridMoment(frame, framesPerSecond, channel.number)
  const before = source.cameras.poseAt(sn, chnId, atMs - STILL_FOR_MS)
  const pose = source.cameras.poseAt(sn, chnId, atMs)
  const stands =
    !channel.moves &&
    before.panDeg === pose.panDeg &&
    before.tiltDeg === pose.tiltDeg &&
    before.zoom === pose.zoom
  const input = pictureOf(source, { sn, chnId, atMs, frame, pose, quality: stands ? 'fine' : 'quick' })
  if (!input) throw new CameraGone('the camera is gone')
  const reply = await thread.ask((id) => ({ kind: 'frame', id, input, width, height, buffer }), [buffer])
  if (reply.kind !== 'done') throw new ClipFailed('a scene worker answered something else')
  return reply.buffer
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
