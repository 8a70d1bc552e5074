import type { Gb28181Slot } from './gb28181/open-gb28181.ts'
import type { ForeignDevices } from './open-foreign-devices.ts'
import type { GatewayRegistry } from './open-gateways.ts'

/** Removes a device that came by itself, with its connection and everything stored; false when it is going already. */
export function dropForeign(
  { gateways, gb28181 }: { gateways: Pick<GatewayRegistry, 'all'>; gb28181: Pick<Gb28181Slot, 'open'> },
  foreign: Pick<ForeignDevices, 'remove'>,
  sn: string,
): Promise<boolean> {
  for (const gateway of gateways.all()) gateway.drop(sn)
  gb28181.open?.drop(sn)
  return foreign.remove(sn)
}
