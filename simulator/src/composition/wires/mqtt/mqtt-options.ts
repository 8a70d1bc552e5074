import { z } from 'zod'
import { askedPort } from '../../option-types.ts'
import { type MqttOrder, readMqttOrder } from './mqtt-order.ts'

export const MQTT_OPTIONS = {
  /** Broker for users' own devices. */
  mqttPort: askedPort,
  /** File of topics and payloads; left out: the built-in mapping. */
  mqttMapping: z.string().min(1).optional(),
  /** Broker at which our own devices publish, those of kind files with topics; left out: none. */
  mqttTo: z
    .string()
    .transform((text, context): MqttOrder => {
      const order = readMqttOrder(text)
      if (typeof order !== 'string') return order
      // The address may have a password in it.
      context.issues.push({ code: 'custom', message: order, input: undefined })
      return z.NEVER
    })
    .optional(),
}
