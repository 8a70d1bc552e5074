/** Form of a kind file: a kind of devices as people write it. docs/kind-files.md explains the fields. */
import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { DescribedKindName } from '@backlot/contract/devices/kind-schemas'
import { z } from 'zod'
import { EXTRA_TYPES, MAKERS_IDS } from '../../wire/jt808/kind-extras.ts'
import { SCALING_FIELDS } from '../../wire/scaling-schema.ts'
import { KindModbusSchema } from './kind-modbus-schema.ts'
import { KindMqttSchema } from './kind-mqtt-schema.ts'

const short = (most: number) => z.string().trim().min(1).max(most)
const Name = z.strictObject({ zh: short(40), en: short(40) })

/** Name of something of the kind in formulas, and in scenarios. */
const Word = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]{0,31}$/, 'begin with a lower-case letter, then letters and digits (32 at most)')
const words = <T extends z.ZodType>(of: T) => z.record(Word, of)

const Formula = z
  .union([z.string().min(1).max(600), z.number()])
  .describe('formula: numbers, names, + - * / % ^, comparisons, and, or, not, functions')

/** Commands of an SVG path: letters, numbers, spaces, commas. */
const PathText = z
  .string()
  .max(600)
  .regex(/^[MmLlHhVvCcSsQqTtAaZz0-9 ,.+-]+$/, "write an SVG path's commands")

const Icon = z.union([
  z.enum(['bolt', 'water', 'lift', 'tank', 'lamp', 'meter', 'valve', 'gate', 'radar', 'fan']),
  z
    .strictObject({ filled: PathText.optional(), lines: PathText.optional() })
    .refine(({ filled, lines }) => filled ?? lines, "give 'filled', 'lines' or both"),
])

const Quantity = z.strictObject({
  name: Name,
  /** Contaminant code; left out: the name in the file. */
  code: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9]{0,15}$/, 'letters and digits, 16 at most')
    .optional(),
  /** Name of a picture of readings (docs/sensors.md), e.g. pressure. */
  icon: Word.optional(),
  unit: z.string().trim().max(12).default(''),
  decimals: z.number().int().min(0).max(6).default(1),
  min: z.number().min(-1e9).max(1e9).default(0),
  max: z.number().min(-1e9).max(1e9).default(1_000_000),
  formula: Formula,
  /** Values beyond them are marked. */
  limits: z.strictObject({ low: z.number().optional(), high: z.number().optional() }).optional(),
})

const Memory = z.strictObject({
  /** Minutes of a step. */
  stepMinutes: z.number().min(0.5).max(60).default(5),
  /** Days after which the beginning is forgotten. */
  days: z.number().int().min(1).max(30).default(1),
  values: words(
    z.strictObject({
      initial: z.number().default(0),
      min: z.number().default(0),
      max: z.number().default(1_000_000),
      /** Its value at the end of a step; its own name is the value at the step's start. */
      next: Formula,
    }),
  ).optional(),
  machines: words(
    z.strictObject({
      states: z.array(Word).min(2).max(16),
      /** The first that holds is taken, one a step. */
      transitions: z
        .array(z.strictObject({ from: z.union([Word, z.array(Word).min(1)]), to: Word, when: Formula }))
        .min(1)
        .max(40),
    }),
  ).optional(),
})

const Alarm = z.strictObject({
  name: Name,
  level: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]).default(3),
  when: Formula,
  /** How often it is looked at: a divisor of an hour. */
  everyMinutes: z.union([1, 2, 3, 5, 10, 15, 20, 30, 60].map((each) => z.literal(each))).default(5),
  /** It has to hold that long before the alarm begins. */
  forMinutes: z.number().int().min(0).max(120).default(0),
  /** Quantity that shows it. */
  quantity: Word.optional(),
})

const Setting = z.strictObject({
  name: Name,
  unit: z.string().trim().max(12).default(''),
  min: z.number(),
  max: z.number(),
  initial: z.number(),
})

const idRange = `ids of makers are 0x${MAKERS_IDS.least.toString(16).toUpperCase()} to 0xFF`

/** Items of position reports. */
const Jt808 = z.strictObject({
  readings: words(
    z.strictObject({
      id: z.number().int().min(MAKERS_IDS.least, idRange).max(MAKERS_IDS.most, idRange),
      type: z.enum(EXTRA_TYPES).default('uint16'),
      ...SCALING_FIELDS,
    }),
  ),
})

const Channel = z.strictObject({
  type: z.enum(['video', 'audio', 'alarmIn', 'alarmOut', 'data']),
  name: Name,
})

export const KindSchema = z.strictObject({
  kind: DescribedKindName,
  name: Name,
  description: z.string().max(1000).optional(),
  icon: Icon.default('meter'),
  /** Its picture on the map. */
  marker: z.enum(['other', 'camera', 'dome', 'station', 'solar', 'farm', 'gas']).default('other'),
  /** Protocols that fleets may choose, the usual one first. */
  protocols: z
    .array(z.enum(['v1', 'v3', 'hj212', 'jt808']))
    .min(1)
    .max(3)
    .default(['v1']),
  abilities: z
    .array(z.enum(Object.keys(ABILITY_BITS) as [keyof typeof ABILITY_BITS]))
    .default(['hjt212', 'alarm']),
  /** Left out: one for its data. */
  channels: z.array(Channel).min(1).max(16).optional(),
  /** Models: names alone. Left out: one, the kind's. */
  models: words(Name).optional(),
  board: z
    .string()
    .regex(/^[A-Z0-9-]{2,16}$/, 'capital letters, digits and dashes')
    .default('BL-OWN10'),
  /** Metres between neighbours of a fleet. */
  spacingM: z.number().min(0).max(5000).default(200),
  /** How high the eye of its camera is. */
  eyeM: z.number().min(0.5).max(60).default(3),
  reportSeconds: z.number().int().min(10).max(3600).default(60),
  power: z.enum(['mains', 'battery', 'other']).default('mains'),
  settings: words(Setting).optional(),
  /** Parts of formulas that have a name. */
  values: words(Formula).optional(),
  memory: Memory.optional(),
  /** What it measures, in order; `world`: a quantity of the world under its own name. */
  quantities: words(z.union([z.literal('world'), Quantity])).refine(
    (all) => Object.keys(all).length <= 40,
    'at most 40 quantities',
  ),
  alarms: z
    .strictObject({
      name: Name,
      types: z.record(
        z.string().regex(/^[A-Z][A-Za-z0-9]{0,31}$/, 'begin with a capital letter, then letters and digits'),
        Alarm,
      ),
    })
    .optional(),
  mqtt: KindMqttSchema.optional(),
  modbus: KindModbusSchema.optional(),
  jt808: Jt808.optional(),
})
export type KindFile = z.output<typeof KindSchema>
