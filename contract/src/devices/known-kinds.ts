/**
 * Kinds of devices that a program knows: those that it was built with, and those that kind files describe. The platform
 * learns the latter from its files, a console from the platform.
 */
import { z } from 'zod'
import { WIRE_NAMES } from '../wires/wires.ts'
import { PROTOCOL_NAMES } from './constants.ts'
import type { KindFacts } from './kind-facts.ts'
import { DEVICE_KINDS, type DeviceKind, KIND_FACTS } from './kinds.ts'

const described = new Map<DeviceKind, KindFacts>()

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

/** `DeviceKind` lists the built-in kinds for the compiler: one of a file is a kind like them to everything else. */
export const asKind = (name: string) => name as DeviceKind

/** Learns kinds that a platform tells of. */
export function learnKinds(kinds: readonly DescribedKind[]): void {
  for (const { kind, ...facts } of kinds) learnKind(kind, facts)
}

/** Adds a kind, or replaces what was known of it. */
export function learnKind(name: string, facts: KindFacts): void {
  described.set(asKind(name), facts)
}

/** Names of all known kinds, built-in ones first. */
export const knownKinds = (): readonly DeviceKind[] => [...DEVICE_KINDS, ...described.keys()]

/** Kinds of files, for those who do not have the files. */
export const describedKinds = () => [...described].map(([kind, facts]) => ({ kind, ...facts }))

/** Facts of a kind by its name; undefined for one that only another platform has. */
export function findKind(name: string | undefined): KindFacts | undefined {
  if (name === undefined) return undefined
  const builtIn: Readonly<Record<string, KindFacts>> = KIND_FACTS
  return Object.hasOwn(builtIn, name) ? builtIn[name] : described.get(asKind(name))
}

/** Facts of a known kind. */
export function factsOf(kind: DeviceKind): KindFacts {
  const facts = findKind(kind)
  if (!facts) throw new Error(`Nobody knows the kind ${kind}`)
  return facts
}

/** For completion in editors: the built-in names, and the form of others. */
const FORM = { anyOf: [{ enum: [...DEVICE_KINDS] }, { type: 'string', pattern: '^[a-z][A-Za-z0-9]{1,31}$' }] }

/** A kind of devices in a reply or a filter: one of files that this program does not know is none of its mistakes. */
export const KindName = DescribedKindName.meta(FORM) as unknown as z.ZodType<DeviceKind, DeviceKind>

/** A kind of devices that this program knows. */
export const KnownKind = z
  .string()
  .check((given) => {
    if (findKind(given.value)) return
    given.issues.push({ code: 'invalid_value', values: [...knownKinds()], input: given.value })
  })
  .meta(FORM) as unknown as z.ZodType<DeviceKind, DeviceKind>
