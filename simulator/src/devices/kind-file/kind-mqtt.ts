/** MQTT of a kind file, as the uplinks and the gateway use it. */
import { asKind } from '@backlot/contract/devices/known-kinds'
import type { KindMqtt } from '../../wire/mqtt/mqtt-mapping.ts'
import { checkKnown } from './kind-names.ts'
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
      topics: mqtt.topics.map((topic) => ({ ...topic, kind: asKind(kind) })) as KindMqtt['mapping']['topics'],
    },
    set: mqtt.set,
  }
}
