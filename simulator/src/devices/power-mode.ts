/** Reduced activity of a device in the work mode *low power*. */

import type { DeviceCommand } from './commands.ts'
import { configAt } from './device-config.ts'
import { settingAt } from './setting-at.ts'

/** Pictures a second of its streams at most, and seconds between the positions of a moving device at least. */
export const LOW_POWER = { framesPerSecond: 5, reportSeconds: 60 } as const

export function isLowPower(commands: readonly DeviceCommand[], atMs: number): boolean {
  return commands.length > 0 && configAt(commands, 'common', atMs).workMode === 'lowPower'
}

/** Seconds between the positions of a moving device: as they were set, else `usual`; seldom in low power. */
export function positionSecondsAt(commands: readonly DeviceCommand[], atMs: number, usual: number): number {
  const seconds = settingAt(commands, 'reportSeconds', atMs, usual)
  return isLowPower(commands, atMs) ? Math.max(seconds, LOW_POWER.reportSeconds) : seconds
}

/** Whether a command changes how often positions are reported. */
export function changesPositionSeconds(command: DeviceCommand): boolean {
  return (
    (command.kind === 'setting' && command.setting === 'reportSeconds') ||
    (command.kind === 'configSet' && command.section === 'common')
  )
}
