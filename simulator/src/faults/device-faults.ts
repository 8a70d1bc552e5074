import type { FaultTarget } from '@backlot/contract/control/fault-calls'
import type { DeviceAction } from '../devices/commands.ts'
import type { CommandLog } from '../fleet/command-log.ts'
import type { Directory } from '../fleet/directory.ts'
import type { PlatformClock } from '../kernel/clock.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import type { StoreFaults } from '../store/store-faults.ts'

/** Order to a device. */
export type DeviceOrder = { sn: string; action: DeviceAction }

/** The faults' hand on devices: commands of the overlay log, as people's are. */
export class DeviceFaults {
  readonly #directory: Directory
  readonly #commands: CommandLog
  readonly #clock: PlatformClock
  readonly #store: StoreFaults

  constructor(deps: {
    directory: Directory
    commands: CommandLog
    clock: PlatformClock
    store: StoreFaults
  }) {
    this.#directory = deps.directory
    this.#commands = deps.commands
    this.#clock = deps.clock
    this.#store = deps.store
  }

  /**
   * Serials that a target names, in the directory's order; `draw` chooses the share. Throws notFound for a device,
   * kind or group that is not there.
   */
  pick(target: FaultTarget, draw: () => number): string[] {
    const chosen = this.#named(target)
    const { share } = target
    return share === undefined ? chosen : chosen.filter(() => draw() < share)
  }

  /** Keeps of serials those whose devices have a channel. Throws notFound when none has. */
  withChannel(chnId: number): (sns: readonly string[]) => readonly string[] {
    const directory = this.#directory
    return (sns) => {
      const found = sns.filter((sn) => {
        const slot = directory.slotOf(sn)
        return slot !== undefined && directory.channel(slot, chnId) !== undefined
      })
      if (found.length > 0) return found
      const field = 'parameters.channel'
      throw new PlatformError('notFound', `${field}: none of these devices has channel ${chnId}.`, field)
    }
  }

  /** Stores actions, now on the platform's clock; resolves when all of them are in effect. */
  async act(orders: readonly DeviceOrder[]): Promise<void> {
    const atMs = this.#clock.now()
    await this.#store.spare(() =>
      Promise.all(orders.map(({ sn, action }) => this.#commands.append(sn, atMs, action))),
    )
  }

  #named({ devices, kinds, groups }: FaultTarget): string[] {
    const directory = this.#directory
    for (const sn of devices ?? []) {
      if (directory.slotOf(sn) === undefined)
        throw new PlatformError('notFound', `target.devices: there is no device ${sn}.`, 'target.devices')
    }
    for (const id of groups ?? []) {
      if (id !== 0 && !directory.group(id))
        throw new PlatformError('notFound', `target.groups: there is no group ${id}.`, 'target.groups')
    }
    if (devices && !kinds && !groups) return [...devices]
    const serials = devices && new Set(devices)
    const chosen: string[] = []
    const met = new Set<string>()
    for (const slot of directory.slotsInScope(directory.scopeOf(groups ?? [0]))) {
      const device = directory.device(slot)
      if (!device) continue
      met.add(device.kind)
      if ((kinds && !kinds.includes(device.kind)) || (serials && !serials.has(device.sn))) continue
      chosen.push(device.sn)
    }
    for (const kind of kinds ?? []) {
      if (!met.has(kind))
        throw new PlatformError('notFound', `target.kinds: no ${kind} exists.`, 'target.kinds')
    }
    return chosen
  }
}
