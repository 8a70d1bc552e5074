import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { Uplink, UplinkDeps, UplinkDevice } from './uplink.ts'

/** Devices of a wire that are let loose on any platform (`backlot devices`). */
export type WireSwarm = {
  kind: DeviceKind
  /** Sites that hold enough of them. */
  placement: 'traffic' | 'roads'
  /** The device side, in an edition of the standard and with so many seconds between reports. */
  uplinkOf(edition: string, reportSeconds: number): (device: UplinkDevice, deps: UplinkDeps) => Uplink
}
