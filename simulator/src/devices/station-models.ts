/** Readings of a perfect station. Faults and times of reports: see station-reports.ts. */

import type { DeviceKind } from '@backlot/contract/devices/kinds'
import { QUANTITIES } from '../world/air/quantity-table.ts'
import type { Air, Quantity } from '../world/types.ts'
import type { DeviceCommand } from './commands.ts'
import { KINDS } from './kinds.ts'
import { ownSettings } from './own-settings.ts'
import { atSystemVolts, systemVolts } from './solar-station/solar-station.ts'

export type Reading = {
  quantity: Quantity
  value: number
  unit: string
  /** Mark of HJ 212; left out: good data. */
  flag?: string
}

const NOTHING: readonly Quantity[] = []
const NO_COMMANDS: readonly DeviceCommand[] = []

/** A device that measures, as the world knows it. */
export type Station = {
  kind: DeviceKind
  model?: string
  x: number
  y: number
  entity: number
  /** In log order; left out: nobody ordered anything. */
  commands?: readonly DeviceCommand[]
}

/** Quantities of a device; none for those that measure nothing. */
export function quantitiesOf(kind: DeviceKind, model?: string): readonly Quantity[] {
  return KINDS[kind].quantities?.(model) ?? NOTHING
}

/** Readings of a station at a moment, rounded as sent over the wire. */
export function readingsAt(air: Air, station: Station, epochMs: number): Reading[] {
  const quantities = quantitiesOf(station.kind, station.model)
  const values: number[] = []
  valuesInto(air, station, epochMs, quantities, values)
  return quantities.map((quantity, i) => ({ quantity, value: values[i]!, unit: QUANTITIES[quantity].unit }))
}

/** The same values, in the order of `quantities`, into `out`. */
export function valuesInto(
  air: Air,
  station: Station,
  epochMs: number,
  quantities: readonly Quantity[],
  out: number[],
): void {
  const { kind, x, y, entity, commands = NO_COMMANDS } = station
  air.valuesAt(quantities, x, y, epochMs, entity, out, ownSettings(kind, commands))
  const volts = KINDS[station.kind].hasSolarPlant ? systemVolts(station.entity, station.model) : (12 as const)
  for (let i = 0; i < quantities.length; i++) {
    out[i] = roundedTo(atSystemVolts(quantities[i]!, out[i]!, volts), quantities[i]!)
  }
}

/** Rounds a value to the wire's resolution of a quantity. */
export function roundedTo(value: number, quantity: Quantity): number {
  return Number(value.toFixed(QUANTITIES[quantity].decimals))
}
