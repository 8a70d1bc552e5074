/**
 * One channel of a playback whose recordings are a foreign device's: it plays what the transport asks for, and its
 * pictures get the transport's media time.
 */
import type { MediaEffects } from '../faults/media-faults.ts'
import type { HostClock } from '../kernel/clock.ts'
import { type FlvTag, kindOf } from '../wire/flv/flv-tag.ts'
import type { ReplayTrack } from './replay-track.ts'
import type { ReplayTransport } from './replay-transport.ts'
import { createFanout } from './stream-fanout.ts'

/** A playback of a foreign device. Each order resolves when the device has obeyed it, or not. */
export type PulledPlayback = {
  pause(): Promise<void>
  resume(speed: number): Promise<void>
  seek(positionMs: number): Promise<void>
  stop(): void
}

/** Begins to play from a moment; tags may begin at any time. */
export type OpenPlayback = (
  start: { positionMs: number; speed: number },
  events: { tag(tag: FlvTag): void; ended(): void },
) => PulledPlayback

/** A device whose playback broke off, or which refuses, is asked again after this. */
const REOPEN_MS = 3000
/** How often the transport is looked at. */
const TICK_MS = 200
/** Copies of a still picture: players show one when the next has come. */
const STILL_STEP_MS = 40
/** A tag that is further than this from the media time of the transport begins anew there. */
const JUMP_MS = 5000

export function createPulledTrack(
  deps: {
    host: HostClock
    transport: ReplayTransport
    open: OpenPlayback
    effects: MediaEffects | undefined
    review(): void
    isRecorded(atMs: number): boolean
    onReady(): void
    onViewers(viewers: number): void
    /** A viewer failed, and was cut off. */
    onFault?(error: unknown): void
  },
  name: { sn: string },
): ReplayTrack {
  const { host, transport } = deps
  let playback: PulledPlayback | undefined
  let epoch = -1
  /** What the device was told last. */
  let told: { isRunning: boolean; speed: number } | undefined
  /** Orders that the device has not answered: what comes meanwhile is of the place before. */
  let pending = 0
  let isReady = false
  let wasWatched = false
  let isStopped = false
  let hasSound = false
  /** A playback that ended is not opened again before this. */
  let openFromMs = 0
  /** Where the device's times are on the media time; undefined until the first key picture of a place. */
  let base: { stampMs: number; mediaMs: number } | undefined
  let lastMs = -1

  const fanout = createFanout({
    host,
    hasAudio: () => hasSound,
    onViewers() {
      if (fanout.viewers() > 0) wasWatched = true
      deps.onViewers(fanout.viewers())
    },
    effect: deps.effects && { effects: deps.effects, sn: name.sn },
    onFault: deps.onFault,
  })
  const becomeReady = (): void => {
    if (isReady) return
    isReady = true
    deps.onReady()
  }
  const order = async (what: Promise<void> | undefined): Promise<void> => {
    pending++
    try {
      await what
    } finally {
      pending--
    }
  }

  const take = (tag: FlvTag): void => {
    const kind = kindOf(tag)
    hasSound ||= kind === 'audio' || kind === 'audioHeader'
    if (kind === 'audioHeader' || kind === 'videoHeader') {
      fanout.push({ ...tag, timestampMs: Math.max(0, lastMs) })
      return
    }
    if (isStopped || pending > 0) return
    if (!base && kind !== 'key') return
    // Sound has one speed.
    if (kind === 'audio' && transport.speed() !== 1) return
    // After its first picture a place that is paused shows nothing more.
    if (isReady && transport.isPaused()) return
    const now = Math.max(lastMs + 1, transport.mediaMs())
    let atMs = base ? base.mediaMs + (tag.timestampMs - base.stampMs) : now
    if (!base || Math.abs(atMs - transport.mediaMs()) > JUMP_MS) {
      base = { stampMs: tag.timestampMs, mediaMs: now }
      atMs = now
    }
    const timestampMs = Math.round(Math.max(kind === 'audio' ? 0 : lastMs + 1, atMs))
    if (kind !== 'audio') lastMs = timestampMs
    fanout.push({ ...tag, timestampMs })
    if (kind === 'audio') return
    if (transport.isPaused()) {
      lastMs += STILL_STEP_MS
      fanout.push({ ...tag, timestampMs: lastMs })
    }
    becomeReady()
  }

  const open = (positionMs: number, speed: number): void => {
    told = { isRunning: true, speed }
    const own = deps.open(
      { positionMs, speed },
      {
        tag(tag) {
          if (playback === own) take(tag)
        },
        ended() {
          if (playback !== own) return
          playback = undefined
          base = undefined
          openFromMs = host.now() + REOPEN_MS
        },
      },
    )
    playback = own
  }

  const tick = (): void => {
    if (isStopped) return
    deps.review()
    const isMoved = epoch !== transport.epoch()
    epoch = transport.epoch()
    if (isMoved) {
      base = undefined
      isReady = false
    }
    const positionMs = transport.positionMs()
    const speed = transport.speed()
    if (!deps.isRecorded(positionMs)) {
      becomeReady()
      return
    }
    if (!playback) {
      if (host.now() >= openFromMs) open(positionMs, speed)
      return
    }
    if (isMoved) {
      told = { isRunning: true, speed }
      void order(playback.seek(positionMs))
      return
    }
    const isRunning = !transport.isPaused() && !transport.isEnded()
    if (!isReady || (told?.isRunning === isRunning && told.speed === speed)) return
    told = { isRunning, speed }
    base = undefined
    void (isRunning ? playback.resume(speed) : playback.pause())
  }
  const cancelTick = host.every(TICK_MS, tick)

  return {
    fanout,
    soundHeader: undefined,
    isReady: () => isReady && epoch === transport.epoch(),
    wasWatched: () => wasWatched,
    nudge: tick,
    frame: () => undefined,
    stop(reason) {
      if (!isStopped) {
        isStopped = true
        cancelTick()
        fanout.close(reason)
        playback?.stop()
      }
      return Promise.resolve()
    },
  }
}
