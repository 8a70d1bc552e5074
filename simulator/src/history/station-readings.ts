import type { DeviceCommand } from '../devices/commands.ts'
import { lastReportMs } from '../devices/connectivity.ts'
import { readingsAt } from '../devices/station-models.ts'
import type { Directory } from '../fleet/directory.ts'
import type { DeviceKind, World } from '../world/types.ts'
import { QUANTITY_DICTIONARY, type QuantityEntry } from './quantity-dictionary.ts'

/** Stations report once a minute while they are on line. */
const REPORT_MS = 60_000

export type StationFamily = 'hjt212' | 'solar' | 'agriculture' | 'gas'

export type StationReading = QuantityEntry & {
  /** Platform time of the report, epoch milliseconds. */
  atMs: number
  value: number
  unit: string
}

const FAMILY: Partial<Record<DeviceKind, StationFamily>> = {
  hj212Station: 'hjt212',
  solarStation: 'solar',
  farmStation: 'agriculture',
  gasDetector: 'gas',
}

/** The past of our own stations: the world, as far as they were on line to report it. */
export function createStationReadings(
  world: World,
  directory: Directory,
  commandsOf: (sn: string) => readonly DeviceCommand[],
) {
  return {
    /** What a station reported last by `nowMs`; undefined when it is none of that family or was never heard. */
    latest(sn: string, family: StationFamily, nowMs: number): StationReading[] | undefined {
      const device = directory.deviceBySn(sn)
      if (!device || device.foreign || FAMILY[device.kind] !== family) return undefined
      const atMs = lastReportMs(world.seed, device.entity, nowMs, REPORT_MS, commandsOf(sn))
      if (atMs === undefined) return undefined
      return readingsAt(world.air, device, atMs).map(({ quantity, value, unit }) => ({
        ...QUANTITY_DICTIONARY[quantity],
        atMs,
        value,
        unit,
      }))
    },
  }
}
