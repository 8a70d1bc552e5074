/**
 * Channels that are played in step: one transport, whose beginnings and jumps wait for the first picture of every
 * channel. Where no channel has a recording it skips to the next one.
 */
import { RECORDING_LIMITS } from '@backlot/contract/recordings/entities'
import type { PlaybackCommand, PlaybackFacts } from '../areas/recordings/ports.ts'
import type { HostClock } from '../kernel/clock.ts'
import { gridFrame, gridMoment } from './frame-grid.ts'
import { isRecorded, joinSpans, nextRecorded, type RecordedSpan } from './replay-spans.ts'
import type { ReplayTrack } from './replay-track.ts'
import { createReplayTransport, type ReplayTransport } from './replay-transport.ts'

export type GroupMember = {
  playbackId: string
  sn: string
  /** The camera's number, for its grid. */
  number: number
  framesPerSecond: number
  fromMs: number
  toMs: number
  recorded(): readonly RecordedSpan[]
  track: ReplayTrack
}

export type ReplayGroup = {
  id: string
  transport: ReplayTransport
  add(member: GroupMember): void
  remove(member: GroupMember, reason: NonNullable<PlaybackFacts['reason']>): Promise<void>
  size(): number
  control(member: GroupMember, command: PlaybackCommand): void
  stateOf(member: GroupMember): PlaybackFacts
  /** Sees to gaps and ends; called before each look at the transport. */
  review(): void
  isRecorded(playbackId: string, atMs: number): boolean
  onReady(): void
  onViewers(playbackId: string, viewers: number): void
}

/** Media time of a still picture, sent twice at twelve a second or faster. */
const STILL_MEDIA_MS = 170
/** Longest wait for a channel: one that does not come does not hold the others up. */
const HOLD_MOST_MS = 4000

