/**
 * One channel of a playback: pictures of the same grid as live, drawn for the moments that the transport passes, one
 * encoder for them, and the viewers' stream.
 */
import type { MediaEffects } from '../faults/media-faults.ts'
import type { HostClock } from '../kernel/clock.ts'
import { FLV_VIDEO, type FlvTag } from '../wire/flv/flv-tag.ts'
import { type AudioLoop, createAudioTrack } from './audio-loop.ts'
import { gridFrame, gridFrameFrom, gridMoment } from './frame-grid.ts'
import type { ReplayTransport } from './replay-transport.ts'
import { createScenePipe, type ScenePipeDeps } from './scene-pipe.ts'
import { createFanout, type Fanout, type ViewerClose } from './stream-fanout.ts'

export type ReplayTrack = {
  fanout: Fanout
  /** The header of its sound, which comes at normal speed; undefined: there is none, or nobody knows before it comes. */
  soundHeader: FlvTag | undefined
  /** The picture of the place where the transport is now has come out of the encoder. */
  isReady(): boolean
  /** Somebody has watched it at some time. */
  wasWatched(): boolean
  /** The transport was changed: draws the due picture. */
  nudge(): void
  /** Number of the picture shown last, on the camera's grid; undefined before the first. */
  frame(): number | undefined
  stop(reason: ViewerClose): Promise<void>
}

/** Copies of a still picture: players show one when the next has come. */
const STILL_COPIES = 2
/** A picture that could not be taken is offered again after this time. */
const RETRY_MS = 15
const TICK_MOST_MS = 250

export function createReplayTrack(
  deps: Omit<ScenePipeDeps, 'host'> & {
    host: HostClock
    transport: ReplayTransport
    audio: AudioLoop | undefined
    effects: MediaEffects | undefined
    /** Before each look at the transport: ends and gaps are seen to. */
    review(): void
    /** Whether this channel has a recording at a moment. */
    isRecorded(atMs: number): boolean
    onReady(): void
    onViewers(viewers: number): void
    /** A viewer failed, and was cut off. */
    onFault?(error: unknown): void
  },
  name: { sn: string; chnId: number },
  camera: { number: number },
): ReplayTrack {
  const { host, transport } = deps
  const { framesPerSecond } = deps.encoder
  const periodMs = 1000 / framesPerSecond
  const audio = deps.audio && createAudioTrack(deps.audio)
  let epoch = -1
  let stride = transport.speed()
  let anchorFrame = 0
  let lastFrame: number | undefined
  let lastTimestamp = -1
  let stillsLeft = 0
  /** Timestamp of the first picture of this place, once it was taken; then whether it is out. */
  let awaited: number | undefined
  let ready = false
  let watched = false
  let stopped = false
  let cancelTick: () => void = () => undefined

  const fanout = createFanout({
    host,
    hasAudio: () => audio !== undefined,
    onViewers() {
      if (fanout.viewers() > 0) watched = true
      deps.onViewers(fanout.viewers())
    },
    effect: deps.effects && { effects: deps.effects, sn: name.sn },
    onFault: deps.onFault,
  })

  const offer = (frame: number, timestampMs: number, fresh: boolean): boolean => {
    const atMs = gridMoment(frame, framesPerSecond, camera.number)
    const rate = transport.isRunning() ? transport.speed() : 1
    if (!pipe.offer({ atMs, frame, timestampMs, rate, fresh })) return false
    lastTimestamp = timestampMs
    lastFrame = frame
    return true
  }

  /** The picture of a new place; while the transport is paused a second one follows it. */
  const showPlace = (): void => {
    const timestampMs = Math.round(Math.max(lastTimestamp + 1, transport.mediaMs()))
    if (!offer(anchorFrame, timestampMs, true)) return
    awaited = timestampMs
    stillsLeft = transport.isRunning() ? 0 : STILL_COPIES - 1
  }

  const showNext = (): void => {
    const current = gridFrame(transport.positionMs(), framesPerSecond, camera.number)
    const frame = anchorFrame + Math.floor((current - anchorFrame) / stride) * stride
    if (lastFrame !== undefined && frame <= lastFrame) return
    const atMs = gridMoment(frame, framesPerSecond, camera.number)
    offer(frame, Math.round(Math.max(lastTimestamp + 1, transport.mediaAt(atMs))), false)
  }

  const tick = (): void => {
    if (stopped) return
    deps.review()
    if (epoch !== transport.epoch()) {
      epoch = transport.epoch()
      anchorFrame = gridFrameFrom(transport.positionMs(), framesPerSecond, camera.number)
      awaited = undefined
      ready = false
      lastFrame = undefined
    }
    if (stride !== transport.speed()) {
      stride = transport.speed()
      anchorFrame = lastFrame ?? anchorFrame
    }
    if (!deps.isRecorded(transport.positionMs())) becomeReady()
    else if (awaited === undefined) showPlace()
    else if (transport.isRunning()) showNext()
    else if (stillsLeft > 0 && lastFrame !== undefined) {
      if (offer(lastFrame, Math.round(lastTimestamp + periodMs), false)) stillsLeft--
    }
    schedule()
  }

  const becomeReady = (): void => {
    if (ready) return
    ready = true
    deps.onReady()
  }

  const schedule = (): void => {
    cancelTick()
    const isDue = awaited === undefined || stillsLeft > 0
    if (!transport.isRunning() && !isDue) return
    const nextMs = gridMoment((lastFrame ?? anchorFrame) + stride, framesPerSecond, camera.number)
    const waitMs = isDue ? RETRY_MS : (nextMs - transport.positionMs()) / transport.speed()
    cancelTick = host.after(Math.min(TICK_MOST_MS, Math.max(1, waitMs)), tick)
  }

  const pipe = createScenePipe(deps, name, camera, {
    tag(tag) {
      fanout.push(tag)
      if (tag.type !== FLV_VIDEO) return
      if (audio && transport.speed() === 1 && transport.isRunning()) {
        for (const sound of audio.upTo(tag.timestampMs)) fanout.push(sound)
      }
      if (awaited !== undefined && tag.timestampMs >= awaited) becomeReady()
    },
    live: () => undefined,
    open: () => undefined,
    restarted() {
      fanout.restart()
      audio?.restart()
      // The next look at the transport finds a new place.
      epoch = -1
      awaited = undefined
      schedule()
    },
  })
  cancelTick = host.after(1, tick)

  return {
    fanout,
    soundHeader: deps.audio?.header,
    isReady: () => ready && epoch === transport.epoch(),
    wasWatched: () => watched,
    nudge: tick,
    frame: () => lastFrame,
    async stop(reason) {
      if (stopped) return
      stopped = true
      cancelTick()
      fanout.close(reason)
      await pipe.stop()
    },
  }
}
