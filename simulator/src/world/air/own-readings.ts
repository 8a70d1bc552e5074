/** Quantities that only one kind of devices measures, beside those of the world. */
import { KIND_QUANTITIES } from '@backlot/contract/devices/kinds'
import type { OwnReading } from '../../devices/device-kind.ts'
import { onKind } from '../../devices/kinds.ts'
import type { Quantity, WorldQuantity } from '../types.ts'

/** A table of the world's quantities with those of kinds behind them: kinds of files bring theirs when they come. */
export function withOwnReadings<Row>(
  world: Readonly<Record<WorldQuantity, Row>>,
  rowOf: (reading: OwnReading) => Row,
): Readonly<Record<Quantity, Row>> {
  const rows: Partial<Record<Quantity, Row>> = { ...world }
  onKind((_, { ownReadings = [] }) => {
    for (const reading of ownReadings) rows[reading.quantity] = rowOf(reading)
  })
  if (!hasAll(rows)) throw new Error('A reading of a kind has no row')
  return rows
}

/** `Quantity` is written from the readings of all built-in kinds: a table that has these has all. */
function hasAll<Row>(rows: Partial<Record<Quantity, Row>>): rows is Record<Quantity, Row> {
  return KIND_QUANTITIES.every((quantity) => rows[quantity] !== undefined)
}
