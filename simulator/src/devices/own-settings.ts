/** Settings that a kind file gives its devices: numbers, folded from the commands like all that people set. */

import type { DeviceKind } from '@backlot/contract/devices/kinds'
import { NO_SETTINGS } from '../world/air/memories.ts'
import type { DeviceSettings } from '../world/types.ts'
import type { DeviceCommand } from './commands.ts'
import { DEVICE_SETTINGS } from './faults.ts'
import { KINDS } from './kinds.ts'

/** Names and bounds of what can be set on a device of a kind. */
export const settingsOf = (kind: DeviceKind): Readonly<Record<string, { min: number; max: number }>> => ({
  ...DEVICE_SETTINGS,
  ...KINDS[kind].settings,
})

/** The settings of a device over time, by its commands in log order. */
export function ownSettings(kind: DeviceKind, commands: readonly DeviceCommand[]): DeviceSettings {
  const { settings } = KINDS[kind]
  if (!settings || commands.length === 0) return NO_SETTINGS
  let changes = 0
  for (const command of commands) if (command.kind === 'setting') changes = Math.max(changes, command.seq)
  if (changes === 0) return NO_SETTINGS
  return {
    changes,
    at(name, epochMs) {
      let value: number | undefined
      for (const command of commands) {
        if (command.atMs > epochMs) break
        if (command.kind === 'setting' && command.setting === name) value = command.value
      }
      return value
    },
  }
}

/** Present values of the settings of a kind file, in its order; those that nobody has set are as at first. */
export function ownSettingsAt(
  kind: DeviceKind,
  commands: readonly DeviceCommand[],
  epochMs: number,
): { name: string; value: number }[] {
  const { at } = ownSettings(kind, commands)
  return Object.entries(KINDS[kind].settings ?? {}).map(([name, { initial }]) => ({
    name,
    value: at(name, epochMs) ?? initial,
  }))
}

/** Whether a device of a kind has these settings, all within their bounds. */
export const takesSettings = (kind: DeviceKind, asked: Readonly<Record<string, number>>): boolean =>
  Object.entries(asked).every(([name, value]) => {
    const all = KINDS[kind].settings ?? {}
    const setting = Object.hasOwn(all, name) ? all[name] : undefined
    return setting !== undefined && value >= setting.min && value <= setting.max
  })
