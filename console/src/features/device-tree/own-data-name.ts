import { NODE_TYPES } from '@backlot/contract/devices/constants'
import { findDescribed } from '@backlot/contract/devices/known-kinds'
import { named, type Translate } from '../../language/language.ts'

/**
 * Name of the data of a device of a kind file: by its kind, since it may speak any protocol. Undefined for other devices
 * and other function entries: these have names of their own.
 */
export function ownDataName(
  entry: number,
  kind: string | undefined,
  t: Translate<'devices'>,
): string | undefined {
  const facts = entry === NODE_TYPES.functionHjt212 ? findDescribed(kind) : undefined
  return facts && t('functions.own', { kind: named(facts.name) })
}
