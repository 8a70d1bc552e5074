/** Units of single sensors that differ from their station's profile. */

import { QUANTITIES } from '../../world/air/quantity-table.ts'
import type { Quantity } from '../../world/types.ts'
import { factorByCode, factorOf } from './factor-table.ts'
import { FIELD_UNITS, type UnitRules, unitFactor } from './units.ts'

export type UnitOverride = {
  /** MN of the station; undefined: every station. */
  sn: string | undefined
  /** Code of 2017. */
  code: string
  unit: string
}

/**
 * `code=unit` or `MN:code=unit`: the code in any spelling of the wire, or the name of the quantity; `m3` and `ug` are
 * understood. Answers a fault as a sentence.
 */
export function readUnitOverride(text: string): UnitOverride | string {
  const [, sn, name = '', given = ''] = /^(?:([^:=]{1,24}):)?([^:=]+)=([^=]+)$/.exec(text) ?? []
  if (name === '') return `'${text}': write code=unit or MN:code=unit`
  const factor =
    factorByCode(name) ?? (Object.hasOwn(QUANTITIES, name) ? factorOf(name as Quantity) : undefined)
  if (!factor?.quantity) return `'${text}': there is no quantity ${name}`
  const unit = given
    .trim()
    .replace('m3', 'm³')
    .replace(/^[uμ]g/, 'µg')
  if (unitFactor(unit, QUANTITIES[factor.quantity].unit, factor.quantity) === undefined) {
    return `'${text}': ${name} cannot be read in ${unit}`
  }
  return { sn, code: factor.code, unit }
}

/** The rules that each station is read by. */
export function unitRulesOf(
  profile: UnitRules['profile'],
  overrides: readonly UnitOverride[],
): (sn: string) => UnitRules {
  const base = profile === 'field' ? FIELD_UNITS : { profile }
  const byCodeOf = (sn: string | undefined) =>
    overrides.filter((each) => each.sn === sn).map(({ code, unit }) => [code, unit] as const)
  const all = byCodeOf(undefined)
  const usual: UnitRules = all.length === 0 ? base : { ...base, byCode: Object.fromEntries(all) }
  const bySn = new Map(
    overrides.flatMap(({ sn }) =>
      sn === undefined
        ? []
        : [[sn, { ...base, byCode: Object.fromEntries([...all, ...byCodeOf(sn)]) }] as const],
    ),
  )
  return bySn.size === 0 ? () => usual : (sn) => bySn.get(sn) ?? usual
}
