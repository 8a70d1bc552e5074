import type { StationFamily } from '../devices/device-kind.ts'
import { KINDS } from '../devices/kinds.ts'
import { quantitiesOf } from '../devices/station-models.ts'
import type { Device } from '../fleet/device.ts'
import type { Directory } from '../fleet/directory.ts'
import { QUANTITY_DICTIONARY, type QuantityEntry } from '../world/air/quantity-dictionary.ts'
import { QUANTITIES, quantityNames } from '../world/air/quantity-table.ts'
import type { Quantity } from '../world/types.ts'
import type { History } from './history.ts'

export type MeasuredQuantity = QuantityEntry & { unit: string; decimals: number }

/** Everything that stations of ours can measure. */
export const allQuantities = () => {
  const limits = new Map(
    Object.values(KINDS).flatMap(({ ownReadings = [] }) =>
      ownReadings.map((reading) => [reading.quantity, reading.limits] as const),
    ),
  )
  return quantityNames().map((quantity) => ({ ...measured(quantity), limits: limits.get(quantity) }))
}

const measured = (quantity: Quantity): MeasuredQuantity => {
  const { unit, decimals } = QUANTITIES[quantity]
  return { ...QUANTITY_DICTIONARY[quantity], unit, decimals }
}

/** Past readings of stations: the history port with the names of the quantities. */
export function createStationPast(
  history: Pick<History, 'readingsOf' | 'recallReadings'>,
  directory: Directory,
) {
  const known = new WeakMap<Device, readonly MeasuredQuantity[]>()
  return {
    quantitiesOf(sn: string, family: StationFamily): readonly MeasuredQuantity[] | undefined {
      const device = directory.deviceBySn(sn)
      if (!device || KINDS[device.kind].family !== family) return undefined
      const before = known.get(device)
      if (before) return before
      const quantities = quantitiesOf(device.kind, device.model).map(measured)
      known.set(device, quantities)
      return quantities
    },
    reportsOf: (sn: string, fromMs: number, toMs: number, everyMs: number) =>
      history.readingsOf(sn, fromMs, toMs, everyMs) ?? [],
    recallReports: history.recallReadings,
  }
}
