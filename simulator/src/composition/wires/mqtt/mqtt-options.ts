import { z } from 'zod'
import { askedPort } from '../../option-types.ts'

export const MQTT_OPTIONS = {
  /** Broker for users' own devices. */
  mqttPort: askedPort,
  /** File of topics and payloads; left out: the built-in mapping. */
  mqttMapping: z.string().min(1).optional(),
}
