import type { FaultTarget } from '@backlot/contract/control/fault-calls'
import type { DeviceFaults } from './device-faults.ts'
import type { Packet } from './wire-faults.ts'

/** Whether a packet is meant by a target. Which devices those are is looked up once, when the fault attaches. */
export function packetMatcher(
  target: FaultTarget,
  devices: DeviceFaults,
  draw: () => number,
): (packet: Packet) => boolean {
  const protocols = target.protocols && new Set<string>(target.protocols)
  const names = target.devices ?? target.kinds ?? target.groups
  const serials =
    names === undefined && target.share === undefined ? undefined : new Set(devices.pick(target, draw))
  return ({ protocol, sn }) => (!protocols || protocols.has(protocol)) && (!serials || serials.has(sn))
}
