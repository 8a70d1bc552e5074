/** Units of the wire and of the platform, and which of them a station means. */
import { QUANTITIES } from '../../world/air/quantity-table.ts'
import type { Quantity } from '../../world/types.ts'
import { type Factor, factorByCode } from './factor-table.ts'

export type UnitRules = {
  /** field: units that stations really send (µg/m³ for dust); standard: those of the standard (ng/m³). */
  profile: 'field' | 'standard'
  /** Unit of single codes (of 2017), against the profile. */
  byCode?: Readonly<Record<string, string>>
  /** Dust that no air can hold in the unit of the profile is read in ng/m³; not where `byCode` names the unit. */
  detectNanograms?: boolean
}

export const FIELD_UNITS: UnitRules = { profile: 'field', detectNanograms: true }

/** Micrograms of a unit of mass per volume. */
const MICROGRAMS: Readonly<Record<string, number>> = { 'ng/m³': 0.001, 'µg/m³': 1, 'mg/m³': 1000 }
/** mg/m³ of one ppm at 0 ℃ and 101.325 kPa: molar mass ÷ 22.4 L. */
const MG_PER_PPM: Partial<Record<Quantity, number>> = { co2: 44.01 / 22.4 }
const DUST: readonly Quantity[] = ['pm25', 'pm10', 'tsp']

/** The unit a factor's values come in. */
export function wireUnitOf(factor: Factor, rules: UnitRules): string {
  const { code, standardUnit, fieldUnit } = factor
  return rules.byCode?.[code] ?? (rules.profile === 'standard' ? standardUnit : fieldUnit)
}

/** Factor from one unit to another; undefined when they measure different things. */
export function unitFactor(from: string, to: string, quantity?: Quantity): number | undefined {
  if (from === to) return 1
  const [fromUg, toUg] = [MICROGRAMS[from], MICROGRAMS[to]]
  if (fromUg !== undefined && toUg !== undefined) return fromUg / toUg
  const mgPerPpm = quantity && MG_PER_PPM[quantity]
  if (mgPerPpm === undefined) return undefined
  if (fromUg !== undefined && to === 'ppm') return fromUg / 1000 / mgPerPpm
  if (from === 'ppm' && toUg !== undefined) return (mgPerPpm * 1000) / toUg
  return undefined
}

/** Rounds away noise from multiplying by a power of ten. */
const tidy = (value: number) => Number(value.toPrecision(12))

/** A value of the wire in the platform's unit of its quantity; as it is for codes that are none of the platform's. */
export function toPlatformUnit(code: string, value: number, rules: UnitRules): number {
  const factor = factorByCode(code)
  if (!factor?.quantity) return value
  const { unit, max } = QUANTITIES[factor.quantity]
  const by = unitFactor(wireUnitOf(factor, rules), unit, factor.quantity) ?? 1
  const converted = by === 1 ? value : tidy(value * by)
  const isNamed = rules.byCode?.[factor.code] !== undefined
  if (!rules.detectNanograms || isNamed || converted <= max || !DUST.includes(factor.quantity))
    return converted
  return tidy(value * (unitFactor('ng/m³', unit) ?? 1))
}

/** A value in the platform's unit as the wire carries it. */
export function toWireUnit(factor: Factor, value: number, rules: UnitRules): number {
  if (!factor.quantity) return value
  const by = unitFactor(QUANTITIES[factor.quantity].unit, wireUnitOf(factor, rules), factor.quantity) ?? 1
  return by === 1 ? value : tidy(value * by)
}
