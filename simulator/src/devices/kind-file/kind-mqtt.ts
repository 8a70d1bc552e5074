/** MQTT of a kind file, as the uplinks and the gateway use it. */
import { asKind } from '@backlot/contract/devices/known-kinds'
import type { KindMqtt } from '../../wire/mqtt/mqtt-mapping.ts'
import { alarmTypeOf, checkKnown } from './kind-names.ts'
import type { KindProblem } from './kind-problem.ts'
import type { KindFile } from './kind-schema.ts'

/** A kind's MQTT, with its mistakes; undefined: it has none. */
export function kindMqttOf(file: KindFile, problems: KindProblem[]): KindMqtt | undefined {
  const { mqtt, kind, quantities, settings } = file
  if (!mqtt) return undefined
  for (const [n, topic] of mqtt.topics.entries()) {
    const { '{quantity}': _any, ...readings } = topic.readings
    checkKnown(problems, ['mqtt', 'topics', n, 'readings'], 'quantity', readings, quantities)
    checkKnown(problems, ['mqtt', 'topics', n, 'settings'], 'setting', topic.settings, settings)
    checkAlarms(file, ['mqtt', 'topics', n, 'alarm', 'types'], topic.alarm?.types ?? {}, problems)
  }
  const seen = new Set(mqtt.topics.map(({ topic }) => topic))
  for (const [n, { topic, settings: set }] of mqtt.set.entries()) {
    checkKnown(problems, ['mqtt', 'set', n, 'settings'], 'setting', set, settings)
    if (seen.has(topic)) {
      const message = `'${topic}' is the topic of another entry: choose another`
      problems.push({ path: ['mqtt', 'set', n, 'topic'], message })
    }
    seen.add(topic)
  }
  return {
    qos: mqtt.qos,
    retain: mqtt.retain,
    mapping: {
      topics: mqtt.topics.map(({ alarm, ...topic }) => ({
        ...topic,
        ...(alarm ? { alarm: { ...alarm, types: typesOf(kind, alarm.types) } } : {}),
        kind: asKind(kind),
      })) as KindMqtt['mapping']['topics'],
    },
    set: mqtt.set,
  }
}

const typesOf = (kind: string, names: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(names).map(([name, subType]) => [name, { type: alarmTypeOf(kind), subType }]),
  )

/** Every name stands for an alarm of the file, and for one that no other name stands for. */
function checkAlarms(
  { alarms }: KindFile,
  path: readonly PropertyKey[],
  names: Readonly<Record<string, string>>,
  problems: KindProblem[],
): void {
  const known = Object.keys(alarms?.types ?? {})
  const nameOf = new Map<string, string>()
  for (const [name, subType] of Object.entries(names)) {
    const other = nameOf.get(subType)
    if (!known.includes(subType)) {
      problems.push({
        path: [...path, name],
        message: known.length > 0 ? `there is no alarm '${subType}' in this file.` : 'the file has no alarms',
        ...(known.length > 0 ? { unknown: { typed: subType, known } } : {}),
      })
    } else if (other !== undefined) {
      const message = `'${subType}' has the name '${other}' already: give each alarm one name`
      problems.push({ path: [...path, name], message })
    }
    nameOf.set(subType, name)
  }
}
