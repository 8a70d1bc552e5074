import type { ForeignDevices } from './open-foreign-devices.ts'
import type { Gateways } from './open-gateways.ts'

/** Removes a device that came by itself, with its connection and everything stored; false when it is going already. */
export function dropForeign(
  gateways: Pick<Gateways, 'hj212' | 'jt808'>,
  foreign: Pick<ForeignDevices, 'remove'>,
  sn: string,
): Promise<boolean> {
  gateways.hj212?.drop(sn)
  gateways.jt808?.drop(sn)
  return foreign.remove(sn)
}
