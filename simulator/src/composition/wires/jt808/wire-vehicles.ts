import { onlineAt } from '../../../devices/connectivity.ts'
import { configAt } from '../../../devices/device-config.ts'
import { gpsReportAt } from '../../../devices/gps-fix.ts'
import { hardwareOf } from '../../../devices/hardware.ts'
import { KINDS } from '../../../devices/kinds.ts'
import { positionSecondsAt } from '../../../devices/power-mode.ts'
import { reportFaultsOf } from '../../../devices/report-faults.ts'
import { settingAt } from '../../../devices/setting-at.ts'
import type { CommandLog } from '../../../fleet/command-log.ts'
import type { Device } from '../../../fleet/device.ts'
import { gpsPeriodMs } from '../../../fleet/gps-wheel.ts'
import type { MakersSettings } from '../../../fleet/uplinks/jt808/terminal-settings.ts'
import { TERMINAL_DEFAULTS } from '../../../fleet/uplinks/jt808/vehicle-terminal.ts'
import type { ReportedPlace, UplinkDevice } from '../../../fleet/uplinks/uplink.ts'
import { writeKindExtra } from '../../../wire/jt808/kind-extras.ts'
import type { World } from '../../../world/types.ts'
import { wireStations } from '../hj212/wire-stations.ts'

/** The vehicles of our fleet, and devices of kind files that speak JT/T 808, as their terminals know them: positions, outages and faults of any moment. */
export function wireVehicles(world: World, commands: Pick<CommandLog, 'commandsOf'>) {
  const placeAt = ({ sn, entity }: Device, trafficIndex: number, epochMs: number): ReportedPlace => {
    const trueAt = (ms: number) => world.traffic.vehicleAt(trafficIndex, ms)
    const fix = gpsReportAt(world.seed, entity, epochMs, trueAt, commands.commandsOf(sn))
    const { longitude, latitude, speedKmh, directionDeg, fixedAtMs, lost } = fix
    return { ...trueAt(epochMs), longitude, latitude, speedKmh, directionDeg, fixedAtMs, hasFix: !lost }
  }
  const stations = wireStations(world, commands)
  /** A device of a kind file: it reports where it stands, with its readings. */
  const standing = (device: Device): UplinkDevice => {
    const { latitude, longitude, x, y } = device
    const { readingsAt, ...station } = stations.deviceOf(device)
    const extras = KINDS[device.kind].positionExtras ?? {}
    const still = { index: 0, speedKmh: 0, directionDeg: 0, accOn: false, mileageKm: 0, fuelL: 0, edge: 0 }
    const place: ReportedPlace = { ...still, x, y, longitude, latitude }
    return {
      ...station,
      hardware: hardwareOf(world.seed, device),
      location: { lat: latitude, lng: longitude },
      positionAt: () => place,
      extrasAt: (epochMs) =>
        (readingsAt?.(epochMs) ?? []).flatMap(({ quantity, value }) => {
          const extra = Object.hasOwn(extras, quantity) ? extras[quantity] : undefined
          return extra ? [writeKindExtra(extra, value)] : []
        }),
    }
  }
  return {
    /** Undefined for a device that has no terminal. */
    deviceOf(device: Device): UplinkDevice | undefined {
      const { sn, kind, model, entity, plate, trafficIndex } = device
      if (KINDS[kind].wire !== 'jt808') return undefined
      if (trafficIndex === undefined) return standing(device)
      return {
        sn,
        kind,
        model,
        entity,
        hardware: hardwareOf(world.seed, device),
        plate,
        positionAt: (epochMs) => placeAt(device, trafficIndex, epochMs),
        isUpAt: (epochMs) => onlineAt(world.seed, entity, epochMs, commands.commandsOf(sn)),
        reportFaults: reportFaultsOf(world.seed, entity, () => commands.commandsOf(sn), {
          hasReceiver: true,
        }),
      }
    },
    settingsAt({ sn, kind, entity, profile, trafficIndex }: Device, atMs: number): MakersSettings {
      const own = commands.commandsOf(sn)
      const usualMs =
        trafficIndex === undefined ? KINDS[kind].reportMs : gpsPeriodMs(world.seed, entity, profile)
      return {
        heartbeatS: configAt(own, 'platform', atMs).heartbeatSeconds,
        reportIntervalS: positionSecondsAt(own, atMs, usualMs / 1000),
        topSpeedKmh: settingAt(own, 'topSpeedKmh', atMs, TERMINAL_DEFAULTS.topSpeedKmh),
      }
    },
  }
}
