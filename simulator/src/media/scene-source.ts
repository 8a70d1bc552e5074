/**
 * A camera's own stream: pictures of the epoch-aligned grid, drawn by the scene service, encoded by an ffmpeg of its
 * own. When ffmpeg dies it is started again after a moment; nobody else notices.
 */
import type { HostClock } from '../timeline/clock.ts'
import { type Encoder, type EncoderChild, type EncoderOptions, startEncoder } from './encoder.ts'
import { createBackdropPolicy } from './fine-backdrop.ts'
import { type FlvTag, kindOf } from './flv-tag.ts'
import { gridFrame, gridMoment } from './frame-grid.ts'
import type { MediaLog } from './media-ports.ts'
import { type PictureSource, pictureOf } from './picture-of.ts'
import { type SceneService, SceneServiceEnded, standing } from './scene-service.ts'
import type { SpareEncoders } from './spare-encoders.ts'
import type { StartGate } from './start-gate.ts'
import type { SourceEvents, StreamSource } from './stream-source.ts'

export type SceneSourceDeps = {
  source: PictureSource
  host: HostClock
  scenes(): SceneService
  gate: StartGate
  spares: Pick<SpareEncoders, 'take'>
  encoder: EncoderOptions
  log: MediaLog
  /** Host milliseconds since the stream began, at a host moment: its media timestamps. */
  timestampAt(hostMs: number): number
}

/** Pictures waiting in ffmpeg's pipe beyond which new ones are skipped; and pictures being drawn at once. */
const MOST_WAITING = 3
const MOST_DRAWING = 2
const BACKOFF_MS = [250, 500, 1000, 2000, 4000, 8000]
/** A run as long as this starts the back-off anew. */
const GOOD_RUN_MS = 20_000
/** A start that shows nothing for so long no longer holds others up. */
const GATE_MS = 2500

export function createSceneSource(
  deps: SceneSourceDeps,
  name: { sn: string; chnId: number },
  camera: { number: number },
  events: SourceEvents,
): StreamSource {
  const { host, log, source } = deps
  const { width, height, framesPerSecond } = deps.encoder
  const free: ArrayBuffer[] = []
  const policy = createBackdropPolicy()
  const stats = { framesEncoded: 0, framesSkipped: 0, restarts: 0 }
  let encoder: Encoder | undefined
  let leaveGate: () => void = () => undefined
  let cancelTick: () => void = () => undefined
  let cancelRestart: () => void = () => undefined
  let failures = 0
  let drawing = 0
  /** The first picture's backdrop may be drawn by another thread: the next ones must not overtake it. */
  let first: 'due' | 'drawing' | 'drawn' = 'due'
  let lastFrame = Number.NaN
  let lastTimestamp = -1
  let stopped = false

  const begin = (): void => {
    const spare = deps.spares.take(deps.encoder)
    if (spare) encode(spare)
    else
      leaveGate = deps.gate.enter(() => {
        const cancelGate = host.after(GATE_MS, () => leaveGate())
        encode(undefined, cancelGate)
      })
  }

  const encode = (spare: EncoderChild | undefined, cancelGate: () => void = () => undefined): void => {
    const startedMs = host.now()
    encoder = startEncoder(
      deps.encoder,
      host,
      {
        tag(tag) {
          if (isPicture(tag)) {
            if (stats.framesEncoded === 0 || failures > 0)
              log.debug({ ...name, pid: encoder?.pid }, 'stream encodes')
            stats.framesEncoded++
            leaveGate()
            events.live()
          }
          events.tag(tag)
        },
        end(lastWords) {
          cancelGate()
          leaveGate()
          encoder = undefined
          if (stopped) return
          if (host.now() - startedMs > GOOD_RUN_MS) failures = 0
          const delayMs = BACKOFF_MS[Math.min(failures++, BACKOFF_MS.length - 1)]!
          stats.restarts++
          log.warn({ ...name, lastWords, delayMs }, 'an encoder ended; starting it again')
          events.restarted()
          cancelRestart = host.after(delayMs, begin)
        },
      },
      spare,
    )
    // The grid's latest moment at once: the first picture is drawn while ffmpeg starts.
    tick()
  }

  const schedule = (): void => {
    const periodMs = 1000 / framesPerSecond
    const now = source.clock.now()
    const next = gridMoment(
      gridFrame(now, framesPerSecond, camera.number) + 1,
      framesPerSecond,
      camera.number,
    )
    const delayMs = source.clock.rate() === 1 ? Math.min(periodMs, next - now) : periodMs
    cancelTick = host.after(Math.max(1, delayMs), () => {
      schedule()
      tick()
    })
  }

  const tick = (): void => {
    const into = encoder
    if (!into) return
    const now = source.clock.now()
    const frame = gridFrame(now, framesPerSecond, camera.number)
    if (frame === lastFrame && source.clock.rate() === 1) return
    lastFrame = frame
    if (first === 'drawing' || drawing >= MOST_DRAWING || into.waiting() > MOST_WAITING) {
      stats.framesSkipped++
      return
    }
    const atMs = gridMoment(frame, framesPerSecond, camera.number)
    const late = source.clock.rate() === 1 ? now - atMs : 0
    const timestampMs = Math.max(lastTimestamp + 1, Math.round(deps.timestampAt(host.now() - late)))
    lastTimestamp = timestampMs
    void draw(into, atMs, frame, timestampMs)
  }

  const draw = async (into: Encoder, atMs: number, frame: number, timestampMs: number): Promise<void> => {
    drawing++
    const isFirst = first === 'due'
    if (isFirst) first = 'drawing'
    try {
      const pose = source.cameras.poseAt(name.sn, name.chnId, atMs)
      const moves = source.cameras.find(name.sn, name.chnId)?.moves ?? true
      const choice = policy.choose(
        atMs,
        camera.number,
        pose,
        moves ? Number.POSITIVE_INFINITY : source.clock.rate(),
      )
      const { quality, skyTimeMs } = choice
      const input = pictureOf(source, { ...name, atMs, frame, pose, quality, skyTimeMs })
      if (!input) return
      if (choice.prepare) prepareFine(atMs, frame)
      const buffer = free.pop() ?? new ArrayBuffer((width * height * 3) >> 1)
      const drawn = await deps.scenes().frame(input, width, height, buffer, isFirst)
      if (stopped || into !== encoder) free.push(drawn)
      else into.write(new Uint8Array(drawn), timestampMs, () => free.push(drawn))
    } catch (error) {
      if (!(error instanceof SceneServiceEnded))
        log.warn({ ...name, error: String(error) }, 'a picture failed')
    } finally {
      drawing--
      if (isFirst) first = 'drawn'
    }
  }

  const prepareFine = (atMs: number, frame: number): void => {
    const input = pictureOf(source, { ...name, atMs, frame, quality: 'fine' })
    if (!input) {
      policy.prepared(false)
      return
    }
    deps
      .scenes()
      .prepare(standing(input), width, height)
      .then(
        () => policy.prepared(true),
        (error: unknown) => {
          policy.prepared(false)
          if (!(error instanceof SceneServiceEnded))
            log.warn({ ...name, error: String(error) }, 'a backdrop failed')
        },
      )
  }

  begin()
  schedule()
  return {
    kind: 'scene',
    stats: () => ({ ...stats, encoderPid: encoder?.pid }),
    async stop() {
      stopped = true
      cancelTick()
      cancelRestart()
      leaveGate()
      await encoder?.stop()
      encoder = undefined
    },
  }
}

function isPicture(tag: FlvTag): boolean {
  const kind = kindOf(tag)
  return kind === 'key' || kind === 'video'
}
