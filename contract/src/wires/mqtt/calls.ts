import { z } from 'zod'
import { ACCESS } from '../../access.ts'
import { emptyQuery, get } from '../../call.ts'
import { Counts, connectedDeviceFields, gatewayFields } from '../../control/gateway-state.ts'
import { SerialNumber } from '../../control/serial-numbers.ts'

const access = ACCESS.control
const origin = 'assumed' as const

export const controlMqttDevices = get('/control/mqtt/devices', {
  name: 'control.mqttDevices',
  summary: 'The MQTT gateway: its counters and the devices of the connected clients.',
  origin,
  access,
  query: emptyQuery,
  data: z.object({
    ...gatewayFields,
    refusals: Counts,
    list: z.array(z.object({ ...connectedDeviceFields, isOnline: z.boolean() })),
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
