import { controlMqttDevices, controlMqttPackets } from '@backlot/contract/wires/mqtt/calls'
import { type Route, route } from '../../../calls/route.ts'
import { PlatformError } from '../../../kernel/platform-error.ts'
import type { ClientGateway } from './open-mqtt.ts'

/** The MQTT gateway: whose clients are connected, and their messages. */
export function mqttRoutes(gateway: ClientGateway | undefined): Route[] {
  return [
    route(controlMqttDevices, () => {
      if (!gateway)
        return { address: null, connections: 0, counters: {}, problems: {}, refusals: {}, cuts: {}, list: [] }
      const { problems, refusals, cuts, ...counters } = gateway.counters
      return {
        address: gateway.address,
        connections: gateway.connections(),
        counters,
        problems: Object.fromEntries(problems),
        refusals: Object.fromEntries(refusals),
        cuts: Object.fromEntries(cuts),
        list: gateway.devices(),
      }
    }),
    route(controlMqttPackets, ({ query: { sn } }) => {
      if (!gateway?.connection(sn))
        throw new PlatformError('notFound', `No client speaks for the device ${sn}.`, 'sn')
      return { list: gateway.packetsOf(sn) }
    }),
  ]
}
