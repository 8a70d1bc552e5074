/** The data packets of a station: readings of its sensors at a moment, or over a stretch of time. */
import type { Reading } from '../../../devices/station-models.ts'
import { type Factor, factorOf } from '../../../wire/hj212/factor-table.ts'
import { VERSION_2005, type Version } from '../../../wire/hj212/packet.ts'
import { toWireUnit, type UnitRules } from '../../../wire/hj212/units.ts'
import { WIRE_ZONE_MINUTES, wireTime } from '../../../wire/hj212/wire-time.ts'
import { type ParameterItem, type ParameterPair, writeParameters } from '../../../wire/hj212/write-packet.ts'
import type { Quantity } from '../../../world/types.ts'

export type DataCommand = '2011' | '2051' | '2061' | '2031'

const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** Periods begin by the wire's UTC+8. */
export const ZONE_MS = WIRE_ZONE_MINUTES * MINUTE_MS
/** Looks at the sensors for one row of minute, hour and day data. */
const SAMPLES = { '2051': 5, '2061': 12, '2031': 24 } as const
/** Quantities whose amount over the time is reported too. */
const FLOWS: readonly string[] = ['flow']

export type StationSensors = {
  /** By platform time. */
  readingsAt(epochMs: number): readonly Reading[]
  version: Version
  units: UnitRules
  /** Forms of its quantities in reports, by `formsOf` its units and version. */
  forms: RealtimeForms
  /** Lead of the station's clock over the platform's: as it was set, and as it drifts. */
  clockAheadMs: number
}

type Span = { fromMs: number; toMs: number }

/** Form of a quantity in realtime reports: the text around its value, and its code where units differ. */
type Form = { before: string; after: string; factor: Factor | undefined }

/** By quantity; undefined for one that the wire does not know. Filled as they are met. */
export type RealtimeForms = Map<Quantity, Form | undefined>

/** By units and dialect: thousands of stations write the same few. */
const FORMS = new WeakMap<UnitRules, RealtimeForms[]>()

/** The forms of all stations with these units and this dialect. */
export function formsOf(units: UnitRules, version: Version): RealtimeForms {
  const known = FORMS.get(units) ?? []
  if (known.length === 0) FORMS.set(units, known)
  known[version] ??= new Map()
  return known[version]
}

function formOf(reading: Reading, { units, version }: StationSensors): Form | undefined {
  const code = codeOf(reading, version)
  const factor = factorOf(reading.quantity)
  if (code === undefined || !factor) return undefined
  // Written once, so that names are looked at by the codec.
  const [before = '', after = ''] = writeParameters([
    [
      [`${code}-Rtd`, VALUE],
      [`${code}-Flag`, 'N'],
    ],
  ]).split(VALUE)
  return { before, after, factor: toWireUnit(factor, 1, units) === 1 ? undefined : factor }
}
const VALUE = '?'

/** Items of a realtime report of a platform moment. */
export function realtimeItems(sensors: StationSensors, atMs: number): ParameterItem[] {
  const { forms } = sensors
  const items: ParameterItem[] = []
  for (const reading of sensors.readingsAt(atMs)) {
    const { quantity, value } = reading
    let form = forms.get(quantity)
    if (!form && !forms.has(quantity)) {
      form = formOf(reading, sensors)
      forms.set(quantity, form)
    }
    if (!form) continue
    const sent = form.factor ? toWireUnit(form.factor, value, sensors.units) : value
    // The form ends with the mark of good data.
    const after = reading.flag === undefined ? form.after : `${form.after.slice(0, -1)}${reading.flag}`
    items.push(`${form.before}${sent}${after}`)
  }
  return items
}

/** Items of minute, hour or day data over a stretch of platform time: least, mean and most of each quantity. */
export function spanItems(
  sensors: StationSensors,
  cn: Exclude<DataCommand, '2011'>,
  span: Span,
): ParameterItem[] {
  const count = SAMPLES[cn]
  const step = (span.toMs - span.fromMs) / count
  const looks = Array.from({ length: count }, (_, i) =>
    sensors.readingsAt(span.fromMs + Math.floor(i * step)),
  )
  return (looks[0] ?? []).flatMap((reading, row) => {
    const code = codeOf(reading, sensors.version)
    if (code === undefined) return []
    const values = looks.flatMap((look) => {
      // A quantity may be gone from the line since the stretch began.
      const seen = look[row]?.quantity === reading.quantity ? look[row] : look.find(sameAs(reading))
      return seen ? [seen.value] : []
    })
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const decimals = (String(reading.value).split('.')[1] ?? '').length
    const wire = (value: number) => onWire(reading, value, sensors.units)
    const item: ParameterPair[] = [
      [`${code}-Min`, wire(Math.min(...values))],
      [`${code}-Avg`, wire(Number(mean.toFixed(Math.max(decimals, 1))))],
      [`${code}-Max`, wire(Math.max(...values))],
      [`${code}-Flag`, reading.flag ?? 'N'],
    ]
    if (FLOWS.includes(reading.quantity)) {
      item.push([`${code}-Cou`, Number((mean * ((span.toMs - span.fromMs) / 1000)).toFixed(1))])
    }
    return [item]
  })
}

const sameAs = (reading: Reading) => (other: Reading) => other.quantity === reading.quantity

/** DataTime of data of a platform moment (2011, 2021, 3015, 3020): by the station's own clock. */
export function timeItem(sensors: Pick<StationSensors, 'clockAheadMs'>, atMs: number): ParameterItem {
  return `DataTime=${wireTime(atMs + sensors.clockAheadMs)}`
}

/**
 * DataTime of data over a period (2031, 2041, 2051, 2061): the start of the period (HJ 212-2017), whatever the
 * station's clock.
 */
export function periodItem(startMs: number): ParameterItem {
  return `DataTime=${wireTime(startMs)}`
}

function codeOf({ quantity }: Reading, version: Version): string | undefined {
  const factor = factorOf(quantity)
  return version === VERSION_2005 ? (factor?.old[0] ?? factor?.code) : factor?.code
}

function onWire({ quantity }: Reading, value: number, units: UnitRules): number {
  const factor = factorOf(quantity)
  return factor ? toWireUnit(factor, value, units) : value
}