export function createReplayGroup(deps: {
  id: string
  host: HostClock
  start: { positionMs: number; speed: number; paused: boolean }
  onState(state: PlaybackFacts): void
  onIdle(playbackId: string): void
}): ReplayGroup {
  const { host } = deps
  const transport = createReplayTransport(() => host.now(), deps.start)
  const members = new Map<
    string,
    { member: GroupMember; spans: RecordedSpan[]; cancelUnwatched: () => void }
  >()
  let skippedFromMs: number | undefined
  let cancelHold: () => void = () => undefined
  let cancelIdle: () => void = () => undefined
  let told = ''

  const spansOf = ({ fromMs, toMs, recorded }: GroupMember) => joinSpans(recorded(), fromMs, toMs)
  const allSpans = () =>
    joinSpans(
      [...members.values()].flatMap(({ spans }) => spans),
      0,
      Number.POSITIVE_INFINITY,
    )

  const stateOf = (member: GroupMember): PlaybackFacts => {
    const positionMs = transport.positionMs()
    const spans = members.get(member.playbackId)?.spans ?? []
    const state = transport.isEnded()
      ? 'ended'
      : transport.isHeld()
        ? 'buffering'
        : transport.isPaused()
          ? 'paused'
          : 'playing'
    return {
      playbackId: member.playbackId,
      groupId: deps.id,
      state,
      positionMs: Math.round(positionMs),
      mediaMs: Math.round(transport.mediaMs()),
      atMs: host.now(),
      speed: transport.speed(),
      inGap: state !== 'ended' && !isRecorded(spans, positionMs),
      ...(skippedFromMs === undefined ? {} : { skippedFromMs }),
    }
  }
  /** Tells every member of the change, once. */
  const tell = (): void => {
    const states = [...members.values()].map(({ member }) => stateOf(member))
    const key = JSON.stringify([
      transport.epoch(),
      transport.isPaused(),
      ...states.map(({ playbackId, state, speed, inGap }) => [playbackId, state, speed, inGap]),
    ])
    if (key === told) return
    told = key
    for (const state of states) deps.onState(state)
    skippedFromMs = undefined
  }
  const nudge = (): void => {
    for (const { member } of members.values()) member.track.nudge()
    tell()
  }
  const countIdle = (): void => {
    cancelIdle()
    cancelIdle = host.after(RECORDING_LIMITS.playbackIdleMs, () => {
      if (transport.isRunning()) return countIdle()
      for (const playbackId of [...members.keys()]) deps.onIdle(playbackId)
    })
  }
  const hold = (): void => {
    transport.hold()
    cancelHold()
    cancelHold = host.after(HOLD_MOST_MS, release)
  }
  const release = (): void => {
    if (!transport.isHeld()) return
    cancelHold()
    transport.release()
    nudge()
  }
  const releaseWhenReady = (): void => {
    if (!transport.isHeld()) return
    const all = [...members.values()].map(({ member }) => member.track)
    if (all.length > 0 && all.every((track) => track.isReady() && track.wasWatched())) release()
  }
  /** Goes to a recorded moment at or after one; beyond the last recording it ends. */
  const goTo = (atMs: number): void => {
    const spans = allSpans()
    const next = nextRecorded(spans, atMs)
    if (next === undefined) {
      transport.end(spans.at(-1)?.toMs ?? atMs)
      return
    }
    transport.seek(next)
    if (!transport.isPaused()) hold()
  }
  /** Recordings grow while they are being played. */
  const lookAgain = (): void => {
    for (const entry of members.values()) entry.spans = spansOf(entry.member)
  }
  const review = (): void => {
    if (members.size === 0 || transport.isEnded() || transport.isHeld()) return
    const atMs = transport.positionMs()
    if (!isRecorded(allSpans(), atMs)) lookAgain()
    if (!isRecorded(allSpans(), atMs)) {
      goTo(atMs)
      if (!transport.isEnded()) skippedFromMs = Math.round(atMs)
    }
    tell()
  }

  const step = (member: GroupMember, frames: number): void => {
    const { framesPerSecond } = member
    if (!transport.isPaused()) transport.pause()
    const shown = member.track.frame() ?? gridFrame(transport.positionMs(), framesPerSecond, member.number)
    const atMs = gridMoment(shown + frames, framesPerSecond, member.number)
    const first = allSpans()[0]?.fromMs ?? atMs
    standAt(Math.max(first, atMs))
  }
  /** Stops at its place. Its picture is sent again: above the usual speed the last one shown may be another. */
  const pause = (): void => {
    if (transport.isPaused()) return
    transport.pause()
    if (!transport.isEnded()) standAt(transport.positionMs())
  }
  /** Another place while paused: its picture takes media time of its own. */
  const standAt = (atMs: number): void => {
    goTo(atMs)
    transport.addMedia(STILL_MEDIA_MS)
  }

  return {
    id: deps.id,
    transport,
    size: () => members.size,
    stateOf,
    review,
    isRecorded: (playbackId, atMs) => isRecorded(members.get(playbackId)?.spans ?? [], atMs),
    add(member) {
      const isFirst = members.size === 0
      const unwatched = host.after(RECORDING_LIMITS.playbackUnwatchedMs, () => deps.onIdle(member.playbackId))
      members.set(member.playbackId, { member, spans: spansOf(member), cancelUnwatched: unwatched })
      if (isFirst) {
        goTo(deps.start.positionMs)
        if (!transport.isEnded()) hold()
      }
      countIdle()
    },
    remove(member, reason) {
      const entry = members.get(member.playbackId)
      entry?.cancelUnwatched()
      members.delete(member.playbackId)
      if (members.size === 0) {
        cancelHold()
        cancelIdle()
      }
      releaseWhenReady()
      return member.track.stop(reason === 'revoked' ? 'revoked' : 'stopped')
    },
    control(member, command) {
      countIdle()
      switch (command.action) {
        case 'pause':
          pause()
          break
        case 'resume':
          if (transport.isEnded()) goTo(allSpans()[0]?.fromMs ?? transport.positionMs())
          transport.resume()
          break
        case 'speed':
          transport.setSpeed(command.speed)
          break
        case 'seek':
          lookAgain()
          if (transport.isPaused()) standAt(command.timeMs)
          else goTo(command.timeMs)
          break
        case 'step':
          step(member, command.frames)
      }
      nudge()
    },
    onReady: releaseWhenReady,
    onViewers(playbackId, viewers) {
      const entry = members.get(playbackId)
      if (!entry) return
      entry.cancelUnwatched()
      entry.cancelUnwatched =
        viewers > 0
          ? () => undefined
          : host.after(RECORDING_LIMITS.playbackUnwatchedMs, () => deps.onIdle(playbackId))
      releaseWhenReady()
    },
  }
}
