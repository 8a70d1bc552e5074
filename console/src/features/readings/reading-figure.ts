import type { SensorReading } from '@backlot/contract/devices/calls'

/** Decimals that instruments of the trade show at least, where one number of them is the habit for a unit. */
const UNIT_DECIMALS: Readonly<Record<string, number>> = {
  '℃': 1,
  '°C': 1,
  'm/s': 1,
  'µg/m³': 1,
  'mm/h': 1,
  'L/s': 1,
  dB: 1,
  '%LEL': 1,
  kPa: 2,
  V: 2,
  A: 2,
  m: 2,
  pH: 2,
}

type Figure = Pick<SensorReading, 'V' | 'F' | 'decimals'>

/**
 * Decimals of a reading wherever it is shown: those that the platform names; for a quantity without any the habit of its
 * unit, or more when one of its values was sent with more.
 */
export function decimalsOf({ V, F, decimals }: Figure, values: readonly number[] = [V]): number {
  if (decimals !== undefined) return decimals
  const sent = values.map((value) => String(value).split('.')[1]?.length ?? 0)
  return Math.max(UNIT_DECIMALS[F] ?? 0, ...sent)
}

/** The value of a reading as text, without its unit. */
export function valueText(reading: Figure): string {
  return reading.V.toFixed(decimalsOf(reading))
}

/** A value with its unit; the value alone where it has none. */
export function withUnit(value: string, unit: string): string {
  return unit === '' ? value : `${value} ${unit}`
}
