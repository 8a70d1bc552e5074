import { ABILITY_BITS, type Ability } from '@backlot/contract/capabilities'
import { CODES } from '@backlot/contract/codes'
import { PUSH_AT_ONCE } from '@backlot/contract/device-config/constants'
import type { PushPlan } from '@backlot/contract/device-config/entities'
import { routeAt } from '@backlot/contract/routes'
import { ORDER_STATE_NAMES } from '@backlot/contract/work-orders/entities'
import { processingName } from '../../features/alarms/processing-name.ts'
import { formatTime } from '../../platform/clock.ts'
import { joined, type LogWords, textIn } from './log-words.ts'

const ABILITIES = Object.keys(ABILITY_BITS) as Ability[]
const LEVELS = ['grave', 'important', 'ordinary', 'notice'] as const
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const HOUR_MINUTES = 60

/** Answers undefined for unknown values. */
export type Reading = (value: unknown, words: LogWords) => string | undefined

const yesNo: Reading = (value, { t }) => {
  if (value === true || value === 1) return t('yes')
  return value === false || value === 0 ? t('no') : undefined
}
const group: Reading = (value, { groupName }) => (typeof value === 'number' ? groupName(value) : undefined)
const page: Reading = (value, { shell }) => {
  const route = typeof value === 'string' ? routeAt(value) : undefined
  return route && textIn(shell, `menu.${route.label}`)
}
const alarmType: Reading = (value, { types }) => {
  if (typeof value !== 'string') return undefined
  const [type = '', subType] = value.split('-')
  return types.nameOf(type, subType)
}
const alarmTypes: Reading = (value, words) =>
  typeof value === 'string'
    ? joined(
        value.split(',').map((key) => alarmType(key, words) ?? key),
        words,
      )
    : undefined
/** A type with its sub-type, as two texts. */
const typePair: Reading = (value, { types }) =>
  Array.isArray(value) ? types.nameOf(String(value[0] ?? ''), String(value[1] ?? '')) : undefined
const processing: Reading = (value, { alarms }) =>
  typeof value === 'number' || value === null ? alarms(`processing.${processingName(value)}`) : undefined
const orderState: Reading = (value, { orders }) => {
  const name = typeof value === 'number' ? ORDER_STATE_NAMES[value] : undefined
  return name && orders(`state.${name}`)
}
const level: Reading = (value, { alarms }) => {
  const name = typeof value === 'number' ? LEVELS[value - 1] : undefined
  return name && alarms(`level.${name}`)
}
/** Ability bits of a device. */
const abilities: Reading = (value, words) =>
  typeof value === 'number'
    ? joined(
        ABILITIES.filter((name) => (value & ABILITY_BITS[name]) !== 0).map((name) =>
          words.deviceAdmin(`ability.${name}`),
        ),
        words,
      )
    : undefined
