/** Messages of a device of ours, by the topics of a mapping: the other direction of read-message.ts. */
import { writeDateTime } from '../onvif/xsd-values.ts'
import { withValue } from './json-pointer.ts'
import type { MappedAlarm, MappedAlarmType, MappedValue, MqttMapping, MqttTopic } from './mqtt-mapping.ts'
import type { ReadPosition, ReadValue } from './read-message.ts'
import { writeTopic } from './topic-pattern.ts'

export type WrittenMessage = { topic: string; payload: string }
export type DeviceReport = {
  atMs: number
  values: readonly ReadValue[]
  /** Its own settings at that moment. */
  settings?: readonly ReadValue[]
  /** Its alarms in progress, the oldest first; left out: it says nothing of alarms. */
  alarms?: readonly MappedAlarmType[]
  /** One that stays has no speed and direction. */
  position?: Pick<ReadPosition, 'longitude' | 'latitude'> & Partial<ReadPosition>
}

/** Every message that carries something of a report. */
export function reportMessages({ topics }: MqttMapping, sn: string, report: DeviceReport): WrittenMessage[] {
  return topics.flatMap((rule) => messagesOf(rule, sn, report))
}

function messagesOf(rule: MqttTopic, sn: string, report: DeviceReport): WrittenMessage[] {
  if (rule.payload !== 'json') return []
  if (!rule.topic.includes('{quantity}')) {
    const payload = payloadOf(rule, report)
    return payload === undefined ? [] : [{ topic: writeTopic(rule.topic, { sn }), payload }]
  }
  return report.values.flatMap(({ name, value }) => {
    const payload = payloadOf(rule, { atMs: report.atMs, values: [{ name: '{quantity}', value }] })
    return payload === undefined ? [] : [{ topic: writeTopic(rule.topic, { sn, quantity: name }), payload }]
  })
}

/** Undefined when the topic carries nothing of the report. */
function payloadOf(
  rule: MqttTopic,
  { atMs, values, settings = [], alarms, position }: DeviceReport,
): string | undefined {
  let payload: unknown
  let isEmpty = true
  const put = (pointer: string | undefined, value: number | string | string[] | undefined) => {
    if (pointer === undefined || value === undefined) return
    payload = withValue(payload, pointer, value)
    isEmpty = false
  }
  if (rule.position && position)
    for (const [name, pointer] of Object.entries(rule.position))
      put(pointer, position[name as keyof ReadPosition])
  for (const { name, value } of values) {
    const mapped = Object.hasOwn(rule.readings, name) ? rule.readings[name] : undefined
    if (mapped) put(mapped.at, rawOf(mapped, value))
    else if (rule.values !== undefined) put(`${rule.values}/${name}`, value)
  }
  for (const { name, value } of settings) {
    const mapped = rule.settings && Object.hasOwn(rule.settings, name) ? rule.settings[name] : undefined
    if (mapped) put(mapped.at, rawOf(mapped, value))
  }
  if (rule.alarm && alarms) put(rule.alarm.at, alarmTextOf(rule.alarm, alarms))
  if (isEmpty) return undefined
  if (rule.time) {
    const { at, form } = rule.time
    const time = form === 'iso' ? writeDateTime(atMs) : form === 's' ? Math.floor(atMs / 1000) : atMs
    payload = withValue(payload, at, time)
  }
  return JSON.stringify(payload)
}

/** Names of the alarms that the topic has a name for; of one name alone that of the newest, '' for none. */
function alarmTextOf({ types, form }: MappedAlarm, alarms: readonly MappedAlarmType[]): string | string[] {
  const names = alarms.flatMap(({ type, subType }) =>
    Object.keys(types).filter((name) => types[name]?.type === type && types[name]?.subType === subType),
  )
  return form === 'name' ? (names.at(-1) ?? '') : [...new Set(names)]
}

/** Without the last digits of a division. */
const rawOf = ({ factor, offset }: MappedValue, value: number) =>
  Number(((value - offset) / factor).toPrecision(12))

/** What a device publishes when it has come or gone (its last will), where the mapping has it. */
export function presenceMessage(
  { topics }: MqttMapping,
  sn: string,
  isOnline: boolean,
): WrittenMessage | undefined {
  const rule = topics.find(({ online }) => online)
  if (!rule?.online) return undefined
  const { at, on, off } = rule.online
  const value = isOnline ? on : off
  const payload = rule.payload === 'text' ? String(value) : JSON.stringify(withValue(undefined, at, value))
  return { topic: writeTopic(rule.topic, { sn }), payload }
}
