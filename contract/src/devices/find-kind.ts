import type { KindFacts } from './kind-facts.ts'
import { KIND_FACTS } from './kinds.ts'

const BY_NAME: Readonly<Record<string, KindFacts>> = KIND_FACTS

/** Facts of a kind by its name; undefined for one that only another platform has. */
export const findKind = (kind: string | undefined): KindFacts | undefined =>
  kind !== undefined && Object.hasOwn(BY_NAME, kind) ? BY_NAME[kind] : undefined
