/** Form of MQTT in a kind file: topics on which devices publish, and those on which they are set. */
import { z } from 'zod'
import { MappedNumber, TOPIC_FIELDS, TopicText, topicFault } from '../../wire/mqtt/mapping-schema.ts'
import { setTopicFault } from '../../wire/mqtt/topic-pattern.ts'

/** Settings by name, and where they stand in a payload. */
const Settings = z.record(z.string().min(1).max(32), MappedNumber)

const Topic = z
  .strictObject({ ...TOPIC_FIELDS, settings: Settings.default({}) })
  .superRefine((topic, context) => {
    const fault = topicFault(topic)
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
