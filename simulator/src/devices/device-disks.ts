/** Hard disks of a device: how full they are is arithmetic, from when they were formatted last. */
import type { HardDisk } from '@backlot/contract/device-config/entities'
import { HOUR_MS } from '@backlot/contract/time'
import { uniform } from '../world/hash.ts'
import type { DeviceCommand } from './commands.ts'
import { configAt } from './device-config.ts'
import { diskFaults } from './disk-faults.ts'

const STREAM = { size: 871, age: 872, rate: 873 }
const SIZES_GB = [1000, 2000, 4000] as const
/** Range of the size of a channel's recordings, GB an hour. */
const GB_AN_HOUR = { least: 0.5, most: 1.1 }
const FORMAT_MS = 45_000
/** A disk that is overwritten keeps some room. */
const KEPT_FREE = 0.02

/** The disks of a device at a moment; one that takes no pictures (`channels` 0) has none. */
export function disksAt(
  seed: number,
  entity: number,
  channels: number,
  commands: readonly DeviceCommand[],
  atMs: number,
): HardDisk[] {
  if (channels === 0) return []
  const totalGb = SIZES_GB[Math.floor(uniform(seed, entity, STREAM.size, 0) * SIZES_GB.length)]!
  const { least, most } = GB_AN_HOUR
  const gbAnHour = channels * (least + (most - least) * uniform(seed, entity, STREAM.rate, 0))
  let formattedMs = Number.NaN
  for (const command of commands) {
    if (command.atMs > atMs) break
    if (command.kind === 'diskFormat') formattedMs = command.atMs
  }
  if (atMs < formattedMs + FORMAT_MS) return [{ id: 1, totalGb, freeGb: 0, state: 'formatting' }]
  const state = diskFaults(seed, entity, atMs, atMs + 1).length > 0 ? 'fault' : 'normal'
  const mostUsed = configAt(commands, 'hardDiskParam', atMs).whenFull === 'overwrite' ? 1 - KEPT_FREE : 1
  const filledGb = Number.isNaN(formattedMs)
    ? totalGb * (0.35 + 0.65 * uniform(seed, entity, STREAM.age, 0))
    : ((atMs - formattedMs - FORMAT_MS) / HOUR_MS) * gbAnHour
  const freeGb = totalGb - Math.min(filledGb, totalGb * mostUsed)
  return [{ id: 1, totalGb, freeGb: Math.round(freeGb * 10) / 10, state }]
}
