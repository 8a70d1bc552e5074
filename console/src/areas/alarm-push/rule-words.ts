import type { PushRule, PushRuleFields } from '@backlot/contract/alarm-push/entities'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import type { Translate } from '../../language/language.ts'

const DAY_MINUTES = 1440
/** Keys of the weekdays' names, from Monday. */
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const HOUR_MINUTES = 60

/** Minutes of the day as '08:30'; the end of the day is '24:00'. */
export function clockText(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / HOUR_MINUTES))}:${two(minute % HOUR_MINUTES)}`
}

/** Name of a weekday, 1 Monday to 7 Sunday. */
export function weekdayName(t: Translate<'alarmPush'>, day: number): string {
  const key = WEEKDAYS[day - 1]
  return key ? t(`weekday.${key}`) : String(day)
}

/** Text of the times when a rule works. */
export function whenText(t: Translate<'alarmPush'>, rule: PushRuleFields): string {
  const { weekdays, fromMinute, toMinute } = rule
  const everyDay = weekdays.length === 0 || weekdays.length === 7
  const allDay = fromMinute === 0 && toMinute === DAY_MINUTES
  if (everyDay && allDay) return t('always')
  const days = everyDay
    ? t('everyDay')
    : [...weekdays]
        .sort()
        .map((day) => weekdayName(t, day))
        .join(' ')
  return allDay ? days : `${days} ${clockText(fromMinute)}–${clockText(toMinute)}`
}

/** Name of 'type' or 'type-subType'. */
function typeKeyName(key: string, types: AlarmTypes): string {
  const top = types.tops.find(({ type }) => key === type || key.startsWith(`${type}-`))
  return top ? types.nameOf(top.type, key.slice(top.type.length + 1)) : key
}

/** Text of the alarms that a rule pushes. */
export function whatText(
  t: Translate<'alarmPush'>,
  rule: Pick<PushRule, 'types' | 'levels' | 'nodeIds' | 'sns' | 'groups' | 'devices'>,
  types: AlarmTypes,
): string {
  const groups = rule.nodeIds.map((id) => {
    const name = rule.groups.find(({ nodeId }) => nodeId === id)?.name
    return name ?? t('groupGone', { id })
  })
  const devices = rule.sns.map((one) => {
    const name = rule.devices.find(({ sn }) => sn === one)?.name
    return name ?? t('deviceGone', { sn: one })
  })
  const parts = [
    rule.types.map((key) => typeKeyName(key, types)).join(', '),
    rule.levels.length > 0 ? `${t('levels')} ${[...rule.levels].sort().join(', ')}` : '',
    groups.length > 0 ? `${t('groups')} ${groups.join(', ')}` : '',
    devices.length > 0 ? `${t('devices')} ${devices.join(', ')}` : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? t('allAlarms') : parts.join(' · ')
}
