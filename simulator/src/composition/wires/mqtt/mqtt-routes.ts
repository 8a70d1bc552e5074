import { controlMqttDevices, controlMqttPackets } from '@backlot/contract/wires/mqtt/calls'
import { type Route, route } from '../../../calls/route.ts'
import { PlatformError } from '../../../kernel/platform-error.ts'
import { mqttMessages, sumOf } from './mqtt-uplink-metrics.ts'
import type { ClientGateway } from './open-mqtt.ts'
import type { MqttUplinks } from './open-mqtt-uplinks.ts'

/** MQTT: whose clients are connected to the gateway, their messages, and our own devices at a broker. */
export function mqttRoutes(gateway: ClientGateway | undefined, uplinks: MqttUplinks | undefined): Route[] {
  const to = () => {
    if (!uplinks) return null
    const stats = uplinks.stats()
    return {
      address: uplinks.address,
      devices: stats.length,
      online: stats.filter(({ state }) => state === 'online').length,
      ...mqttMessages(uplinks),
      breaks: sumOf(stats, 'breaks'),
      lastError: uplinks.lastError() ?? null,
    }
  }
  return [
    route(controlMqttDevices, () => {
      if (!gateway)
        return {
          address: null,
          connections: 0,
          counters: {},
          problems: {},
          refusals: {},
          cuts: {},
          list: [],
          to: to(),
        }
      const { problems, refusals, cuts, ...counters } = gateway.counters
      return {
        address: gateway.address,
        connections: gateway.connections(),
        counters,
        problems: Object.fromEntries(problems),
        refusals: Object.fromEntries(refusals),
        cuts: Object.fromEntries(cuts),
        list: gateway.devices(),
        to: to(),
      }
    }),
    route(controlMqttPackets, ({ query: { sn } }) => {
      if (!gateway?.connection(sn))
        throw new PlatformError('notFound', `No client speaks for the device ${sn}.`, 'sn')
      return { list: gateway.packetsOf(sn) }
    }),
  ]
}
