import { FOREIGN_PROTOCOLS } from '@backlot/contract/devices/constants'
import { KINDS } from '../../../devices/kinds.ts'
import { createMqttGateway, type MqttGateway } from '../../../gateways/mqtt/create-mqtt-gateway.ts'
import { readMqttMapping } from '../../../gateways/mqtt/read-mqtt-mapping.ts'
import type { Disposal } from '../../../kernel/disposal.ts'
import { DEFAULT_MQTT_MAPPING } from '../../../wire/mqtt/default-mapping.ts'
import type { Config } from '../../config.ts'
import { type ListenerSurroundings, type OpenGateway, openListener } from '../open-gateway.ts'

export type ClientGateway = OpenGateway & MqttGateway

/** Opens the broker for users' own devices; undefined when it is off. Throws a StartError for its port or its mapping. */
export async function openMqtt(
  deps: ListenerSurroundings & { config: Pick<Config, 'host' | 'mqttPort' | 'mqttMapping'> },
  disposal: Disposal,
): Promise<ClientGateway | undefined> {
  const { config, metrics } = deps
  const { title } = FOREIGN_PROTOCOLS.mqtt
  const { mqttMapping } = config
  const own = mqttMapping === undefined ? undefined : readMqttMapping(mqttMapping).topics
  // Topics of a kind count before the usual ones, and behind those that somebody wrote for this platform.
  const ofKinds = Object.values(KINDS).flatMap(({ mqtt }) => mqtt?.mapping.topics ?? [])
  const mapping = { topics: own ? [...own, ...ofKinds] : [...ofKinds, ...DEFAULT_MQTT_MAPPING.topics] }
  const gateway = await openListener(
    { wire: 'mqtt', title, unit: 'message' },
    { host: config.host, port: config.mqttPort },
    deps,
    (given) => createMqttGateway({ ...given, mapping }),
  )
  if (!gateway) return undefined
  disposal.use(gateway)
  metrics.gauge('backlot_mqtt_devices', 'Devices of connected MQTT clients.', () => gateway.devices().length)
  metrics.counterBy(
    'backlot_mqtt_refusals_total',
    'Messages and sign-ins of MQTT clients that were refused, by reason.',
    'reason',
    () => gateway.counters.refusals,
  )
  return {
    ...gateway,
    clients: () => gateway.devices().map((device) => ({ ...device, standard: `${title} 3.1.1` })),
    connection: (sn) => gateway.devices().find((device) => device.sn === sn),
  }
}
