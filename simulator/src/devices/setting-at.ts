import type { DeviceCommand } from './commands.ts'
import { DEVICE_SETTINGS, type DeviceSetting } from './faults.ts'

/** A setting's value at a moment: the last one set by then, within its bounds, else `usual`. */
export function settingAt(
  commands: readonly DeviceCommand[],
  setting: DeviceSetting,
  atMs: number,
  usual: number,
): number {
  let value = usual
  for (const command of commands) {
    if (command.atMs > atMs) break
    if (command.kind !== 'setting' || command.setting !== setting) continue
    const { min, max } = DEVICE_SETTINGS[setting]
    value = Math.max(min, Math.min(max, command.value))
  }
  return value
}
