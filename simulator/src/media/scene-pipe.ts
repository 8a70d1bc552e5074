/**
 * Pictures of one camera through an ffmpeg of its own, here or on another machine: drawn, encoded, handed on as tags.
 * When the encoder goes, another one takes over. The caller decides which pictures, and when.
 */
import type { MediaEffects } from '../faults/media-faults.ts'
import type { HostClock } from '../kernel/clock.ts'
import { type FlvTag, kindOf } from '../wire/flv/flv-tag.ts'
import type { SceneInput } from '../world/scenes/scene-input.ts'
import type { EncoderChild } from './encoder.ts'
import type { EncoderOptions } from './encoder-arguments.ts'
import { createBackdropPolicy } from './fine-backdrop.ts'
import type { MediaLog } from './media-ports.ts'
import { type PictureEncoder, type PictureEncoderEvents, startPictureEncoder } from './picture-encoder.ts'
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
  /** Other machines that draw; left out: only this one does. */
  places?: EncoderPlaces | undefined
  /** Pictures before a fine backdrop is thought of; default: as is good for a wall of live streams. */
  quickPictures?: number
}

export type EncoderPlaces = {
  /** An encoder on another machine; undefined when none has room. */
  lease(options: EncoderOptions, on: PictureEncoderEvents): PictureEncoder | undefined
  /** Whether one more encoder may start on this machine. */
  mayEncodeHere(): boolean
  /** The stream was counted as one of this machine when it was opened. */
  isCountedHere: boolean
}

export type ScenePipeEvents = {
  tag(tag: FlvTag): void
  /** A picture is out. */
  live(): void
  /** The stream starts again: headers and pictures kept so far are void. */
  restarted(): void
  /** An encoder takes pictures (the first one, and after each restart). */
  open(): void
  /** No machine has room for it: the pipe waits for its end. */
  unavailable?(): void
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

export function createScenePipe(
  deps: ScenePipeDeps,
  name: { sn: string; chnId: number },
  camera: { number: number },
  events: ScenePipeEvents,
): ScenePipe {
  const { host, log, source, effects } = deps
  let policy = createBackdropPolicy(deps.quickPictures)
  const stats = { framesEncoded: 0, framesSkipped: 0, restarts: 0 }
  let options = deps.encoder
  let encoder: PictureEncoder | undefined
  /** It has an encoder of this machine, or waits for one. */
  let encodesHere = deps.places?.isCountedHere ?? true
  let lastWorker: string | undefined
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
    const own = eventsOf(() => undefined)
    // A video lies on this machine.
    const isHere = source.cameras.footageAt?.(name.sn, name.chnId, source.clock.now()) !== undefined
    const leased = isHere ? undefined : deps.places?.lease(options, own.on)
    if (!leased) {
      beginHere()
      return
    }
    encodesHere = false
    own.start(leased)
  }

  /** By an encoder of this machine, if one more may start: a stream that a worker has drawn was not counted. */
  const beginHere = (): void => {
    if (!encodesHere && deps.places?.mayEncodeHere() === false) {
      log.warn({ ...name }, 'no machine has room for a camera')
      events.unavailable?.()
      return
    }
    encodesHere = true
    const encode = (spare: EncoderChild | undefined, cancelGate: () => void = () => undefined): void => {
      const own = eventsOf(cancelGate)
      own.start(startPictureEncoder(options, deps, own.on, spare))
    }
    const spare = deps.spares.take(options)
    if (spare) encode(spare)
    else
      leaveGate = deps.gate.enter(() => {
        const cancelGate = host.after(GATE_MS, () => leaveGate())
        encode(undefined, cancelGate)
      })
  }

  /** What an encoder tells counts until it has ended, or another one has taken over. */
  const eventsOf = (cancelGate: () => void) => {
    let own: PictureEncoder | undefined
    const startedMs = host.now()
    const on: PictureEncoderEvents = {
      tag(tag) {
        if (!own || encoder !== own) return
        if (isPicture(tag)) {
          if (stats.framesEncoded === 0 || failures > 0)
            log.debug({ ...name, pid: own.pid, worker: own.worker }, 'stream encodes')
          stats.framesEncoded++
          leaveGate()
          events.live()
        }
        events.tag(tag)
      },
      end(lastWords) {
        cancelGate()
        leaveGate()
        if (stopped || !own || encoder !== own) return
        encoder = undefined
        if (host.now() - startedMs > GOOD_RUN_MS) failures = 0
        // Another machine, or this one, goes on at once where a worker has left.
        const delayMs =
          own.worker !== undefined && failures === 0
            ? 0
            : BACKOFF_MS[Math.min(failures, BACKOFF_MS.length - 1)]!
        failures++
        stats.restarts++
        log.warn({ ...name, worker: own.worker, lastWords, delayMs }, 'an encoder ended; restarting it')
        events.restarted()
        if (delayMs === 0) begin()
        else cancelRestart = host.after(delayMs, begin)
      },
    }
    return {
      on,
      start(started: PictureEncoder): void {
        own = started
        encoder = started
        // What was drawn elsewhere is not there.
        if (started.worker !== undefined || first !== 'drawn' || lastWorker !== undefined) {
          first = 'due'
          policy = createBackdropPolicy(deps.quickPictures)
        }
        lastWorker = started.worker
        events.open()
      },
    }
  }

  /** Another encoder takes over at once (a camera that changes its stream's kind). */
  const encodeAs = (next: EncoderOptions): void => {
    const leaving = encoder
    options = next
    encoder = undefined
    void leaving?.stop()
    events.restarted()
    begin()
  }

  const draw = async (
    into: PictureEncoder,
    picture: PictureOffer,
    isFirst: boolean,
    black: boolean,
  ): Promise<void> => {
    drawing++
    if (isFirst) first = 'drawing'
    try {
      const input = black ? undefined : inputOf(into, picture)
      if (black || input) await into.encode({ input, timestampMs: picture.timestampMs, fresh: isFirst })
    } catch (error) {
      if (!(error instanceof SceneServiceEnded))
        log.warn({ ...name, error: String(error) }, 'a picture could not be drawn')
    } finally {
      drawing--
      if (isFirst && into === encoder) first = 'drawn'
    }
  }

  const inputOf = (into: PictureEncoder, { atMs, frame, rate }: PictureOffer): SceneInput | undefined => {
    const pose = source.cameras.poseAt(name.sn, name.chnId, atMs)
    const moves = source.cameras.find(name.sn, name.chnId)?.moves ?? true
    const pace = moves ? Number.POSITIVE_INFINITY : rate
    const { quality, skyTimeMs, prepare } = policy.choose(atMs, camera.number, pose, pace)
    const input = pictureOf(source, { ...name, atMs, frame, pose, quality, skyTimeMs })
    if (input && prepare) prepareFine(into, atMs, frame)
    return input
  }

  const prepareFine = (into: PictureEncoder, atMs: number, frame: number): void => {
    const asking = policy
    const input = pictureOf(source, { ...name, atMs, frame, quality: 'fine' })
    if (!input) {
      asking.prepared(false)
      return
    }
    into.prepare(standing(input)).then(
      () => asking.prepared(true),
      (error: unknown) => {
        asking.prepared(false)
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
    stats: () => ({ ...stats, encoderPid: encoder?.pid, worker: encoder?.worker, encodesHere }),
    async stop() {
      stopped = true
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
