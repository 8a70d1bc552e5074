/** Form of topics in files: in the mappings of users (docs/mqtt.md) and in kind files (docs/kind-files.md). */
import { z } from 'zod'
import { SCALING_FIELDS } from '../scaling-schema.ts'
import { isPointer } from './json-pointer.ts'
import { patternFault } from './topic-pattern.ts'

export const MappedPointer = z
  .string()
  .max(200)
  .refine(isPointer, "must be a JSON pointer, such as /data/temperature, or '' for the whole payload")

export const MappedNumber = z.union([
  MappedPointer.transform((at) => ({ at, factor: 1, offset: 0 })),
  z.strictObject({ at: MappedPointer, ...SCALING_FIELDS }),
])

const scalar = z.union([z.string(), z.number(), z.boolean()])

export const TopicText = z.string().min(1).max(256)

/** Fields that every table of topics has. */
export const TOPIC_FIELDS = {
  topic: TopicText.superRefine((text, context) => {
    const fault = patternFault(text)
    if (fault) context.addIssue(fault)
  }),
  payload: z.enum(['json', 'text'], 'must be json or text').default('json'),
  time: z
    .strictObject({
      at: MappedPointer,
      form: z.enum(['ms', 's', 'iso'], 'must be ms, s or iso').default('ms'),
    })
    .optional(),
  position: z
    .strictObject({
      longitude: MappedPointer,
      latitude: MappedPointer,
      speedKmh: MappedPointer.optional(),
      directionDeg: MappedPointer.optional(),
      altitudeM: MappedPointer.optional(),
    })
    .optional(),
  readings: z.record(z.string().min(1).max(40), MappedNumber).default({}),
  values: MappedPointer.optional(),
  online: z
    .strictObject({
      at: MappedPointer.default(''),
      on: scalar.default('online'),
      off: scalar.default('offline'),
    })
    .optional(),
}

type Topic = {
  topic: string
  payload: 'json' | 'text'
  readings: object
  settings?: object | undefined
  values?: string | undefined
} & { readonly [Part in 'time' | 'position' | 'alarm' | 'online']?: unknown }

/** What is wrong with a topic as a whole; undefined: nothing. */
export function topicFault(topic: Topic): string | undefined {
  const { readings, settings = {}, values, position, alarm, time } = topic
  const hasNumbers =
    Object.keys(readings).length > 0 || Object.keys(settings).length > 0 || values !== undefined
  const carries = hasNumbers || position || alarm
  if (!carries && !topic.online) return 'carries nothing: add readings, values, position, alarm or online'
  if (Object.hasOwn(readings, '{quantity}') && !topic.topic.includes('{quantity}'))
    return 'has a reading {quantity}, but no such level in its topic'
  return topic.payload === 'text' && (carries || time) ? 'is text, which only carries online' : undefined
}
