/** A device that switches itself on and off by the time of day, in the zone of the platform that set it. */
import type { TimingSwitch } from '@backlot/contract/device-config/entities'
import { DAY_MS, dayStart, MINUTE_MS } from '@backlot/contract/time'
import type { DeviceCommand } from './commands.ts'
import { type ConfigCommand, configAt } from './device-config.ts'

/** A switch with the zone that its minutes are of; undefined: the platform's default. */
export type ZonedSwitch = TimingSwitch & { zoneMinutes?: number | undefined }

/** The switch that a device has at a moment. The platform stores its zone with the setting. */
export function switchAt(commands: readonly DeviceCommand[], atMs: number): ZonedSwitch {
  const set = commands.findLast(
    (one) => one.kind === 'configSet' && one.section === 'timingSwitch' && one.atMs <= atMs,
  ) as ConfigCommand | undefined
  const zone = set?.config['zoneMinutes']
  return {
    ...configAt(commands, 'timingSwitch', atMs),
    zoneMinutes: typeof zone === 'number' ? zone : undefined,
  }
}

/** Whether it is switched off at a moment. */
export function isSwitchedOff(
  { enabled, onMinute, offMinute, zoneMinutes }: ZonedSwitch,
  atMs: number,
): boolean {
  if (!enabled) return false
  const minute = (atMs - dayStart(atMs, zoneMinutes)) / MINUTE_MS
  return offMinute < onMinute
    ? minute >= offMinute && minute < onMinute
    : minute >= offMinute || minute < onMinute
}

/** Moments in (fromMs, toMs) at which it switches. */
export function* switchCuts(
  { enabled, onMinute, offMinute, zoneMinutes }: ZonedSwitch,
  fromMs: number,
  toMs: number,
): Generator<number> {
  if (!enabled) return
  for (let day = dayStart(fromMs, zoneMinutes); day < toMs; day += DAY_MS) {
    for (const minute of [onMinute, offMinute]) {
      const atMs = day + minute * MINUTE_MS
      if (atMs > fromMs && atMs < toMs) yield atMs
    }
  }
}
