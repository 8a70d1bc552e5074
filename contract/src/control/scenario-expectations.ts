import { z } from 'zod'
import { lines } from '../texts.ts'
import { comparison } from './comparison.ts'
import { Duration } from './duration.ts'
import { DeviceRef } from './scenario-actions.ts'

/** Expectations of scenarios. Each names one subject; docs/scenarios.md explains them. */

const SKY_QUANTITIES = [
  'cloud',
  'rainMmPerHour',
  'windSpeedMs',
  'dust',
  'visibilityM',
  'temperatureC',
  'illuminationLux',
  'sunElevationDeg',
] as const

const count = comparison('=')
const atLeast = comparison('>=')
const degrees = z.number().min(-180).max(180)

export const SUBJECTS = {
  /** Alarms that came since the moment of the expectation (or longer, with `since`). */
  alarm: z.strictObject({
    type: z.string().min(1).max(64).optional(),
    subType: z.string().max(64).optional(),
    device: DeviceRef.optional(),
    /** How many; left out: at least one. */
    count: count.optional(),
    /** 'start', or how far back. */
    since: z.union([z.literal('start'), Duration]).optional(),
    ended: z.boolean().optional(),
  }),
  /** Share of online devices, 0 … 1. */
  online: z.union([atLeast, z.strictObject({ of: DeviceRef, share: atLeast })]),
  /** How many devices there are. */
  devices: z.union([count, z.strictObject({ of: DeviceRef, count })]),
  /** Last reading of a station. */
  reading: z.strictObject({ device: DeviceRef, quantity: z.string().min(1).max(40), is: comparison('=') }),
  /** Last reported position of a device. */
  position: z.strictObject({
    device: DeviceRef,
    near: z
      .union([z.strictObject({ longitude: degrees, latitude: degrees.min(-90).max(90) }), DeviceRef])
      .optional(),
    /** How far from `near` at most. */
    withinM: z.number().min(1).max(100_000).default(500),
    speedKmh: comparison('=').optional(),
    /** Fixed no longer ago than that. */
    freshWithin: Duration.optional(),
  }),
  /** Share of moving online devices whose last position is no older than `within`. */
  fresh: z.strictObject({ of: DeviceRef.default('*'), within: Duration, share: atLeast }),
  /** The state of one device, or of all that are named. */
  state: z.strictObject({ device: DeviceRef, is: z.enum(['online', 'offline', 'alarmed', 'quiet']) }),
  /** How many cameras have had the vehicle of a chase in view so far. */
  passed: z.strictObject({
    /** Name of the action `chase` that it drives in. */
    chase: z.string().min(1).max(60),
    cameras: atLeast,
  }),
  pose: z.strictObject({
    device: DeviceRef,
    panDeg: comparison('=').optional(),
    tiltDeg: comparison('=').optional(),
    zoom: comparison('=').optional(),
  }),
  sky: z.partialRecord(z.enum(SKY_QUANTITIES), comparison('=')),
  /** Round trip on the real-time channel while it carries everything; real time only. */
  channel: z.strictObject({
    lag: z.enum(['p50', 'p90', 'p99', 'max']),
    under: Duration,
  }),
} as const

export type SubjectName = keyof typeof SUBJECTS
export const SUBJECT_NAMES = Object.keys(SUBJECTS) as SubjectName[]
export type SubjectOf<Name extends SubjectName> = z.output<(typeof SUBJECTS)[Name]>

const optional = Object.fromEntries(
  Object.entries(SUBJECTS).map(([name, schema]) => [name, (schema as z.ZodType).optional()]),
) as { [Name in SubjectName]: z.ZodOptional<(typeof SUBJECTS)[Name]> }

/** An expectation in its long form: one subject, and how long it may take to become true or has to stay so. */
export const ExpectationBody = z
  .strictObject({
    ...optional,
    /** Longest time until it is true. */
    within: Duration.optional(),
    /** Time for which it must stay true. */
    throughout: Duration.optional(),
    /** Name of it in the report. */
    because: lines(1, 200).optional(),
  })
  .refine((given) => SUBJECT_NAMES.filter((name) => given[name] !== undefined).length === 1, {
    message: `expect one of: ${SUBJECT_NAMES.join(', ')}`,
  })
  .refine((given) => given.within === undefined || given.throughout === undefined, {
    message: 'give either within or throughout',
  })
export type Expectation = z.output<typeof ExpectationBody>
