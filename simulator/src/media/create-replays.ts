/** Playbacks of recordings: groups of channels with one clock, bounded in number, ended when nobody cares. */
import { randomBytes } from 'node:crypto'
import { RECORDING_LIMITS } from '@backlot/contract/recordings/entities'
import type {
  PlaybackCommand,
  PlaybackFacts,
  PlaybackWish,
  StartedPlayback,
} from '../areas/recordings/ports.ts'
import type { HostClock } from '../kernel/clock.ts'
import { createReplayGroup, type GroupMember, type ReplayGroup } from './replay-group.ts'

/** A start without the address, which is the caller's. */
export type ReplayStart =
  | Pick<StartedPlayback & { ok: true }, 'ok' | 'playbackId' | 'groupId' | 'state'>
  | (StartedPlayback & { ok: false })

export type Replays = {
  start(wish: PlaybackWish): ReplayStart
  /** Undefined when the sign-in has no such playback. */
  control(owner: string, playbackId: string, command: PlaybackCommand): PlaybackFacts | undefined
  state(owner: string, playbackId: string): PlaybackFacts | undefined
  /** False when the sign-in has no such playback. */
  stop(owner: string, playbackId: string): Promise<boolean>
  revoke(owner: string): void
  find(playbackId: string): GroupMember | undefined
  /** Encoders at work. */
  count(): number
  /** Calls back with every change. Returns a function that stops it. */
  onState(listener: (owner: string, state: PlaybackFacts) => void): () => void
  close(): Promise<void>
}

export function createReplays(deps: {
  host: HostClock
  /** Makes a member of a group: its channel, encoder and viewers. */
  openMember: (wish: PlaybackWish, group: ReplayGroup, playbackId: string) => GroupMember | undefined
  /** Whether one more encoder may work. */
  mayStart(): boolean
}): Replays {
  const { host } = deps
  const groups = new Map<string, { owner: string; group: ReplayGroup }>()
  const members = new Map<string, { owner: string; group: ReplayGroup; member: GroupMember }>()
  const listeners = new Set<(owner: string, state: PlaybackFacts) => void>()
  const ending = new Set<Promise<void>>()
  const newId = () => randomBytes(9).toString('base64url')

  const tell = (owner: string, state: PlaybackFacts): void => {
    for (const listener of listeners) listener(owner, state)
  }
  const end = (playbackId: string, reason: NonNullable<PlaybackFacts['reason']>): Promise<void> => {
    const found = members.get(playbackId)
    if (!found) return Promise.resolve()
    members.delete(playbackId)
    const state = { ...found.group.stateOf(found.member), state: 'closed' as const, reason }
    const done = found.group.remove(found.member, reason).finally(() => ending.delete(done))
    ending.add(done)
    if (found.group.size() === 0) groups.delete(found.group.id)
    tell(found.owner, state)
    return done
  }
  const owned = (owner: string, playbackId: string) => {
    const found = members.get(playbackId)
    return found?.owner === owner ? found : undefined
  }
  const groupFor = (wish: PlaybackWish): ReplayGroup | undefined => {
    if (wish.groupId !== undefined) {
      const known = groups.get(wish.groupId)
      return known?.owner === wish.owner ? known.group : undefined
    }
    const group = createReplayGroup({
      id: newId(),
      host,
      start: { positionMs: wish.fromMs, speed: wish.speed, paused: wish.paused },
      onState: (state) => {
        if (members.has(state.playbackId)) tell(wish.owner, state)
      },
      onIdle: (playbackId) => void end(playbackId, 'idle'),
    })
    groups.set(group.id, { owner: wish.owner, group })
    return group
  }

  return {
    start(wish) {
      const own = [...members.values()].filter(({ owner }) => owner === wish.owner).length
      if (own >= RECORDING_LIMITS.playbacksEach) return { ok: false, reason: 'tooMany' }
      if (!deps.mayStart()) return { ok: false, reason: 'noEncoder' }
      if (wish.recorded().length === 0) return { ok: false, reason: 'noRecordingFiles' }
      const group = groupFor(wish)
      if (!group) return { ok: false, reason: 'noGroup' }
      const playbackId = newId()
      const member = deps.openMember(wish, group, playbackId)
      if (!member) {
        if (group.size() === 0) groups.delete(group.id)
        return { ok: false, reason: 'noEncoder' }
      }
      members.set(playbackId, { owner: wish.owner, group, member })
      group.add(member)
      return { ok: true, playbackId, groupId: group.id, state: group.stateOf(member) }
    },
    control(owner, playbackId, command) {
      const found = owned(owner, playbackId)
      if (!found) return undefined
      found.group.control(found.member, command)
      return found.group.stateOf(found.member)
    },
    state(owner, playbackId) {
      const found = owned(owner, playbackId)
      return found?.group.stateOf(found.member)
    },
    async stop(owner, playbackId) {
      if (!owned(owner, playbackId)) return false
      await end(playbackId, 'stopped')
      return true
    },
    revoke(owner) {
      for (const [playbackId, found] of [...members]) {
        if (found.owner === owner) void end(playbackId, 'revoked')
      }
    },
    find: (playbackId) => members.get(playbackId)?.member,
    count: () => members.size,
    onState(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      for (const playbackId of [...members.keys()]) void end(playbackId, 'stopped')
      await Promise.all(ending)
    },
  }
}
