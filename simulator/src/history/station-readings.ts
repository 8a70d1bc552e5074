import type { DeviceCommand } from '../devices/commands.ts'
import type { StationFamily } from '../devices/device-kind.ts'
import { KINDS } from '../devices/kinds.ts'
import { lastReceivedMs } from '../devices/report-times.ts'
import { absentAt } from '../devices/sensor-bus.ts'
import { quantitiesOf } from '../devices/station-models.ts'
import { stationReportAt } from '../devices/station-reports.ts'
import type { Directory } from '../fleet/directory.ts'
import { QUANTITY_DICTIONARY, type QuantityEntry } from '../world/air/quantity-dictionary.ts'
import { QUANTITIES } from '../world/air/quantity-table.ts'
import type { Quantity, World } from '../world/types.ts'

export type StationReading = QuantityEntry & {
  /** The station's own time of the report, epoch milliseconds. */
  atMs: number
  value: number
  unit: string
  /** Mark of HJ 212; left out: good data. */
  flag?: string
  decimals?: number
}

/** Last readings of our own stations: the world's values, as far as they were received. */
export function createStationReadings(
  world: World,
  directory: Directory,
  commandsOf: (sn: string) => readonly DeviceCommand[],
) {
  return {
    /** Last readings of a station by `nowMs`; undefined when it is none of that family or was never heard. */
    latest(sn: string, family: StationFamily, nowMs: number): StationReading[] | undefined {
      const device = directory.deviceBySn(sn)
      if (!device || device.foreign || KINDS[device.kind].family !== family) return undefined
      const station = { ...device, seed: world.seed, commands: commandsOf(sn) }
      const momentMs = lastReceivedMs(station, nowMs, KINDS[device.kind].reportMs)
      if (momentMs === undefined) return undefined
      const { atMs, values, flag, absent } = stationReportAt(world.air, station, momentMs)
      return quantitiesOf(device.kind, device.model).flatMap((quantity, i) =>
        absent?.has(quantity)
          ? []
          : [
              {
                ...QUANTITY_DICTIONARY[quantity],
                atMs,
                value: values[i]!,
                unit: QUANTITIES[quantity].unit,
                decimals: QUANTITIES[quantity].decimals,
                ...(flag === undefined ? {} : { flag }),
              },
            ],
      )
    },
    /** Quantities that the line of a station of ours does not bring it now. */
    absent(sn: string, nowMs: number): ReadonlySet<Quantity> | undefined {
      const device = directory.deviceBySn(sn)
      return device && !device.foreign ? absentAt(device, commandsOf(sn), nowMs) : undefined
    },
    /** Reading of a sensor on the line of a station of ours at a moment, faults included. */
    shownAt(sn: string, quantity: Quantity, atMs: number): number {
      const device = directory.deviceBySn(sn)
      if (!device || device.foreign) return 0
      const station = { ...device, seed: world.seed, commands: commandsOf(sn) }
      const place = quantitiesOf(device.kind, device.model).indexOf(quantity)
      return stationReportAt(world.air, station, atMs).values[place] ?? 0
    },
  }
}
