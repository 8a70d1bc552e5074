/** Form of MQTT in a kind file: topics on which devices publish, and those on which they are set. */
import { z } from 'zod'
import {
  MappedNumber,
  MappedPointer,
  TOPIC_FIELDS,
  TopicText,
  topicFault,
} from '../../wire/mqtt/mapping-schema.ts'
import { PAYLOAD_NAME } from '../../wire/mqtt/read-message.ts'
import { setTopicFault } from '../../wire/mqtt/topic-pattern.ts'

/** Settings by name, and where they stand in a payload. */
const Settings = z.record(z.string().min(1).max(32), MappedNumber)

const Alarm = z.strictObject({
  at: MappedPointer,
  /** Alarms of the file, by their name in the payload. */
  types: z
    .record(
      z.string().regex(PAYLOAD_NAME, 'letters, digits and _ . : - (40 at most)'),
      z.string().min(1).max(32).describe('an alarm of the file'),
    )
    .refine((all) => Object.keys(all).length > 0, 'names no alarm'),
  form: z.enum(['list', 'name'], 'must be list or name').default('list'),
})

const Topic = z
  .strictObject({ ...TOPIC_FIELDS, settings: Settings.default({}), alarm: Alarm.optional() })
  .superRefine((topic, context) => {
    const fault =
      topicFault(topic) ??
      (topic.alarm && topic.topic.includes('{quantity}')
        ? 'is of one quantity: give alarms a topic without {quantity}'
        : undefined)
    if (fault) context.addIssue(fault)
  })

const SetTopic = z.strictObject({
  topic: TopicText.superRefine((text, context) => {
    const fault = setTopicFault(text)
    if (fault) context.addIssue(fault)
  }),
  settings: Settings.refine((all) => Object.keys(all).length > 0, 'names no setting'),
})

export const KindMqttSchema = z.strictObject({
  qos: z.union([z.literal(0), z.literal(1)]).default(1),
  /** Of reports; what a device says about its own presence is always retained. */
  retain: z.boolean().default(false),
  topics: z.array(Topic).min(1).max(20),
  /** Topics from which settings are set. */
  set: z.array(SetTopic).max(20).default([]),
})
