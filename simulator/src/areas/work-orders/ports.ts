import type { OrderAlarm } from '@backlot/contract/work-orders/entities'
import type { ScopeIntervals } from '../../calls/scope.ts'
import type { Language, Named } from '../../kernel/language.ts'

export type OrderScopePort = {
  /** Ids of all groups in a scope; undefined when the scope is everything. */
  groupIdsIn(scope: ScopeIntervals): readonly number[] | undefined
  groupIdsBelow(groupId: number): readonly number[]
  inScope(groupId: number, scope: ScopeIntervals): boolean
  groupName(groupId: number): Named | undefined
  /** A device that a scope covers. */
  device(sn: string, scope: ScopeIntervals): { name: Named; groupId: number } | undefined
}

export type OrderHandler = { userId: number; name: string; loginName: string }

export type OrderAccountsPort = {
  /** Accounts that may handle orders and see those of a group. */
  handlersOf(groupId: number): readonly OrderHandler[]
  /** Accounts that may handle orders of any group in a scope. */
  handlersIn(scope: ScopeIntervals): readonly OrderHandler[]
}

export type OrderAlarmsPort = {
  /** Alarms by id, as far as they are there, have begun and a scope covers them. */
  alarms(ids: readonly number[], scope: ScopeIntervals, language: Language): readonly OrderAlarm[]
  /** Alarms that began in a span: how many, and how many of them have an order; in parts at `bounds`, by group and by kind. */
  sums(asked: {
    fromMs: number
    toMs: number
    groupIds: readonly number[] | undefined
    /** Starts of parts, ascending. */
    bounds: readonly number[]
  }): Promise<{
    total: number
    withOrder: number
    parts: readonly number[]
    groups: ReadonlyMap<number, number>
    kinds: readonly { type: string; subType: string; alarms: number }[]
  }>
}

export type OrderPicturesPort = {
  /** Whether a picture with this path was uploaded. */
  exists(path: string): Promise<boolean>
}
