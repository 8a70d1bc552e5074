import { QUANTITY_DICTIONARY } from '../world/air/quantity-dictionary.ts'
import { QUANTITIES } from '../world/air/quantity-table.ts'
import type { Quantity } from '../world/types.ts'
import type { ReceivedValue } from './ingest.ts'

/** A value by its name: a quantity of the platform, in the platform's unit, or a code of the device's own. */
export function receivedValue({ name, value }: { name: string; value: number }): ReceivedValue {
  if (!Object.hasOwn(QUANTITIES, name)) return { code: name, value }
  const quantity = name as Quantity
  return { quantity, code: QUANTITY_DICTIONARY[quantity].code, value }
}
