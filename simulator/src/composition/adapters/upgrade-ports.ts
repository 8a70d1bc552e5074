import type { RunDeviceState } from '@backlot/contract/upgrades/entities'
import { isOnline } from '../../areas/devices/tree-node.ts'
import type { UpgradeDevicesPort } from '../../areas/upgrades/ports.ts'
import type { DeviceAction, DeviceCommand } from '../../devices/commands.ts'
import { upgradeAt } from '../../devices/upgrade.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import type { DirectoryView } from './directory-view.ts'

type Commands = {
  append(sn: string, atMs: number, action: DeviceAction): Promise<void>
  /** In log order. */
  commandsOf(sn: string): readonly DeviceCommand[]
}

/** Devices of our own whose software can be changed: the result of a run on each follows from its commands. */
export function createUpgradeDevices(
  view: DirectoryView,
  directory: Directory,
  commands: Commands,
  clock: Pick<PlatformClock, 'now'>,
): UpgradeDevicesPort {
  const entityOf = (sn: string) => directory.deviceBySn(sn)?.entity ?? 0
  const upgrade = (sn: string) =>
    upgradeAt(directory.seed, entityOf(sn), commands.commandsOf(sn), clock.now())
  return {
    find(sn, scope) {
      const device = view.device(sn)
      if (!device || !view.inScope(device.groupId, scope) || directory.deviceBySn(sn)?.foreign)
        return undefined
      const { name, kind } = device
      return { sn, name, kind, online: isOnline(view.state(sn)), version: upgrade(sn).version }
    },
    isBusy(sn) {
      const state = upgrade(sn).task?.state
      return state === 'downloading' || state === 'upgrading'
    },
    stateOf(sn, version, orderedMs) {
      const all = commands.commandsOf(sn)
      const at = all.findIndex(
        (command) => command.kind === 'upgrade' && command.atMs === orderedMs && command.version === version,
      )
      // Stored and not yet in effect, or of a time that the clock went back from.
      if (at < 0) return { state: 'downloading', progress: 0 }
      const next = all.findIndex(({ kind }, i) => i > at && (kind === 'upgrade' || kind === 'upgradeDelete'))
      const nextMs = next < 0 ? Number.POSITIVE_INFINITY : all[next]!.atMs
      const known = next < 0 ? all : all.slice(0, next)
      const { task } = upgradeAt(directory.seed, entityOf(sn), known, Math.min(clock.now(), nextMs))
      const state: RunDeviceState = task?.state ?? 'downloading'
      const progress = task?.progress ?? 0
      return state === 'downloading' && nextMs <= clock.now()
        ? { state: 'cancelled', progress }
        : { state, progress }
    },
    order: (sn, atMs, version) => commands.append(sn, atMs, { kind: 'upgrade', version }),
    giveUp: (sn, atMs) => commands.append(sn, atMs, { kind: 'upgradeDelete' }),
  }
}
