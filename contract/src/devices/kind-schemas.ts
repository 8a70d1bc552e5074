/** Schemas of kinds of devices. The database writer knows kinds, and loads no schemas: they are apart from known-kinds.ts. */
import { z } from 'zod'
import { WIRE_NAMES } from '../wires/wires.ts'
import { PROTOCOL_NAMES } from './constants.ts'
import { DEVICE_KINDS, type DeviceKind } from './kinds.ts'
import { findKind, knownKinds } from './known-kinds.ts'

/** Name of a kind that a file describes. */
export const DescribedKindName = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]{1,31}$/, 'begin with a lower-case letter, then letters and digits (2 to 32)')

/** A kind that a file describes, as the platform tells of it. */
export const DescribedKind = z.object({
  kind: DescribedKindName,
  name: z.object({ zh: z.string(), en: z.string() }),
  icon: z
    .object({ filled: z.string().optional(), lines: z.string().optional() })
    .describe('commands of SVG paths on a square of 16'),
  marker: z.enum(['other', 'camera', 'dome', 'vehicle', 'station', 'solar', 'farm', 'gas', 'bodyworn']),
  speaks: z.array(z.enum(PROTOCOL_NAMES)).readonly(),
  typeProtocols: z.tuple([z.enum(PROTOCOL_NAMES)], z.enum(PROTOCOL_NAMES)).readonly(),
  wire: z.enum(WIRE_NAMES).optional(),
  moves: z.boolean(),
  hasLine: z.boolean(),
  models: z.array(z.string()).readonly().optional(),
})
export type DescribedKind = z.output<typeof DescribedKind>

/** For completion in editors: the built-in names, and the form of others. */
const FORM = { anyOf: [{ enum: [...DEVICE_KINDS] }, { type: 'string', pattern: '^[a-z][A-Za-z0-9]{1,31}$' }] }

/** A kind of devices in a reply or a filter: one of files that this program does not know is none of its mistakes. */
// To the compiler a kind of a file is a `DeviceKind` (see asKind): the schema has checked its form.
export const KindName = DescribedKindName.meta(FORM) as unknown as z.ZodType<DeviceKind, DeviceKind>

/** A kind of devices that this program knows. */
export const KnownKind = z
  .string()
  .check((given) => {
    if (findKind(given.value)) return
    given.issues.push({ code: 'invalid_value', values: [...knownKinds()], input: given.value })
  })
  // The check above leaves known kinds alone, which the compiler does not see.
  .meta(FORM) as unknown as z.ZodType<DeviceKind, DeviceKind>
