import { findKind } from '@backlot/contract/devices/known-kinds'
import { named } from './language.ts'

/** Name of a kind of devices; the identifier itself of one that is not ours. */
export function kindName(kind: string): string {
  const known = findKind(kind)
  return known ? named(known.name) : kind
}
