import type { FaultTarget } from '@backlot/contract/control/fault-calls'
import type { DeviceAction } from '../devices/commands.ts'
import type { AttachedFault, FaultContext } from './fault.ts'

/**
 * A fault that devices suffer for the spells of its schedule. Which devices is settled when it attaches; at the
 * beginning of each spell the dice choose those that are struck. `chosen` narrows the devices of the target down.
 */
export function deviceSpell(
  { target, aim, points }: FaultContext<unknown>,
  orders: { begin: DeviceAction; end: DeviceAction },
  chosen: (sns: readonly string[]) => readonly string[] = (sns) => sns,
): AttachedFault {
  const devices = chosen(points.devices.pick(target, aim.draw))
  let struck: string[] = []
  return {
    async open() {
      struck = devices.filter(() => aim.strikes())
      await points.devices.act(struck.map((sn) => ({ sn, action: orders.begin })))
    },
    async close() {
      const ended = struck
      struck = []
      await points.devices.act(ended.map((sn) => ({ sn, action: orders.end })))
    },
    detach() {},
  }
}

/** Fields that select the targets of device faults. */
export const DEVICE_TARGETS: readonly (keyof FaultTarget)[] = ['devices', 'kinds', 'groups', 'share']
