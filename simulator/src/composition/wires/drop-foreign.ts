import type { ForeignDevices } from './open-foreign-devices.ts'
import type { GatewayRegistry } from './open-gateways.ts'

/** Removes a device that came by itself, with its connection and everything stored; false when it is going already. */
export function dropForeign(
  gateways: Pick<GatewayRegistry, 'all'>,
  foreign: Pick<ForeignDevices, 'remove'>,
  sn: string,
): Promise<boolean> {
  for (const gateway of gateways.all()) gateway.drop(sn)
  return foreign.remove(sn)
}
