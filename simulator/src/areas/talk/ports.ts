import type { ScopeIntervals } from '../../calls/scope.ts'
import type { Named } from '../../kernel/language.ts'

/** A device as talk needs it. */
export type TalkRecord = {
  sn: string
  name: Named
  groupId: number
  online: boolean
  protocolType: number
  channels: readonly { chnId: number; type: number; lineId: number }[]
  /** Numbers of channels that are offline although the device is online. */
  lostChannels?: ReadonlySet<number>
  /** Carried by somebody: it speaks in the push-to-talk group of its node. */
  radio: boolean
}

export type TalkDirectory = {
  find(sn: string, scope: ScopeIntervals): TalkRecord | undefined
  /** Nodes of a scope that hold radios, with their radios. */
  radioGroups(
    scope: ScopeIntervals,
  ): readonly { groupId: number; name: Named; radios: readonly TalkRecord[] }[]
  /** Whether one scope lies in the other: their people may know of each other. */
  overlap(one: ScopeIntervals, other: ScopeIntervals): boolean
}

/** Rules of a meeting: its most members, and whether new ones are muted. */
export type MeetingRules = { membersMax: number; joinMuted: boolean }
