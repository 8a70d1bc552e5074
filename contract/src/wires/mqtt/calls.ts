import { z } from 'zod'
import { ACCESS } from '../../access.ts'
import { emptyQuery, get } from '../../call.ts'
import { Counts, connectedDeviceFields, gatewayFields } from '../../control/gateway-state.ts'
import { SerialNumber } from '../../control/serial-numbers.ts'

const access = ACCESS.control
const origin = 'assumed' as const

export const controlMqttDevices = get('/control/mqtt/devices', {
  name: 'control.mqttDevices',
  summary: 'The MQTT gateway with the devices of its clients, and our own devices at a broker.',
  origin,
  access,
  query: emptyQuery,
  data: z.object({
    ...gatewayFields,
    refusals: Counts,
    list: z.array(z.object({ ...connectedDeviceFields, isOnline: z.boolean() })),
    /** Our own devices at a broker (`--mqtt-to`); null without one. */
    to: z
      .object({
        address: z.string(),
        devices: z.number().int(),
        online: z.number().int(),
        sent: z.number().int().describe('reports, as messages'),
        acknowledged: z.number().int(),
        lost: z.number().int(),
        set: z.number().int().describe('messages whose settings hold'),
        refused: z.number().int().describe('messages that set nothing'),
        breaks: z.number().int().describe('connections that failed or broke'),
        lastError: z
          .object({ sn: SerialNumber, atMs: z.number(), text: z.string() })
          .nullable()
          .describe('why a connection last failed; atMs is platform time'),
      })
      .nullable(),
  }),
})

export const controlMqttPackets = get('/control/mqtt/packets', {
  name: 'control.mqttPackets',
  summary: 'Newest messages of an MQTT device, newest first: topic and payload.',
  codes: { 404: 'no client speaks for a device with this serial number' },
  origin,
  access,
  query: z.object({ sn: SerialNumber }),
  data: z.object({
    list: z.array(
      z.object({
        atMs: z.number(),
        direction: z.enum(['in', 'out']),
        text: z.string(),
        problem: z.string().optional(),
      }),
    ),
  }),
})

export const MQTT_CALLS = [controlMqttDevices, controlMqttPackets]
