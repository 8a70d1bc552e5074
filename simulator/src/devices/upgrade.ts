/** The software of a device, and its upgrade from afar: download, installation, a new start. */
import type { UpgradeTask } from '@backlot/contract/device-config/entities'
import { uniform } from '../world/hash.ts'
import type { DeviceCommand } from './commands.ts'

/** Versions that the upgrade server has, oldest first. Devices came with one of the first two. */
export const VERSIONS = ['2.3.8', '2.4.1', '2.5.0', '2.6.2'] as const
const STREAM = { version: 881, download: 882, install: 883 }
const DOWNLOAD_MS = 20_000
const INSTALL_MS = 15_000
/** How often a download and an installation fail. */
const FAILS = { download: 0.03, install: 0.02 }

type UpgradeCommand = DeviceCommand & { kind: 'upgrade' }
export type UpgradeState = { version: string; task: UpgradeTask | null }

/** When an ordered upgrade restarts the device; undefined when it never gets so far. */
export function upgradeRestartMs(
  seed: number,
  entity: number,
  order: UpgradeCommand,
  commands: readonly DeviceCommand[],
): number | undefined {
  if (endOf(seed, entity, order, commands) !== 'succeeded') return undefined
  const doneMs = order.atMs + DOWNLOAD_MS + INSTALL_MS
  const givenUp = commands.some(
    ({ kind, atMs, seq }) =>
      (kind === 'upgradeDelete' || kind === 'upgrade') &&
      (atMs > order.atMs || (atMs === order.atMs && seq > order.seq)) &&
      atMs < order.atMs + DOWNLOAD_MS,
  )
  return givenUp ? undefined : doneMs
}

/** Software version of a device at a moment, and the upgrade that was ordered last. */
export function upgradeAt(
  seed: number,
  entity: number,
  commands: readonly DeviceCommand[],
  atMs: number,
): UpgradeState {
  let version: string = VERSIONS[Math.floor(uniform(seed, entity, STREAM.version, 0) * 2)]!
  let order: UpgradeCommand | undefined
  for (const command of commands) {
    if (command.atMs > atMs) break
    if (command.kind === 'upgrade') {
      order = command
      const doneMs = upgradeRestartMs(seed, entity, command, commands)
      if (doneMs !== undefined && atMs >= doneMs) version = command.version
    } else if (command.kind === 'upgradeDelete') order = undefined
  }
  return { version, task: order ? taskOf(seed, entity, order, commands, atMs) : null }
}

function taskOf(
  seed: number,
  entity: number,
  order: UpgradeCommand,
  commands: readonly DeviceCommand[],
  atMs: number,
): UpgradeTask {
  const end = endOf(seed, entity, order, commands)
  const sinceMs = atMs - order.atMs
  const task = { version: order.version, startTime: Math.floor(order.atMs / 1000) }
  const percent = (part: number) => Math.max(0, Math.min(100, Math.floor(part * 100)))
  if (sinceMs < DOWNLOAD_MS) {
    // A download that fails stalls for a while first.
    const reached = end === 'downloadFailed' ? 0.6 : 1
    return { ...task, state: 'downloading', progress: percent(Math.min(reached, sinceMs / DOWNLOAD_MS)) }
  }
  if (end === 'downloadFailed') return { ...task, state: end, progress: 60 }
  const installedMs = sinceMs - DOWNLOAD_MS
  if (installedMs < INSTALL_MS)
    return { ...task, state: 'upgrading', progress: percent(installedMs / INSTALL_MS) }
  return { ...task, state: end, progress: 100 }
}

/** How an order ends: a new random draw for every order that a device gets. */
function endOf(
  seed: number,
  entity: number,
  order: UpgradeCommand,
  commands: readonly DeviceCommand[],
): 'downloadFailed' | 'failed' | 'succeeded' {
  let index = 0
  for (const command of commands) {
    if (command.atMs === order.atMs && command.seq === order.seq) break
    if (command.kind === 'upgrade') index++
  }
  if (uniform(seed, entity, STREAM.download, index) < FAILS.download) return 'downloadFailed'
  return uniform(seed, entity, STREAM.install, index) < FAILS.install ? 'failed' : 'succeeded'
}
