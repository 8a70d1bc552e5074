/**
 * Pictures of one camera through an ffmpeg of its own: drawn by the scene service, encoded, handed on as tags. When
 * ffmpeg dies it is started again after a moment. The caller decides which pictures, and when.
 */
import type { MediaEffects } from '../faults/media-faults.ts'
import type { HostClock } from '../kernel/clock.ts'
import { type FlvTag, kindOf } from '../wire/flv/flv-tag.ts'
import { type Encoder, type EncoderChild, type EncoderOptions, startEncoder } from './encoder.ts'
import { createBackdropPolicy } from './fine-backdrop.ts'
import type { MediaLog } from './media-ports.ts'
import { type PictureSource, pictureOf } from './picture-of.ts'
import { type SceneService, SceneServiceEnded, standing } from './scene-service.ts'
import type { SpareEncoders } from './spare-encoders.ts'
import type { StartGate } from './start-gate.ts'
import type { SourceStats } from './stream-source.ts'

export type ScenePipeDeps = {
  source: PictureSource
  host: HostClock
  scenes(): SceneService
  gate: StartGate
  spares: Pick<SpareEncoders, 'take'>
  encoder: EncoderOptions
  log: MediaLog
  /** Faults. */
  effects?: MediaEffects
  /** Pictures before a fine backdrop is thought of; default: as is good for a wall of live streams. */
  quickPictures?: number
}

export type ScenePipeEvents = {
  tag(tag: FlvTag): void
  /** A picture is out. */
  live(): void
  /** The stream starts again: headers and pictures kept so far are void. */
  restarted(): void
  /** An encoder takes pictures (the first one, and after each restart). */
  open(): void
}

export type PictureOffer = {
  /** Platform time that it shows, with its number on the grid. */
  atMs: number
  frame: number
  /** Media time of its tag; later than those before. */
  timestampMs: number
  /** Pace of the shown time: backdrops are not refined for a fast one. */
  rate: number
  /** It shows something else than the one before: its backdrop has to be drawn. */
  fresh?: boolean
}

export type ScenePipe = {
  /** Takes a picture, unless earlier ones still wait or no encoder is there. */
  offer(picture: PictureOffer): boolean
  stats(): SourceStats
  stop(): Promise<void>
}

/** Pictures waiting in ffmpeg's pipe beyond which new ones are skipped; and pictures being drawn at once. */
const MOST_WAITING = 3
const MOST_DRAWING = 2
const BACKOFF_MS = [250, 500, 1000, 2000, 4000, 8000]
/** A run of this length resets the back-off. */
const GOOD_RUN_MS = 20_000
/** A start that shows nothing for this long no longer holds others up. */
const GATE_MS = 2500
const BLACK = { luma: 16, chroma: 128 }

