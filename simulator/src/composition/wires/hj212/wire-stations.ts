import { onlineAt } from '../../../devices/connectivity.ts'
import { configAt } from '../../../devices/device-config.ts'
import { reportFaultsOf } from '../../../devices/report-faults.ts'
import { settingAt } from '../../../devices/setting-at.ts'
import { quantitiesOf, type Reading } from '../../../devices/station-models.ts'
import { stationReportAt } from '../../../devices/station-reports.ts'
import type { CommandLog } from '../../../fleet/command-log.ts'
import type { Device } from '../../../fleet/device.ts'
import type { UplinkDevice } from '../../../fleet/uplinks/uplink.ts'
import { QUANTITIES } from '../../../world/air/quantity-table.ts'
import type { World } from '../../../world/types.ts'

const USUAL_SECONDS = 60

/** The stations of our fleet as their lines know them: readings, outages and faults of any moment. */
export function wireStations(world: World, commands: Pick<CommandLog, 'commandsOf'>) {
  const readingsAt = (device: Device, epochMs: number): Reading[] => {
    const quantities = quantitiesOf(device.kind, device.model)
    const station = { ...device, seed: world.seed, commands: commands.commandsOf(device.sn) }
    const { values, flag, absent } = stationReportAt(world.air, station, epochMs)
    return quantities.flatMap((quantity, i) =>
      absent?.has(quantity)
        ? []
        : [
            {
              quantity,
              value: values[i] ?? 0,
              unit: QUANTITIES[quantity].unit,
              ...(flag === undefined ? {} : { flag }),
            },
          ],
    )
  }
  return {
    deviceOf(device: Device): UplinkDevice {
      const { sn, kind, model, entity } = device
      return {
        sn,
        kind,
        entity,
        ...(model === undefined ? {} : { model }),
        readingsAt: (epochMs) => readingsAt(device, epochMs),
        isUpAt: (epochMs) => onlineAt(world.seed, entity, epochMs, commands.commandsOf(sn)),
        reportFaults: reportFaultsOf(world.seed, entity, () => commands.commandsOf(sn), {
          hasReceiver: false,
        }),
      }
    },
    settingsAt({ sn }: Device, atMs: number): { realtimeSeconds: number; heartbeatSeconds: number } {
      const own = commands.commandsOf(sn)
      return {
        realtimeSeconds: settingAt(own, 'realtimeSeconds', atMs, USUAL_SECONDS),
        heartbeatSeconds: configAt(own, 'platform', atMs).heartbeatSeconds,
      }
    },
  }
}