const weekday: Reading = (value, { alarmPush }) => {
  const name = typeof value === 'number' ? WEEKDAYS[value - 1] : undefined
  return name && alarmPush(`weekday.${name}`)
}
const minute: Reading = (value) => {
  if (typeof value !== 'number') return undefined
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(value / HOUR_MINUTES))}:${two(value % HOUR_MINUTES)}`
}
const seconds: Reading = (value) => (typeof value === 'number' ? formatTime(value) : undefined)
const millis: Reading = (value) =>
  typeof value === 'number' ? formatTime(Math.floor(value / 1000)) : undefined
const reply: Reading = (value, { logs }) => {
  if (typeof value !== 'number') return undefined
  return value === CODES.ok ? logs('done') : logs('refusedWith', { code: value })
}
/** One of the names that the form of device parameters has texts for. */
const ofDevice =
  (group: string): Reading =>
  (value, { deviceConfig }) =>
    typeof value === 'string' ? textIn(deviceConfig, `${group}.${value}`) : undefined
/** Hours in which a device pushes channels. */
const pushPlans: Reading = (value, words) => {
  if (!Array.isArray(value)) return undefined
  return joined(
    (value as PushPlan[]).map(({ name, weekdays, fromMinute, toMinute }) => {
      const days = joined(
        weekdays.map((day) => textIn(words.deviceConfig, `day.${day}`) ?? String(day)),
        words,
      )
      return `${name} (${days} ${minute(fromMinute, words)}–${minute(toMinute, words)})`
    }),
    words,
  )
}
/** Devices that do not answer a setting have result 1 (stated: all but 0 has failed). */
const answer: Reading = (value, { logs, t }) => {
  if (value === 0) return logs('done')
  return value === 1 ? t('noAnswer') : undefined
}

/** How values are read, by name; names that mean more than one thing have their call, or its area, in front. */
export const READINGS: Readonly<Record<string, Reading>> = {
  ability: abilities,
  groupId: group,
  groupIds: group,
  nodeId: group,
  nodeIds: group,
  parentId: group,
  fromGroupId: group,
  permission: page,
  granted: page,
  withdrawn: page,
  changed: (value, { t }) => textIn(t, `field.${String(value)}`),
  enabled: yesNo,
  locked: yesNo,
  singleLogin: yesNo,
  firstProcess: yesNo,
  joinMuted: yesNo,
  installTime: seconds,
  level,
  levels: level,
  processingType: processing,
  'alarms.process.from': processing,
  'alarms.process.type': processing,
  'alarms.undoProcessing.from': processing,
  'alarms.undoProcessing.to': processing,
  'alarms.changeType.from': typePair,
  'alarms.changeType.to': typePair,
  'alarmTypes.setUserShield.from': alarmTypes,
  'alarmTypes.setUserShield.to': alarmTypes,
  'alarmTypes.keys': alarmType,
  'alarmPush.types': alarmType,
  'alarmPush.weekdays': weekday,
  'alarmPush.fromMinute': minute,
  'alarmPush.toMinute': minute,
  'alarmPush.events': (value, { alarmPush }) => textIn(alarmPush, `event.${String(value)}`),
  'alarm.changeType.type': alarmType,
  'workOrders.from': orderState,
  'workOrders.to': orderState,
  'deviceConfig.bitRateType': ofDevice('rate'),
  'deviceConfig.quality': ofDevice('qualities'),
  'deviceConfig.workMode': ofDevice('modes'),
  'deviceConfig.batteryType': ofDevice('batteries'),
  'deviceConfig.fileTypes': ofDevice('fileTypes'),
  'deviceConfig.streamType': ofDevice('stream'),
  'deviceConfig.whenFull': (value, { deviceConfig }) =>
    value === 'overwrite' || value === 'stop'
      ? deviceConfig(value === 'stop' ? 'stopRecording' : 'overwrite')
      : undefined,
  'deviceConfig.planId': (value, { deviceConfig }) =>
    value === PUSH_AT_ONCE ? deviceConfig('atOnce') : undefined,
  'deviceConfig.atMinutes': minute,
  'deviceConfig.onMinute': minute,
  'deviceConfig.offMinute': minute,
  'deviceConfig.list': pushPlans,
  'templates.kind': (value, { templates }) =>
    value === 0 || value === 1 ? templates(value === 0 ? 'kind.generic' : 'kind.meeting') : undefined,
  'mediaConfig.source': (value, { media }) => textIn(media, `sourceName.${String(value)}`),
  'system.clock.kind': (value, { t }) => textIn(t, `clock.${String(value)}`),
  'system.clock.fromMs': millis,
  'system.clock.toMs': millis,
  'system.clock.rate': (value) => `× ${String(value)}`,
  'system.control.result': reply,
  'device.setting.setting': (value, { t }) => textIn(t, `setting.${String(value)}`),
  'device.setting.result': answer,
  'device.refused.reason': (value, { t }) => textIn(t, `refusal.${String(value)}`),
}
