/** A message of a device, by the topics of a mapping. Nothing here knows of a connection. */
import { readDateTime } from '../onvif/xsd-values.ts'
import { valueAt } from './json-pointer.ts'
import type { MappedAlarmType, MqttMapping, MqttSetTopic, MqttTopic } from './mqtt-mapping.ts'
import { readTopic, type TopicPlaces } from './topic-pattern.ts'

export type ReadValue = { name: string; value: number }
export type ReadPosition = {
  /** Degrees, WGS-84. */
  longitude: number
  latitude: number
  speedKmh: number
  directionDeg: number
  altitudeM?: number
}
export type ReadMessage = {
  /** The device's own time, epoch milliseconds; undefined: none, or none that can be read. */
  statedMs: number | undefined
  values: ReadValue[]
  position?: ReadPosition
  /** The alarms that hold now, by name; left out: the message says nothing of alarms. */
  alarms?: ReadonlyMap<string, MappedAlarmType>
  online?: boolean
}
/** Why a message is not taken. */
export type MessageProblem = 'payload' | 'empty'

/** Values, and names of alarms, that one message may bring. */
const VALUES_MAX = 200
const ALARMS_MAX = 16
/** Names of readings and alarms in payloads. */
export const PAYLOAD_NAME = /^[\p{L}\p{N}_.:-]{1,40}$/u
/** Numbers below are seconds, above milliseconds: 10¹¹ s is the year 5138, 10¹¹ ms the year 1973. */
const SECONDS_BELOW = 1e11

/** The topic of the mapping that a message belongs to, the first that fits. */
export function topicOf(
  { topics }: MqttMapping,
  topic: string,
): { rule: MqttTopic; places: TopicPlaces } | undefined {
  for (const rule of topics) {
    const places = readTopic(rule.topic, topic)
    if (places) return { rule, places }
  }
  return undefined
}

export function readMessage(
  rule: MqttTopic,
  { quantity }: TopicPlaces,
  payload: string,
): ReadMessage | MessageProblem {
  const document = rule.payload === 'text' ? payload : parsed(payload)
  if (document === undefined) return 'payload'
  const statedMs = rule.time && momentOf(valueAt(document, rule.time.at))
  const position = positionOf(rule, document)
  const alarms = alarmsOf(rule, document)
  const presence = rule.online && valueAt(document, rule.online.at)
  const online =
    rule.online && presence !== undefined && [rule.online.on, rule.online.off].includes(presence as string)
      ? presence === rule.online.on
      : undefined
  const values = valuesOf(rule, quantity, document)
  const saysNothing = values.length === 0 && !position && !alarms && online === undefined
  if (saysNothing) return 'empty'
  return {
    statedMs,
    values,
    ...(position ? { position } : {}),
    ...(alarms ? { alarms } : {}),
    ...(online === undefined ? {} : { online }),
  }
}

/** The settings of a message to a device, by name; undefined: it is no JSON, or has none of them as a number. */
export function readSettings(
  { settings }: MqttSetTopic,
  payload: string,
): Readonly<Record<string, number>> | undefined {
  const document = parsed(payload)
  const read: Record<string, number> = {}
  for (const [name, { at, factor, offset }] of Object.entries(settings)) {
    const raw = numberAt(document, at)
    if (raw !== undefined) read[name] = Number((raw * factor + offset).toPrecision(12))
  }
  return Object.keys(read).length > 0 ? read : undefined
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload) as unknown
  } catch {
    return undefined
  }
}

function momentOf(value: unknown): number | undefined {
  if (typeof value === 'string') return readDateTime(value)
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  return value < SECONDS_BELOW ? value * 1000 : value
}

function numberAt(document: unknown, pointer: string | undefined): number | undefined {
  const value = pointer === undefined ? undefined : valueAt(document, pointer)
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function positionOf({ position }: MqttTopic, document: unknown): ReadPosition | undefined {
  const longitude = numberAt(document, position?.longitude)
  const latitude = numberAt(document, position?.latitude)
  if (!position || longitude === undefined || latitude === undefined) return undefined
  // Receivers without a fix send zeros.
  if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90 || (longitude === 0 && latitude === 0))
    return undefined
  const altitudeM = numberAt(document, position.altitudeM)
  return {
    longitude,
    latitude,
    speedKmh: Math.max(0, numberAt(document, position.speedKmh) ?? 0),
    directionDeg: (((numberAt(document, position.directionDeg) ?? 0) % 360) + 360) % 360,
    ...(altitudeM === undefined ? {} : { altitudeM }),
  }
}

function valuesOf(rule: MqttTopic, quantity: string | undefined, document: unknown): ReadValue[] {
  const values: ReadValue[] = []
  const named = new Set(pointersOf(rule))
  for (const [name, { at, factor, offset }] of Object.entries(rule.readings)) {
    const raw = numberAt(document, at)
    if (raw === undefined) continue
    values.push({ name: name === '{quantity}' ? (quantity ?? name) : name, value: raw * factor + offset })
  }
  const object = rule.values === undefined ? undefined : valueAt(document, rule.values)
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return values
  for (const [name, value] of Object.entries(object)) {
    if (values.length >= VALUES_MAX) break
    if (typeof value !== 'number' || !Number.isFinite(value) || !PAYLOAD_NAME.test(name)) continue
    if (!named.has(`${rule.values}/${name}`)) values.push({ name, value })
  }
  return values
}

/** Every place of a payload that has a meaning of its own. */
function pointersOf({ time, position, readings, settings = {}, alarm, online }: MqttTopic): string[] {
  return [
    time?.at,
    ...Object.values(position ?? {}),
    ...[...Object.values(readings), ...Object.values(settings)].map(({ at }) => at),
    alarm?.at,
    online?.at,
  ].flatMap((pointer) => (pointer === undefined ? [] : [pointer]))
}

/** A name, a list of names, or nothing (false, 0, '', null): then all are over. */
function alarmsOf({ alarm }: MqttTopic, document: unknown): Map<string, MappedAlarmType> | undefined {
  const told = alarm && valueAt(document, alarm.at)
  if (!alarm || told === undefined) return undefined
  const names = (Array.isArray(told) ? told : [told]).slice(0, ALARMS_MAX)
  const held = new Map<string, MappedAlarmType>()
  for (const name of names) {
    if (!name) continue
    const text = name === true ? 'alarm' : String(name)
    if (!PAYLOAD_NAME.test(text)) continue
    const type = Object.hasOwn(alarm.types, text) ? alarm.types[text] : alarm.others
    if (type) held.set(text, type)
  }
  return held
}
