/** A camera's own recordings over RTSP: one playback a connection, steered by Range and Scale (ONVIF Streaming, 6). */
import { PLAYBACK_SPEEDS } from '@backlot/contract/recordings/entities'
import { replayExtension } from '../../wire/rtp/replay-extension.ts'
import type { RtpExtension } from '../../wire/rtp/rtp-packet.ts'
import type { Replays } from '../create-replays.ts'
import type { Fanout } from '../stream-fanout.ts'

/** What a session plays: a live stream, or a recording. */
export type RtspSource = {
  fanout: Fanout
  hasSound(): boolean
  /** Somebody asks for it: it starts, or goes on for a while. */
  touch(): void
}

export type RtspReplay = RtspSource & {
  /** From the first recorded moment to now, platform milliseconds. */
  range: { fromMs: number; toMs: number }
  isOpen(): boolean
  /** Plays on, from a moment where one is given; answers the nearest speed that there is, and where it is. */
  play(fromMs: number | undefined, scale: number): { speed: number; positionMs: number }
  pause(): void
  /** Extension of packets of this time of the stream. */
  extensionOf(timestampMs: number, isKey: boolean): RtpExtension
  end(): void
}

/** How far back recordings are offered. */
const DAYS = 7
const DAY_MS = 86_400_000

export type RecordedSpans = (
  sn: string,
  chnId: number,
  fromMs: number,
  toMs: number,
) => readonly { fromMs: number; toMs: number }[]

/** Opens a playback that stands still at the first recorded moment; 'none': nothing is recorded, 'busy': no encoder is free. */
export function openRtspReplay(
  deps: { replays: Replays; recorded: RecordedSpans; platformMs(): number },
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
  let isJump = true

  const control = (command: Parameters<Replays['control']>[2]) => replays.control(owner, playbackId, command)
  return {
    fanout: track.fanout,
    hasSound: () => false,
    touch: () => undefined,
    range,
    isOpen: () => replays.find(playbackId) !== undefined,
    play(fromMs, scale) {
      const speed = PLAYBACK_SPEEDS.reduce((best, one) =>
        Math.abs(one - scale) < Math.abs(best - scale) ? one : best,
      )
      if (fromMs !== undefined) {
        control({ action: 'seek', timeMs: Math.min(range.toMs, Math.max(range.fromMs, fromMs)) })
        isJump = true
      }
      control({ action: 'speed', speed })
      const positionMs = control({ action: 'resume' })?.positionMs ?? fromMs ?? range.fromMs
      return { speed, positionMs }
    },
    pause: () => void control({ action: 'pause' }),
    extensionOf(timestampMs, isKey) {
      const state = replays.state(owner, playbackId)
      const atMs = state ? state.positionMs + (timestampMs - state.mediaMs) * state.speed : range.fromMs
      const extension = replayExtension(atMs, { isKey, isJump })
      isJump = false
      return extension
    },
    end: () => void replays.stop(owner, playbackId),
  }
}
