import { findKind } from '@backlot/contract/devices/find-kind'
import { named } from './language.ts'

/** What a kind of devices is called; the name itself of one that is not ours. */
export function kindName(kind: string): string {
  const known = findKind(kind)
  return known ? named(known.name) : kind
}
