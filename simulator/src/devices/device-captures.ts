/** Moments at which a device takes pictures by itself: at an interval, and at times of the day, as it is configured. */
import type { ConfigOf } from '@backlot/contract/device-config/entities'
import { DAY_MS, dayStart, MINUTE_MS } from '@backlot/contract/time'
import type { DeviceCommand } from './commands.ts'
import { configAt } from './device-config.ts'

const SECTIONS = ['captureRule', 'timingSnapshot'] as const

/** In [fromMs, toMs), each once, in order. `commands` are the device's own, in log order. */
export function deviceCaptures(commands: readonly DeviceCommand[], fromMs: number, toMs: number): number[] {
  const moments = new Set<number>()
  for (const section of SECTIONS) {
    const changes = commands.flatMap((command) =>
      command.kind === 'configSet' && command.section === section ? [command.atMs] : [],
    )
    // A device that nobody configured takes none.
    changes.forEach((startMs, i) => {
      const endMs = Math.min(toMs, changes[i + 1] ?? Number.POSITIVE_INFINITY)
      const minutes = minutesOf(configAt(commands, section, startMs))
      if (minutes.length === 0) return
      for (let day = dayStart(Math.max(fromMs, startMs)); day < endMs; day += DAY_MS) {
        for (const minute of minutes) {
          const atMs = day + minute * MINUTE_MS
          if (atMs >= fromMs && atMs >= startMs && atMs < endMs) moments.add(atMs)
        }
      }
    })
  }
  return [...moments].sort((a, b) => a - b)
}

function minutesOf(config: ConfigOf<(typeof SECTIONS)[number]>): readonly number[] {
  if (!config.enabled) return []
  if ('atMinutes' in config) return config.atMinutes
  const { fromHour, toHour, intervalMinutes } = config
  // Multiples of the interval since midnight.
  const first = Math.ceil((fromHour * 60) / intervalMinutes)
  const end = Math.ceil((toHour * 60) / intervalMinutes)
  return Array.from({ length: end - first }, (_, i) => (first + i) * intervalMinutes)
}
