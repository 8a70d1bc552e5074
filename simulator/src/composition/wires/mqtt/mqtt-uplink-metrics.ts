import type { UplinkState, UplinkStats } from '../../../fleet/uplinks/uplink.ts'
import type { Metrics } from '../../../telemetry/metrics.ts'
import type { MqttUplinks } from './open-mqtt-uplinks.ts'

const STATES = ['online', 'connecting', 'waiting', 'down'] as const satisfies UplinkState[]

export const sumOf = (
  stats: readonly UplinkStats[],
  name: 'sent' | 'acked' | 'lost' | 'answered' | 'breaks',
) => stats.reduce((sum, each) => sum + each[name], 0)

/** Messages between our own devices and their broker: reports, and those that set something. */
export function mqttMessages(uplinks: Pick<MqttUplinks, 'stats' | 'refused'>) {
  const stats = uplinks.stats()
  return {
    sent: sumOf(stats, 'sent'),
    acknowledged: sumOf(stats, 'acked'),
    lost: sumOf(stats, 'lost'),
    set: sumOf(stats, 'answered'),
    refused: uplinks.refused(),
  }
}

/** Figures of our own devices at a broker; zero without one. What a device counted goes with it. */
export function mqttUplinkMetrics(
  { gauges, counter, counterBy }: Metrics,
  uplinks: MqttUplinks | undefined,
): void {
  gauges('backlot_mqtt_to_devices', 'Own devices at an MQTT broker (--mqtt-to), by state.', ['state'], () => {
    const all = uplinks?.stats() ?? []
    return STATES.map((state) => [{ state }, all.filter((one) => one.state === state).length] as const)
  })
  counterBy(
    'backlot_mqtt_to_messages_total',
    'Messages between own devices and their MQTT broker, by what became of them.',
    'result',
    () => Object.entries(uplinks ? mqttMessages(uplinks) : {}),
  )
  counter(
    'backlot_mqtt_to_breaks_total',
    'Connections of own devices to their MQTT broker that failed or broke.',
    () => sumOf(uplinks?.stats() ?? [], 'breaks'),
  )
}
