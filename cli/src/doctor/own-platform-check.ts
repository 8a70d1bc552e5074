import { readUplinkOrder } from '@backlot/simulator/composition/gb28181/uplink-order'
import type { Check } from './check.ts'

const NAME = 'BACKLOT_GB28181_TO'

/** The platform that the fleet's own cameras are to register at, as the environment names it. */
export function ownPlatform(given: string): Check {
  return () => {
    const order = readUplinkOrder(given)
    if (typeof order !== 'string')
      return { name: NAME, state: 'good', found: `${order.host}, port ${order.port}` }
    return { name: NAME, state: 'broken', found: order, wayOut: 'Correct it, or unset it (docs/wires.md).' }
  }
}