export function createScenePipe(
  deps: ScenePipeDeps,
  name: { sn: string; chnId: number },
  camera: { number: number },
  events: ScenePipeEvents,
): ScenePipe {
  const { host, log, source, effects } = deps
  const free: ArrayBuffer[] = []
  const policy = createBackdropPolicy(deps.quickPictures)
  const stats = { framesEncoded: 0, framesSkipped: 0, restarts: 0 }
  let options = deps.encoder
  let encoder: Encoder | undefined
  let leaveGate: () => void = () => undefined
  let cancelRestart: () => void = () => undefined
  let failures = 0
  let drawing = 0
  /** The first picture's backdrop may be drawn by another thread: the next ones must not overtake it. */
  let first: 'due' | 'drawing' | 'drawn' = 'due'
  let offered = 0
  let frozen: { atMs: number; frame: number } | undefined
  let stopped = false

  const begin = (): void => {
    const spare = deps.spares.take(options)
    if (spare) encode(spare)
    else
      leaveGate = deps.gate.enter(() => {
        const cancelGate = host.after(GATE_MS, () => leaveGate())
        encode(undefined, cancelGate)
      })
  }

  const encode = (spare: EncoderChild | undefined, cancelGate: () => void = () => undefined): void => {
    const startedMs = host.now()
    const own = startEncoder(
      options,
      host,
      {
        tag(tag) {
          if (encoder !== own) return
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
          if (stopped || encoder !== own) return
          encoder = undefined
          if (host.now() - startedMs > GOOD_RUN_MS) failures = 0
          const delayMs = BACKOFF_MS[Math.min(failures++, BACKOFF_MS.length - 1)]!
          stats.restarts++
          log.warn({ ...name, lastWords, delayMs }, 'an encoder ended; restarting it')
          events.restarted()
          cancelRestart = host.after(delayMs, begin)
        },
      },
      spare,
    )
    encoder = own
    events.open()
  }

  /** Another encoder takes over at once (a camera that changes its stream's kind). */
  const encodeAs = (next: EncoderOptions): void => {
    const leaving = encoder
    options = next
    encoder = undefined
    free.length = 0
    void leaving?.stop()
    events.restarted()
    begin()
  }

  const draw = async (
    into: Encoder,
    picture: PictureOffer,
    isFirst: boolean,
    black: boolean,
  ): Promise<void> => {
    drawing++
    if (isFirst) first = 'drawing'
    const { width, height } = options
    const size = (width * height * 3) >> 1
    try {
      const buffer = free.pop() ?? new ArrayBuffer(size)
      const drawn = black ? blackened(buffer, width * height) : await drawScene(picture, buffer, isFirst)
      if (!drawn) return
      const give = (): void => {
        if (drawn.byteLength === (options.width * options.height * 3) >> 1) free.push(drawn)
      }
      if (stopped || into !== encoder) give()
      else into.write(new Uint8Array(drawn), picture.timestampMs, give)
    } catch (error) {
      if (!(error instanceof SceneServiceEnded))
        log.warn({ ...name, error: String(error) }, 'a picture could not be drawn')
    } finally {
      drawing--
      if (isFirst) first = 'drawn'
    }
  }

  const drawScene = async (picture: PictureOffer, buffer: ArrayBuffer, isFirst: boolean) => {
    const { width, height } = options
    const { atMs, frame } = picture
    const pose = source.cameras.poseAt(name.sn, name.chnId, atMs)
    const moves = source.cameras.find(name.sn, name.chnId)?.moves ?? true
    const rate = moves ? Number.POSITIVE_INFINITY : picture.rate
    const { quality, skyTimeMs, prepare } = policy.choose(atMs, camera.number, pose, rate)
    const input = pictureOf(source, { ...name, atMs, frame, pose, quality, skyTimeMs })
    if (!input) {
      free.push(buffer)
      return undefined
    }
    if (prepare) prepareFine(atMs, frame)
    return deps.scenes().frame(input, width, height, buffer, isFirst)
  }

  const prepareFine = (atMs: number, frame: number): void => {
    const input = pictureOf(source, { ...name, atMs, frame, quality: 'fine' })
    if (!input) {
      policy.prepared(false)
      return
    }
    deps
      .scenes()
      .prepare(standing(input), options.width, options.height)
      .then(
        () => policy.prepared(true),
        (error: unknown) => {
          policy.prepared(false)
          if (!(error instanceof SceneServiceEnded))
            log.warn({ ...name, error: String(error) }, 'a backdrop could not be drawn')
        },
      )
  }

  begin()
  return {
    offer(picture) {
      if (effects && offered % (options.framesPerSecond * 2) === 0) {
        const kind = (effects.isQuiet ? undefined : effects.codecOf(name.sn, deps.encoder)) ?? deps.encoder
        if (kind !== options && JSON.stringify(kind) !== JSON.stringify(options)) encodeAs(kind)
      }
      const into = encoder
      if (!into) return false
      // One that another thread may draw neither overtakes nor is overtaken.
      const mustWait = first === 'drawing' || (picture.fresh === true && drawing > 0)
      if (mustWait || drawing >= MOST_DRAWING || into.waiting() > MOST_WAITING) {
        stats.framesSkipped++
        return false
      }
      offered++
      const isFirst = first === 'due' || picture.fresh === true
      const impact = effects?.isQuiet === false ? effects.pictureImpact(name.sn) : undefined
      if (!impact?.freeze) frozen = undefined
      else frozen ??= { atMs: picture.atMs, frame: picture.frame }
      void draw(into, { ...picture, ...frozen }, isFirst, impact?.black === true)
      return true
    },
    stats: () => ({ ...stats, encoderPid: encoder?.pid }),
    async stop() {
      stopped = true
      cancelRestart()
      leaveGate()
      await encoder?.stop()
      encoder = undefined
    },
  }
}

function blackened(buffer: ArrayBuffer, luma: number): ArrayBuffer {
  new Uint8Array(buffer, 0, luma).fill(BLACK.luma)
  new Uint8Array(buffer, luma).fill(BLACK.chroma)
  return buffer
}

function isPicture(tag: FlvTag): boolean {
  const kind = kindOf(tag)
  return kind === 'key' || kind === 'video'
}
