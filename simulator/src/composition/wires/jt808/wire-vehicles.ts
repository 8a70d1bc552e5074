import { onlineAt } from '../../../devices/connectivity.ts'
import { configAt } from '../../../devices/device-config.ts'
import { gpsReportAt } from '../../../devices/gps-fix.ts'
import { hardwareOf } from '../../../devices/hardware.ts'
import { positionSecondsAt } from '../../../devices/power-mode.ts'
import { reportFaultsOf } from '../../../devices/report-faults.ts'
import { settingAt } from '../../../devices/setting-at.ts'
import type { CommandLog } from '../../../fleet/command-log.ts'
import type { Device } from '../../../fleet/device.ts'
import { gpsPeriodMs } from '../../../fleet/gps-wheel.ts'
import type { MakersSettings } from '../../../fleet/uplinks/jt808/terminal-settings.ts'
import { TERMINAL_DEFAULTS } from '../../../fleet/uplinks/jt808/vehicle-terminal.ts'
import type { ReportedPlace, UplinkDevice } from '../../../fleet/uplinks/uplink.ts'
import type { World } from '../../../world/types.ts'

/** The vehicles of our fleet as their terminals know them: positions, outages and faults of any moment. */
export function wireVehicles(world: World, commands: Pick<CommandLog, 'commandsOf'>) {
  const placeAt = ({ sn, entity }: Device, trafficIndex: number, epochMs: number): ReportedPlace => {
    const trueAt = (ms: number) => world.traffic.vehicleAt(trafficIndex, ms)
    const fix = gpsReportAt(world.seed, entity, epochMs, trueAt, commands.commandsOf(sn))
    const { longitude, latitude, speedKmh, directionDeg, fixedAtMs, lost } = fix
    return { ...trueAt(epochMs), longitude, latitude, speedKmh, directionDeg, fixedAtMs, hasFix: !lost }
  }
  return {
    /** Undefined for a device that does not drive. */
    deviceOf(device: Device): UplinkDevice | undefined {
      const { sn, kind, model, entity, plate, trafficIndex } = device
      if (trafficIndex === undefined) return undefined
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
    settingsAt({ sn, entity, profile }: Device, atMs: number): MakersSettings {
      const own = commands.commandsOf(sn)
      const usualS = gpsPeriodMs(world.seed, entity, profile) / 1000
      return {
        heartbeatS: configAt(own, 'platform', atMs).heartbeatSeconds,
        reportIntervalS: positionSecondsAt(own, atMs, usualS),
        topSpeedKmh: settingAt(own, 'topSpeedKmh', atMs, TERMINAL_DEFAULTS.topSpeedKmh),
      }
    },
  }
}
