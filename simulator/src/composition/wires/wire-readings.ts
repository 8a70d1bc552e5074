import type { StationFamily } from '../../devices/device-kind.ts'
import { KINDS } from '../../devices/kinds.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { LatestValue } from '../../gateways/latest-readings.ts'
import type { StationReading } from '../../history/station-readings.ts'
import { RESTART_CODE, stateEntry } from '../../wire/hj212/device-states.ts'
import { factorByCode } from '../../wire/hj212/factor-table.ts'
import { QUANTITY_DICTIONARY } from '../../world/air/quantity-dictionary.ts'
import { QUANTITIES } from '../../world/air/quantity-table.ts'
import type { Quantity } from '../../world/types.ts'

type Readings = { latest(sn: string, family: StationFamily, nowMs: number): StationReading[] | undefined }
type OwnReadings = Readings & { absent(sn: string, nowMs: number): ReadonlySet<Quantity> | undefined }

/**
 * Current readings of all stations: from the wire for those on one, from the world for the others. A code that is none
 * of our quantities is shown with its original unit; one that the standard knows, under its code of 2017 whatever its
 * spelling, so that the dictionary finds it, any other under its own name.
 */
export function withWireReadings(
  own: OwnReadings,
  directory: Directory,
  latestOf: (sn: string) => readonly LatestValue[] | undefined,
): Readings {
  return {
    latest(sn, family, nowMs) {
      const device = directory.deviceBySn(sn)
      if (!device || (!device.foreign && !device.wire)) return own.latest(sn, family, nowMs)
      if (KINDS[device.kind].family !== family) return undefined
      // A station of ours that has not connected yet shows what it reported in process.
      // A value that its line has not brought since the line was changed is not a current reading.
      const absent = own.absent(sn, nowMs)
      const isHeard = ({ quantity }: LatestValue) => !quantity || !absent?.has(quantity)
      const brought = latestOf(sn)?.filter(isShown).filter(isHeard).map(shown)
      if (brought) return newestOfEach(brought)
      return device.foreign ? undefined : own.latest(sn, family, nowMs)
    },
  }
}

/** A moment is no value that a chart could show. */
const isShown = ({ code }: LatestValue) => code !== RESTART_CODE

/** A station may change how it spells a code. */
function newestOfEach(readings: readonly StationReading[]): StationReading[] {
  const newest = new Map<string, StationReading>()
  for (const reading of readings) {
    const known = newest.get(reading.code)
    if (!known || reading.atMs >= known.atMs) newest.set(reading.code, reading)
  }
  return [...newest.values()]
}

function shown({ quantity, code, value, atMs, flag }: LatestValue): StationReading {
  const marked = flag === undefined ? {} : { flag }
  if (quantity) {
    const { unit, decimals } = QUANTITIES[quantity]
    return { ...QUANTITY_DICTIONARY[quantity], atMs, value, unit, decimals, ...marked }
  }
  const factor = factorByCode(code)
  const { zh, en, unit } = factor
    ? { ...factor, unit: factor.fieldUnit }
    : (stateEntry(code) ?? { zh: code, en: code, unit: '' })
  return { code: factor?.code ?? code, name: { zh, en }, icon: 'sensor', atMs, value, unit, ...marked }
}
