import { DEFAULT_LIMITS, type QuantityLimits } from '@backlot/contract/sensors/default-limits'
import type { SenseQuantity } from '@backlot/contract/sensors/dictionary-calls'
import type { Named } from '../../kernel/language.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { Store } from '../../store/store.ts'
import { senseQuantities } from './tables.ts'

/** A quantity as the platform's models have it. */
export type FactoryQuantity = {
  code: string
  name: Named
  icon: string
  unit: string
  decimals: number
  /** Limits of a quantity that a kind of devices brought. */
  limits?: QuantityLimits | undefined
}

/** How readings are named, converted and judged. */
export type DictionaryRepository = {
  /** Every quantity, by code. */
  all(): ReadonlyMap<string, SenseQuantity>
  /** A reading as it is shown. */
  shown<R extends { code: string; name: Named; unit: string; decimals?: number }>(reading: R): R
  /** A reported value as it was sent; in the unit and with the decimals of a changed entry. */
  value(code: string, value: number): number
  /** Value set on a device, in the displayed unit, with all its decimals. */
  converted(code: string, value: number): number
  limits(code: string): QuantityLimits
  isFactory(code: string): boolean
  /** After a change. */
  forget(): void
}

/** Digits of a double that are not noise of the multiplication. */
const PRECISION = 12

export function createDictionaryRepository(
  store: Store,
  factory: readonly FactoryQuantity[],
): DictionaryRepository {
  const stored = queryBuilder(store.read).select().from(senseQuantities).prepare()
  const cameWith = new Map(factory.map((quantity) => [quantity.code, factoryEntry(quantity)]))
  let known: ReadonlyMap<string, SenseQuantity> | undefined
  const all = () => {
    if (known) return known
    const entries = new Map(cameWith)
    for (const row of stored.all()) entries.set(row.code, storedEntry(row, cameWith.get(row.code)))
    known = entries
    return entries
  }
  const changedOf = (code: string) => {
    const entry = all().get(code)
    return entry?.changed ? entry : undefined
  }
  const converted = (code: string, reported: number) => {
    const { factor = 1, offset = 0 } = all().get(code) ?? {}
    return Number((factor * reported + offset).toPrecision(PRECISION))
  }
  return {
    all,
    value(code, reported) {
      const entry = changedOf(code)
      return entry ? Number(converted(code, reported).toFixed(entry.decimals)) : reported
    },
    converted,
    shown(reading) {
      const entry = changedOf(reading.code)
      if (!entry) return reading
      const { nameZh, nameEn, unit, decimals } = entry
      return { ...reading, name: { zh: nameZh, en: nameEn }, unit, decimals }
    },
    limits(code) {
      const { low = null, high = null } = all().get(code) ?? {}
      return { ...(low === null ? {} : { low }), ...(high === null ? {} : { high }) }
    },
    isFactory: (code) => cameWith.has(code),
    forget() {
      known = undefined
    },
  }
}

function factoryEntry({ code, name, icon, unit, decimals, limits }: FactoryQuantity): SenseQuantity {
  const { low = null, high = null } = limits ?? DEFAULT_LIMITS[code] ?? {}
  return {
    code,
    nameZh: name.zh,
    nameEn: name.en,
    unit,
    factor: 1,
    offset: 0,
    decimals,
    low,
    high,
    icon,
    reportedUnit: unit,
    system: true,
    changed: false,
    version: 0,
  }
}

function storedEntry(
  row: typeof senseQuantities.$inferSelect,
  came: SenseQuantity | undefined,
): SenseQuantity {
  const { code, unit, factor, shift, decimals, low, high, version } = row
  return {
    code,
    nameZh: row.nameZh,
    nameEn: row.nameEn,
    unit,
    factor,
    offset: shift,
    decimals,
    low,
    high,
    icon: came?.icon ?? 'sensor',
    reportedUnit: came?.reportedUnit ?? unit,
    system: came !== undefined,
    changed: true,
    version,
  }
}
