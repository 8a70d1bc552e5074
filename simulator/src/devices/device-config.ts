/** Configuration of a device at a moment: the value set last by then, else the factory's. */
import { FILE_TYPES } from '@backlot/contract/device-config/constants'
import {
  CONFIG_SECTIONS,
  type ConfigOf,
  type ConfigSection,
  type VideoEncodeParam,
} from '@backlot/contract/device-config/entities'
import { FACTORY_PARAMS } from '@backlot/contract/sensors/params'
import type { DeviceCommand } from './commands.ts'

export type ConfigCommand = DeviceCommand & { kind: 'configSet' }

/** How cameras encode when they leave the factory. */
export const FACTORY_ENCODING: VideoEncodeParam = {
  main: { resolution: '960x540', frameRate: 12, bitRateType: 'variable', bitRateKbps: 1600, quality: 'good' },
  sub: { resolution: '640x360', frameRate: 12, bitRateType: 'variable', bitRateKbps: 700, quality: 'good' },
}

const FACTORY: { readonly [S in ConfigSection]: ConfigOf<S> } = {
  videoEncodeParam: FACTORY_ENCODING,
  timeTitle: { showTime: true, showTitle: true, title: '' },
  hardDiskParam: { whenFull: 'overwrite' },
  networkParam: {
    dhcp: true,
    ip: '192.168.1.64',
    mask: '255.255.255.0',
    gateway: '192.168.1.1',
    dns1: '192.168.1.1',
    dns2: '',
    httpPort: 80,
    rtspPort: 554,
  },
  platform: { address: '127.0.0.1', port: 8080, heartbeatSeconds: 60 },
  uploadConfig: {
    packMinutes: 1,
    uploadMinutes: 1,
    fileTypes: [...FILE_TYPES],
  },
  common: {
    workMode: 'full',
    batteryType: 'lithiumIronPhosphate',
    speakerVolume: 80,
    microphoneVolume: 70,
    indicatorLight: true,
  },
  pushPlan: { list: [] },
  pushWork: { list: [] },
  captureRule: { enabled: false, intervalMinutes: 60, fromHour: 8, toHour: 20 },
  timingSnapshot: { enabled: false, atMinutes: [] },
  timingSwitch: { enabled: false, onMinute: 360, offMinute: 1320 },
  ...FACTORY_PARAMS,
  busParam: { polls: null },
}

const read = new WeakMap<ConfigCommand, unknown>()

/** A command's configuration; undefined when it is none that the section takes today. */
function configOf<S extends ConfigSection>(command: ConfigCommand, section: S): ConfigOf<S> | undefined {
  if (!read.has(command)) {
    const parsed = CONFIG_SECTIONS[section].schema.safeParse(command.config)
    read.set(command, parsed.success ? parsed.data : undefined)
  }
  return read.get(command) as ConfigOf<S> | undefined
}

/**
 * A section at a moment. `commands` are the device's own, in log order; `chnId` counts for sections that each channel
 * has for itself, `factory` for devices that left theirs otherwise than usual.
 */
export function configAt<S extends ConfigSection>(
  commands: readonly DeviceCommand[],
  section: S,
  atMs: number,
  chnId = 0,
  factory: ConfigOf<S> = FACTORY[section],
): ConfigOf<S> {
  const perChannel = CONFIG_SECTIONS[section].channel
  let found = factory
  for (const command of commands) {
    if (command.atMs > atMs) break
    if (command.kind !== 'configSet' || command.section !== section) continue
    if (perChannel && command.chnId !== chnId) continue
    found = configOf(command, section) ?? found
  }
  return found
}
