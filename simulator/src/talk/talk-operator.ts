import type { TalkRequest, TalkService } from '@backlot/contract/talk/frames'
import type { Caller } from '../calls/route.ts'
import type { TalkLink } from './talk-link.ts'

/** A console that has signed in to a service of talk. `caller` is renewed as permissions change. */
export type TalkOperator = {
  service: TalkService
  link: TalkLink
  caller: Caller
  /** As the session check found him: another object when something about him changed. */
  found: Caller
}

/** One service: its handling of frames, sound, time, and leaving clients. */
export type TalkRoom = {
  enter(operator: TalkOperator): void
  leave(operator: TalkOperator): void
  /** A frame of this service; others are answered by the server. */
  receive(operator: TalkOperator, frame: TalkRequest): void
  hear(operator: TalkOperator, samples: Int16Array): void
  /** The operator may see other devices now: his rights have changed, or the tree has. */
  renewed(operator: TalkOperator): void
  /** Frames of 40 ms since the epoch. */
  tick(frame: number, nowMs: number): void
  deviceOffline(sn: string): void
}
