/**
 * Kinds of devices that a program knows: those that it was built with, and those that kind files describe. The platform
 * learns the latter from its files, a console from the platform.
 */
import type { KindFacts } from './kind-facts.ts'
import { DEVICE_KINDS, type DeviceKind, KIND_FACTS } from './kinds.ts'

const described = new Map<DeviceKind, KindFacts>()

/** `DeviceKind` lists the built-in kinds for the compiler: one of a file is a kind like them to everything else. */
export const asKind = (name: string) => name as DeviceKind

/** Learns kinds that a platform tells of. */
export function learnKinds(kinds: readonly (KindFacts & { kind: string })[]): void {
  for (const { kind, ...facts } of kinds) learnKind(kind, facts)
}

/** Adds a kind, or replaces what was known of it. */
export function learnKind(name: string, facts: KindFacts): void {
  described.set(asKind(name), facts)
}

/** Names of all known kinds, built-in ones first. */
export const knownKinds = (): readonly DeviceKind[] => [...DEVICE_KINDS, ...described.keys()]

/** Facts of a kind of a file by its name; undefined for a built-in kind and for an unknown one. */
export const findDescribed = (name: string | undefined): KindFacts | undefined =>
  name === undefined ? undefined : described.get(asKind(name))

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
