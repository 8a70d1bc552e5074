/**
 * MP4 files of recorded spans: every picture of the grid is drawn in a thread of its own and encoded as fast as the
 * machine allows, beside the live streams, which go first.
 */
import type { HostClock } from '../kernel/clock.ts'
import { openClipEncoder } from './clip-encoder.ts'
import { CameraGone, ClipFailed } from './clip-failures.ts'
import type { EncoderOptions } from './encoder-arguments.ts'
import { gridFrameFrom, gridMoment } from './frame-grid.ts'
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

/** A camera that pointed elsewhere so shortly before is moving: its backdrops are not worth refining. */
const STILL_FOR_MS = 450

/**
 * Makes a clip. Rejects with ClipFailed when the encoder does, and with the signal's reason once it is aborted: the
 * encoder has ended by then.
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
  const clip = openClipEncoder(encoder, channel.hasAudio, wish.file, deps.host)
  try {
    let framesDone = 0
    const room = createRoom((width * height * 3) >> 1)
    for (const { first, end } of frames) {
      for (let frame = first; frame < end; frame++) {
        const buffer = await room.take()
        signal.throwIfAborted()
        const drawn = await drawFrame(deps, wish, channel, frame, buffer)
        clip.write(new Uint8Array(drawn), () => room.give(drawn))
        deps.onProgress({ framesDone: ++framesDone, framesInAll })
      }
    }
    await clip.finish(signal)
  } finally {
    await clip.stop()
  }
}

/** A few reused buffers: a caller waits until the encoder has taken the contents of one. */
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
