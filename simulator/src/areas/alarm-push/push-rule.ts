import { type PushEventKind, PushRuleFields } from '@backlot/contract/alarm-push/entities'
import { NOT_ORDINARY } from '@backlot/contract/alarms/constants'
import type { Alarm } from '@backlot/contract/alarms/entities'
import type { PushScopePort, PushTypesPort } from './ports.ts'
import type { alarmPushRules } from './tables.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
const DAY_MS = DAY_MINUTES * MINUTE_MS
/** 1970-01-01 was a Thursday. */
const EPOCH_WEEKDAY = 4

export type StoredRule = {
  id: number
  ownerId: number
  secret: string
  version: number
  updatedMs: number
  fields: PushRuleFields
}

/** The row is ours, but a version of the program may have known fewer fields. */
export function storedRule(row: typeof alarmPushRules.$inferSelect): StoredRule {
  return {
    id: row.id,
    ownerId: row.ownerId,
    secret: row.secret,
    version: row.version,
    updatedMs: row.updatedMs,
    fields: PushRuleFields.parse(JSON.parse(row.fields)),
  }
}

/** Whether a rule works at a platform moment: its weekdays and its hours, those past midnight of the day before. */
export function isWorkingTime(fields: PushRuleFields, atMs: number, zoneMinutes: number): boolean {
  const localMs = atMs + zoneMinutes * MINUTE_MS
  const minute = Math.floor(localMs / MINUTE_MS) % DAY_MINUTES
  const day = Math.floor(localMs / DAY_MS)
  const weekday = (days: number) => ((days + EPOCH_WEEKDAY - 1) % 7) + 1
  const isDay = (days: number) => fields.weekdays.length === 0 || fields.weekdays.includes(weekday(days))
  const { fromMinute, toMinute } = fields
  if (fromMinute < toMinute) return isDay(day) && minute >= fromMinute && minute < toMinute
  return minute >= fromMinute ? isDay(day) : minute < toMinute && isDay(day - 1)
}

/**
 * Compiles the conditions of a rule for storms: sets, and the answer for each group cached until groups or accounts
 * change. Times and the switch are checked by the caller.
 */
export function ruleMatcher(
  { ownerId, fields }: StoredRule,
  { scope, types }: { scope: PushScopePort; types: PushTypesPort },
): (alarm: Alarm, kind: PushEventKind) => boolean {
  const events = new Set<PushEventKind>(fields.events)
  const wanted = new Set(fields.types)
  const levels = new Set(fields.levels)
  const sns = new Set(fields.sns)
  const anywhere = sns.size === 0 && fields.nodeIds.length === 0
  let seen = new Map<number | undefined, { covered: boolean; below: boolean }>()
  let seenAt = ''
  const lookUp = (groupId: number | undefined) => {
    if (seenAt !== scope.version()) {
      seen = new Map()
      seenAt = scope.version()
    }
    let found = seen.get(groupId)
    if (!found) {
      found = {
        covered: scope.mayPush(ownerId) && scope.covers(ownerId, groupId),
        below: scope.isBelow(groupId, fields.nodeIds),
      }
      seen.set(groupId, found)
    }
    return found
  }
  return (alarm, kind) => {
    const { type, subType, sn } = alarm
    if (!events.has(kind) || NOT_ORDINARY.some((one) => one === type)) return false
    if (wanted.size > 0 && !wanted.has(type) && !wanted.has(`${type}-${subType}`)) return false
    if (levels.size > 0 && !levels.has(types.levelOf(type, subType))) return false
    const { covered, below } = lookUp(scope.groupOf(sn))
    return covered && (anywhere || below || sns.has(sn))
  }
}
