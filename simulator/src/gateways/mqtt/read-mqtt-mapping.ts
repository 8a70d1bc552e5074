import { z } from 'zod'
import { MappedPointer, TOPIC_FIELDS, topicFault } from '../../wire/mqtt/mapping-schema.ts'
import type { MqttMapping } from '../../wire/mqtt/mqtt-mapping.ts'
import { mappedAlarmType, mappedKind } from '../mapped-names.ts'
import { readMappingFile } from '../read-mapping-file.ts'

const Topic = z
  .strictObject({
    ...TOPIC_FIELDS,
    kind: mappedKind,
    model: z.string().max(40).optional(),
    alarm: z
      .strictObject({
        at: MappedPointer,
        types: z.record(z.string().min(1).max(40), mappedAlarmType).default({}),
        others: mappedAlarmType.optional(),
      })
      .optional(),
  })
  .superRefine((topic, context) => {
    const fault = topicFault(topic)
    if (fault) context.addIssue(fault)
  })

export const MqttMappingFile = z.strictObject({ topics: z.array(Topic).min(1).max(100) })

/** A file of topics (docs/mqtt.md). Throws a StartError that names the line of the first mistake. */
export const readMqttMapping = (file: string): MqttMapping =>
  readMappingFile('--mqtt-mapping', file, MqttMappingFile) as MqttMapping
