import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import { FACTORY_PARAMS } from '@backlot/contract/sensors/params'
import type { DeviceAction, DeviceCommand } from '../devices/commands.ts'
import { conditionAt } from '../devices/device-condition.ts'
import { configAt } from '../devices/device-config.ts'
import { settingAt } from '../devices/setting-at.ts'
import { isSilentAt } from '../devices/silence.ts'
import type { Directory } from '../fleet/directory.ts'
import { STATION_FAMILY } from '../history/station-readings.ts'
import { isOnline } from './devices/tree-node.ts'
import type { DirectoryView } from './directory-view.ts'
import type { StationParamsPort, WiredStationPort } from './sensors/ports.ts'

/** Stations that speak HJ 212. */
export function createWiredStations(view: DirectoryView, directory: Directory): WiredStationPort {
  return {
    find(sn) {
      const device = directory.deviceBySn(sn)
      if (device?.protocolType !== PROTOCOL_TYPES.hj212) return undefined
      return { online: isOnline(view.state(sn)) }
    },
  }
}

/** Settings of stations that measure. `commandsOf` answers in log order. */
export function createStationParams(
  view: DirectoryView,
  directory: Directory,
  commands: {
    commandsOf(sn: string): readonly DeviceCommand[]
    append(sn: string, atMs: number, action: DeviceAction): Promise<void>
  },
): StationParamsPort {
  const online = (sn: string) => view.device(sn) !== undefined && isOnline(view.state(sn))
  const secondsAt = (sn: string, atMs: number, usual: number) =>
    Math.round(settingAt(commands.commandsOf(sn), 'realtimeSeconds', atMs, usual))
  return {
    find(sn, family, atMs) {
      const device = directory.deviceBySn(sn)
      if (!device || STATION_FAMILY[device.kind] !== family) return undefined
      return {
        online: online(sn),
        foreign: device.foreign === true,
        condition: conditionAt(directory.seed, device.entity, commands.commandsOf(sn), atMs),
        installedMs: device.installedAtMs,
      }
    },
    param(sn, section, atMs) {
      const config = configAt(commands.commandsOf(sn), section, atMs)
      // It may have been set over the wire since.
      return { ...config, reportSeconds: secondsAt(sn, atMs, config.reportSeconds) }
    },
    async set(sn, section, config, atMs) {
      const before = secondsAt(sn, atMs, FACTORY_PARAMS[section].reportSeconds)
      await commands.append(sn, atMs, { kind: 'configSet', section, config: { ...config } })
      if (config.reportSeconds === before) return
      await commands.append(sn, atMs, {
        kind: 'setting',
        setting: 'realtimeSeconds',
        value: config.reportSeconds,
      })
    },
    answers: (sn, atMs) =>
      !online(sn) ? 'offline' : isSilentAt(commands.commandsOf(sn), atMs) ? 'silent' : 'yes',
  }
}
