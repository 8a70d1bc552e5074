/** A camera's own recordings over RTSP: one playback a connection, steered by Range and Scale (ONVIF Streaming, 6). */
import { PLAYBACK_SPEEDS } from '@backlot/contract/recordings/entities'
import type { HostClock } from '../../kernel/clock.ts'
import type { FlvTag } from '../../wire/flv/flv-tag.ts'
import { replayExtension } from '../../wire/rtp/replay-extension.ts'
import type { ExtensionOf } from '../../wire/rtp/rtp-tracks.ts'
import type { Replays } from '../create-replays.ts'
import type { Fanout } from '../stream-fanout.ts'
import { createReplayMarks } from './replay-marks.ts'

/** What a session plays: a live stream, or a recording. */
export type RtspSource = {
  fanout: Fanout
  hasSound(): boolean
  /** The header of its sound, where that is known before sound comes. */
  soundHeader?: FlvTag | undefined
  /** Somebody asks for it: it starts, or goes on for a while. */
  touch(): void
}

export type RtspReplay = RtspSource & {
  /** From the first recorded moment to now, platform milliseconds. */
  range: { fromMs: number; toMs: number }
  isOpen(): boolean
  /**
   * Plays on, from a moment and to one where they are given; answers the nearest speed that there is, and where it is.
   * `cseq`: of the request.
   */
  play(request: { fromMs?: number | undefined; toMs?: number | undefined; scale: number; cseq: number }): {
    speed: number
    positionMs: number
  }
  pause(): void
  /** Extension of packets of this time of the stream, of one track. */
  extensionOf: ExtensionOf
  end(): void
}

/** How far back recordings are offered. */
const DAYS = 7
const DAY_MS = 86_400_000
/** How often it is looked whether the end of a range is reached: less than a picture. */
const END_LOOK_MS = 40

export type RecordedSpans = (
  sn: string,
  chnId: number,
  fromMs: number,
  toMs: number,
) => readonly { fromMs: number; toMs: number }[]

/** Opens a playback that stands still at the first recorded moment; 'none': nothing is recorded, 'busy': no encoder is free. */
export function openRtspReplay(
  deps: {
    replays: Replays
    recorded: RecordedSpans
    platformMs(): number
    hostClock: Pick<HostClock, 'every'>
  },
  { sn, chnId }: { sn: string; chnId: number },
  owner: string,
): RtspReplay | 'none' | 'busy' {
  const { replays } = deps
  const nowMs = deps.platformMs()
  const spans = deps.recorded(sn, chnId, nowMs - DAYS * DAY_MS, nowMs)
  const first = spans[0]
  if (!first) return 'none'
  const range = { fromMs: Math.max(first.fromMs, nowMs - DAYS * DAY_MS), toMs: nowMs }
  const started = replays.start({
    owner,
    sn,
    chnId,
    streamType: 'main',
    ...range,
    speed: 1,
    paused: true,
    recorded: () => spans,
  })
  if (!started.ok) return started.reason === 'noRecordingFiles' ? 'none' : 'busy'
  const { playbackId } = started
  const { track } = replays.find(playbackId)!
  const marks = createReplayMarks(spans)
  let playCseq = 0
  let stopWatching = (): void => undefined
  /** Pauses at the end of the range that was asked for; what lies behind it is a picture at most. */
  const watch = (toMs: number) => {
    stopWatching = deps.hostClock.every(END_LOOK_MS, () => {
      const state = replays.state(owner, playbackId)
      if (state && state.positionMs < toMs) return
      stopWatching()
      if (state) control({ action: 'pause' })
    })
  }

  const control = (command: Parameters<Replays['control']>[2]) => replays.control(owner, playbackId, command)
  return {
    fanout: track.fanout,
    hasSound: () => track.soundHeader !== undefined,
    soundHeader: track.soundHeader,
    touch: () => undefined,
    range,
    isOpen: () => replays.find(playbackId) !== undefined,
    play({ fromMs, toMs, scale, cseq }) {
      stopWatching()
      playCseq = cseq
      const speed = PLAYBACK_SPEEDS.reduce((best, one) =>
        Math.abs(one - scale) < Math.abs(best - scale) ? one : best,
      )
      if (fromMs !== undefined) {
        control({ action: 'seek', timeMs: Math.min(range.toMs, Math.max(range.fromMs, fromMs)) })
        marks.restart()
      }
      control({ action: 'speed', speed })
      const positionMs = control({ action: 'resume' })?.positionMs ?? fromMs ?? range.fromMs
      if (toMs !== undefined) watch(toMs)
      return { speed, positionMs }
    },
    pause() {
      stopWatching()
      control({ action: 'pause' })
    },
    extensionOf(timestampMs, isKey, name) {
      const state = replays.state(owner, playbackId)
      const atMs = state ? state.positionMs + (timestampMs - state.mediaMs) * state.speed : range.fromMs
      return replayExtension(atMs, { isKey, cseq: playCseq, ...marks.of(name, atMs) })
    },
    end() {
      stopWatching()
      replays.stop(owner, playbackId)
    },
  }
}
