import { z } from 'zod'
import { fieldPath } from './field-path.ts'

const Field = z.string().refine((text) => fieldPath(text) !== undefined, {
  message: 'names of fields are wanted, rows in brackets: list[].sn, list[2].sn',
})

/** Fields that come otherwise than the contract has them. */
const FIELD_DRIFTS = [
  z.strictObject({ drift: z.literal('missing'), field: Field }),
  z.strictObject({ drift: z.literal('renamed'), field: Field, to: z.string().min(1).max(64) }),
  /** Without a value: a number becomes its text, anything else a number. */
  z.strictObject({ drift: z.literal('type'), field: Field, value: z.json().optional() }),
  z.strictObject({ drift: z.literal('range'), field: Field, value: z.json() }),
  z.strictObject({ drift: z.literal('extra'), field: Field, value: z.json().default('drifted') }),
] as const

const call = { call: z.string().min(1) }
const message = { message: z.string().min(1) }
const [missing, renamed, type, range, extra] = FIELD_DRIFTS

export const FieldDrift = z.discriminatedUnion('drift', [...FIELD_DRIFTS])
export type FieldDrift = z.output<typeof FieldDrift>

export const CallDrift = z.discriminatedUnion('drift', [
  missing.extend(call),
  renamed.extend(call),
  type.extend(call),
  range.extend(call),
  extra.extend(call),
  /** The platform does not have the call. */
  z.strictObject({ drift: z.literal('lacking'), ...call }),
  /** It is refused. */
  z.strictObject({
    drift: z.literal('code'),
    ...call,
    code: z
      .number()
      .int()
      .min(-9999)
      .max(99_999)
      .refine((code) => code !== 0, 'code 0 is no refusal'),
    msg: z.string().max(255).default('This platform does it otherwise.'),
  }),
  z.strictObject({ drift: z.literal('slow'), ...call, delayMs: z.number().int().min(1).max(60_000) }),
])
export type CallDrift = z.output<typeof CallDrift>

export const MessageDrift = z.discriminatedUnion('drift', [
  missing.extend(message),
  renamed.extend(message),
  type.extend(message),
  range.extend(message),
  extra.extend(message),
  /** Messages of the kind never come. */
  z.strictObject({ drift: z.literal('lacking'), ...message }),
])
export type MessageDrift = z.output<typeof MessageDrift>

export const StreamDrift = z.discriminatedUnion('drift', [
  /** The stream says that it is H.265 (codec id 12 of FLV); its pictures stay what they are. */
  z.strictObject({ drift: z.literal('codec') }),
  /** Streams are not there when they are opened. */
  z.strictObject({ drift: z.literal('absent') }),
])
export type StreamDrift = z.output<typeof StreamDrift>

/** What a platform does otherwise than its contract says, on purpose: see docs/check.md. */
export const DriftFile = z.strictObject({
  calls: z.array(CallDrift).default([]),
  messages: z.array(MessageDrift).default([]),
  stream: z.array(StreamDrift).default([]),
})
export type DriftFile = z.output<typeof DriftFile>
