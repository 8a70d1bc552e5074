import { z } from 'zod'
import { fieldPath } from './field-path.ts'

const Field = z.string().refine((text) => fieldPath(text) !== undefined, {
  message: 'must be field names separated by dots, rows in brackets: list[].sn, list[2].sn',
})

/** Fields that come otherwise than the contract has them. */
const FIELD_DEVIATIONS = [
  z.strictObject({ kind: z.literal('missing'), field: Field }),
  z.strictObject({ kind: z.literal('renamed'), field: Field, to: z.string().min(1).max(64) }),
  /** Without a value: a number becomes its text, anything else a number. */
  z.strictObject({ kind: z.literal('type'), field: Field, value: z.json().optional() }),
  z.strictObject({ kind: z.literal('range'), field: Field, value: z.json() }),
  z.strictObject({ kind: z.literal('extra'), field: Field, value: z.json().default('deviating') }),
] as const

const call = { call: z.string().min(1) }
const message = { message: z.string().min(1) }
const [missing, renamed, type, range, extra] = FIELD_DEVIATIONS

export const FieldDeviation = z.discriminatedUnion('kind', [...FIELD_DEVIATIONS])
export type FieldDeviation = z.output<typeof FieldDeviation>

export const CallDeviation = z.discriminatedUnion('kind', [
  missing.extend(call),
  renamed.extend(call),
  type.extend(call),
  range.extend(call),
  extra.extend(call),
  /** The platform does not have the call. */
  z.strictObject({ kind: z.literal('lacking'), ...call }),
  /** It is refused. */
  z.strictObject({
    kind: z.literal('code'),
    ...call,
    code: z
      .number()
      .int()
      .min(-9999)
      .max(99_999)
      .refine((code) => code !== 0, 'must not be 0, which is success'),
    msg: z.string().max(255).default('This platform deviates.'),
  }),
  z.strictObject({ kind: z.literal('slow'), ...call, delayMs: z.number().int().min(1).max(60_000) }),
])
export type CallDeviation = z.output<typeof CallDeviation>

export const MessageDeviation = z.discriminatedUnion('kind', [
  missing.extend(message),
  renamed.extend(message),
  type.extend(message),
  range.extend(message),
  extra.extend(message),
  /** Messages of the kind never come. */
  z.strictObject({ kind: z.literal('lacking'), ...message }),
])
export type MessageDeviation = z.output<typeof MessageDeviation>

const StreamDeviation = z.discriminatedUnion('kind', [
  /** The stream is labelled as H.265 (codec id 12 of FLV); its pictures stay as they are. */
  z.strictObject({ kind: z.literal('codec') }),
  /** Streams are not there when they are opened. */
  z.strictObject({ kind: z.literal('absent') }),
])
export type StreamDeviation = z.output<typeof StreamDeviation>

/** Deviations of a platform from its contract, on purpose: see docs/check.md. */
export const DeviationFile = z.strictObject({
  calls: z.array(CallDeviation).default([]),
  messages: z.array(MessageDeviation).default([]),
  stream: z.array(StreamDeviation).default([]),
})
export type DeviationFile = z.output<typeof DeviationFile>
