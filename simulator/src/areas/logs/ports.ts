import type { Caller } from '../../calls/route.ts'
import type { ScopeIntervals } from '../../calls/scope.ts'
import type { Language } from '../../kernel/language.ts'
import type { AlarmLogEntry, AlarmLogWish } from './alarm-log.ts'
import type { Page } from './log-pages.ts'

/** Whose actions a caller may see; undefined: everybody's. */
export type ReadersPort = { visibleUserIds(caller: Caller): readonly number[] | undefined }

/** Devices as the logs name them. */
export type LoggedDevicesPort = {
  names(sn: string, language: Language): { devName: string; groupName: string }
  /** The device of a serial number, or the group of an id that a change of groups is about. */
  called(action: string, target: string, language: Language): string | undefined
  /** Serial numbers of devices whose name has a part, some hundred at most. */
  named(part: string, language: Language): readonly string[]
  /** Ids of all groups that are seen: in a scope, and below a group when one is given; undefined: all there are. */
  groupIds(scope: ScopeIntervals, nodeId: number | undefined): readonly number[] | undefined
}

/** Entries of the alarm log that are not on the core any more. */
export type AlarmLogPastPort = {
  /** Whether some entries from a moment on are not on the core. */
  holdsLog(fromMs: number): boolean
  /** A page of the alarm log, entries on the core too. */
  log(wish: AlarmLogWish): Promise<Page<AlarmLogEntry>>
}
