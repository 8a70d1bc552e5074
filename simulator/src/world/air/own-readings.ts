/** Quantities that only one kind of devices measures, beside those of the world. */
import type { OwnReading } from '../../devices/device-kind.ts'
import { KINDS } from '../../devices/kinds.ts'
import type { Quantity, WorldQuantity } from '../types.ts'

const OWN: readonly OwnReading[] = Object.values(KINDS).flatMap(({ ownReadings = [] }) => ownReadings)

/** A table of the world's quantities with those of kinds behind them. */
export function withOwnReadings<Row>(
  world: Readonly<Record<WorldQuantity, Row>>,
  rowOf: (reading: OwnReading) => Row,
): Readonly<Record<Quantity, Row>> {
  const rows: Partial<Record<Quantity, Row>> = {
    ...world,
    ...Object.fromEntries(OWN.map((reading) => [reading.quantity, rowOf(reading)])),
  }
  if (!hasAll(rows)) throw new Error('A reading of a kind has no row')
  return rows
}

/** `Quantity` is written from the readings of all kinds: a table that has these has all. */
function hasAll<Row>(rows: Partial<Record<Quantity, Row>>): rows is Record<Quantity, Row> {
  return OWN.every(({ quantity }) => rows[quantity] !== undefined)
}
