import { ALARM_BITS, STATUS_BITS, wordOf } from '../../../wire/jt808/alarm-bits.ts'
import { digitsOf, type LocationReport } from '../../../wire/jt808/location.ts'
import { EXTRA_IDS, numberExtra } from '../../../wire/jt808/location-extras.ts'
import type { ReportedPlace, UplinkDevice } from '../uplink.ts'

/** Metres above the sea: the city lies in a plain. */
const ALTITUDE_M = 44
const NOTHING = new Uint8Array()

/** A position report of a vehicle, or of a device that stays, that carries a moment by its own clock, at the wire's resolution. */
export function vehicleReport(
  device: UplinkDevice,
  state: ReportedPlace,
  epochMs: number,
  topSpeedKmh: number,
  alarm: number,
): LocationReport {
  const { acc, fixed, gps, beidou } = STATUS_BITS
  const hasFix = state.hasFix ?? true
  const bits = [...(state.accOn ? [acc] : []), ...(hasFix ? [fixed, gps, beidou] : [])]
  const tooFast = state.speedKmh > topSpeedKmh ? wordOf(ALARM_BITS.overspeed) : 0
  const atMs = Math.floor(epochMs / 1000) * 1000
  return {
    alarm: (alarm | tooFast) >>> 0,
    status: wordOf(...bits),
    latitude: Math.round(state.latitude * 1e6) / 1e6,
    longitude: Math.round(state.longitude * 1e6) / 1e6,
    altitudeM: hasFix ? ALTITUDE_M : 0,
    speedKmh: Math.round(state.speedKmh * 10) / 10,
    directionDeg: Math.round(state.directionDeg) % 360,
    digits: digitsOf(atMs),
    atMs,
    extras: [
      ...(device.location ? [] : odometerOf(state)),
      numberExtra(EXTRA_IDS.signalLevel, 18 + (device.entity % 13), 1),
      numberExtra(EXTRA_IDS.satellites, hasFix ? 9 + (device.entity % 11) : 0, 1),
      ...(device.extrasAt?.(atMs) ?? []),
    ],
    tail: NOTHING,
  }
}

/** What stands still has neither. */
const odometerOf = ({ mileageKm, fuelL }: ReportedPlace) => [
  numberExtra(EXTRA_IDS.mileage, mileageKm * 10, 4),
  numberExtra(EXTRA_IDS.fuel, fuelL * 10, 2),
]
