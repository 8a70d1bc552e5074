import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import { FACTORY_PARAMS } from '@backlot/contract/sensors/params'
import { isOnline } from '../../areas/devices/tree-node.ts'
import type { StationParamsPort, WiredStationPort } from '../../areas/sensors/ports.ts'
import type { DeviceAction, DeviceCommand } from '../../devices/commands.ts'
import { conditionAt } from '../../devices/device-condition.ts'
import { configAt } from '../../devices/device-config.ts'
import { KINDS } from '../../devices/kinds.ts'
import { ownSettingsAt } from '../../devices/own-settings.ts'
import { CONTROLLER_OUTPUTS } from '../../devices/sensor-controller/sensor-controller.ts'
import { settingAt } from '../../devices/setting-at.ts'
import { isSilentAt } from '../../devices/silence.ts'
import type { Device } from '../../fleet/device.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { DirectoryView } from './directory-view.ts'

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

const hasOutputs = (device: Pick<Device, 'kind'> | undefined) =>
  device !== undefined && KINDS[device.kind].hasContacts === true

type Output = (typeof CONTROLLER_OUTPUTS)[number]

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
  /** Which alarm outputs a device has, and whether each is on. */
  const outputsAt = (sn: string, atMs: number): Partial<Record<Output, boolean>> =>
    hasOutputs(directory.deviceBySn(sn))
      ? Object.fromEntries(
          CONTROLLER_OUTPUTS.map((name) => [name, settingAt(commands.commandsOf(sn), name, atMs, 0) === 1]),
        )
      : {}
  return {
    find(sn, family, atMs) {
      const device = directory.deviceBySn(sn)
      if (!device || KINDS[device.kind].family !== family) return undefined
      return {
        online: online(sn),
        foreign: device.foreign === true,
        condition: conditionAt(directory.seed, device.entity, commands.commandsOf(sn), atMs),
        installedMs: device.installedAtMs,
      }
    },
    param(sn, section, atMs) {
      const config = configAt(commands.commandsOf(sn), section, atMs)
      // Both may have been set past the platform since.
      return { ...config, reportSeconds: secondsAt(sn, atMs, config.reportSeconds), ...outputsAt(sn, atMs) }
    },
    async set(sn, section, config, atMs) {
      const before = secondsAt(sn, atMs, FACTORY_PARAMS[section].reportSeconds)
      const { output1, output2, ...kept } = config as typeof config & Partial<Record<Output, boolean>>
      await commands.append(sn, atMs, { kind: 'configSet', section, config: kept })
      const asked = { output1, output2 }
      for (const [name, on] of Object.entries(outputsAt(sn, atMs)) as [Output, boolean][]) {
        const value = asked[name]
        if (value === undefined || value === on) continue
        await commands.append(sn, atMs, { kind: 'setting', setting: name, value: value ? 1 : 0 })
      }
      if (config.reportSeconds === before) return
      await commands.append(sn, atMs, {
        kind: 'setting',
        setting: 'realtimeSeconds',
        value: config.reportSeconds,
      })
    },
    own(sn, atMs) {
      const device = directory.deviceBySn(sn)
      const settings = device && KINDS[device.kind].settings
      if (!settings) return []
      return ownSettingsAt(device.kind, commands.commandsOf(sn), atMs).map(({ name, value }) => {
        const { name: title, ...rest } = settings[name]!
        return { ...rest, name, title, value }
      })
    },
    async setOwn(sn, values, atMs) {
      for (const [setting, value] of Object.entries(values))
        await commands.append(sn, atMs, { kind: 'setting', setting, value })
    },
    answers: (sn, atMs) =>
      !online(sn) ? 'offline' : isSilentAt(commands.commandsOf(sn), atMs) ? 'silent' : 'yes',
  }
}
