import { z } from 'zod'
import { isPointer } from '../../wire/mqtt/json-pointer.ts'
import type { MqttMapping } from '../../wire/mqtt/mqtt-mapping.ts'
import { patternFault } from '../../wire/mqtt/topic-pattern.ts'
import { mappedAlarmType, mappedKind } from '../mapped-names.ts'
import { readMappingFile } from '../read-mapping-file.ts'

const pointer = z
  .string()
  .max(200)
  .refine(isPointer, "must be a JSON pointer, such as /data/temperature, or '' for the whole payload")
const scalar = z.union([z.string(), z.number(), z.boolean()])

const Reading = z.union([
  pointer.transform((at) => ({ at, factor: 1, offset: 0 })),
  z.strictObject({
    at: pointer,
    factor: z
      .number()
      .refine((factor) => factor !== 0, 'must not be 0')
      .default(1),
    offset: z.number().default(0),
  }),
])

const Topic = z
  .strictObject({
    topic: z
      .string()
      .min(1)
      .max(256)
      .superRefine((text, context) => {
        const fault = patternFault(text)
        if (fault) context.addIssue(fault)
      }),
    kind: mappedKind,
    model: z.string().max(40).optional(),
    payload: z.enum(['json', 'text'], 'must be json or text').default('json'),
    time: z
      .strictObject({
        at: pointer,
        form: z.enum(['ms', 's', 'iso'], 'must be ms, s or iso').default('ms'),
      })
      .optional(),
    position: z
      .strictObject({
        longitude: pointer,
        latitude: pointer,
        speedKmh: pointer.optional(),
        directionDeg: pointer.optional(),
        altitudeM: pointer.optional(),
      })
      .optional(),
    readings: z.record(z.string().min(1).max(40), Reading).default({}),
    values: pointer.optional(),
    alarm: z
      .strictObject({
        at: pointer,
        types: z.record(z.string().min(1).max(40), mappedAlarmType).default({}),
        others: mappedAlarmType.optional(),
      })
      .optional(),
    online: z
      .strictObject({ at: pointer.default(''), on: scalar.default('online'), off: scalar.default('offline') })
      .optional(),
  })
  .refine(
    ({ readings, values, position, alarm, online }) =>
      Object.keys(readings).length > 0 || values !== undefined || position || alarm || online,
    'carries nothing: add readings, values, position, alarm or online',
  )
  .refine(
    ({ topic, readings }) => topic.includes('{quantity}') || readings['{quantity}'] === undefined,
    'has a reading {quantity}, but no such level in its topic',
  )
  .refine(
    ({ payload, readings, values, position, alarm, time }) =>
      payload === 'json' || !(Object.keys(readings).length > 0 || values || position || alarm || time),
    'is text, which only carries online',
  )

export const MqttMappingFile = z.strictObject({ topics: z.array(Topic).min(1).max(100) })

/** A file of topics (docs/mqtt.md). Throws a StartError that names the line of the first mistake. */
export const readMqttMapping = (file: string): MqttMapping =>
  readMappingFile('--mqtt-mapping', file, MqttMappingFile) as MqttMapping
