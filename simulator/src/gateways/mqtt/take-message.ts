import type { MqttTopic } from '../../wire/mqtt/mqtt-mapping.ts'
import type { ReadMessage } from '../../wire/mqtt/read-message.ts'
import { deviceTime } from '../device-time.ts'
import { receivedValue } from '../received-value.ts'
import type { MqttContext } from './mqtt-context.ts'

/** Hands on what a message brings: readings, a position, alarms that begin or end. `nowMs` is platform time. */
export function takeMessage(
  { ingest, alarms, counters }: Pick<MqttContext, 'ingest' | 'alarms' | 'counters'>,
  sn: string,
  rule: MqttTopic,
  message: ReadMessage,
  nowMs: number,
): void {
  const { statedMs, values, position } = message
  const time = deviceTime(statedMs, nowMs)
  const { atMs, late } = time
  if (statedMs !== undefined && !time.plausible) counters.implausibleTimes++
  if (position) {
    counters.positions++
    ingest.position(sn, { ...position, atMs, late })
  }
  if (values.length > 0) {
    counters.readings++
    if (late) counters.lateReadings++
    ingest.readings(sn, { atMs, interval: 'realtime', rows: values.map(receivedValue), late })
  }
  if (!message.alarms) return
  alarms.take(sn, message.alarms, atMs, rule.alarm?.types ?? {}, {
    ...(position ? { position: { longitude: position.longitude, latitude: position.latitude } } : {}),
    ...(late ? { receivedMs: nowMs } : {}),
  })
}
