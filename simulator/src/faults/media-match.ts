import type { FaultTarget } from '@backlot/contract/control/fault-calls'
import type { DeviceFaults } from './device-faults.ts'

/** Fields that select the targets of stream faults. */
export const MEDIA_TARGETS = ['devices', 'kinds', 'groups', 'share'] as const

/** Whether a camera is meant by a target. Which those are is looked up once, when the fault attaches. */
export function cameraMatcher(
  target: FaultTarget,
  devices: DeviceFaults,
  draw: () => number,
): (sn: string) => boolean {
  const names = target.devices ?? target.kinds ?? target.groups
  if (names === undefined && target.share === undefined) return () => true
  const serials = new Set(devices.pick(target, draw))
  return (sn) => serials.has(sn)
}
