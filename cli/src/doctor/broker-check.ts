import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DataOut } from '@backlot/contract/call'
import { controlMqttDevices } from '@backlot/contract/wires/mqtt/calls'
import { readMqttOrder } from '@backlot/simulator/composition/wires/mqtt/mqtt-order'
import { probeBroker } from '@backlot/simulator/composition/wires/mqtt/probe-broker'
import { controlCall, findControl } from '../control-client.ts'
import type { Check, Finding } from './check.ts'

const NAME = 'BACKLOT_MQTT_TO'
const DEVICES = 'devices over MQTT'

/** The broker at which devices of kind files are to publish, as the environment names it: it is signed in at. */
export function broker(given: string): Check {
  return async () => {
    const order = readMqttOrder(given)
    if (typeof order === 'string')
      return { name: NAME, state: 'broken', found: order, wayOut: 'Correct it, or unset it (docs/mqtt.md).' }
    const refusal = await probeBroker(order)
    if (refusal === undefined) return { name: NAME, state: 'good', found: `${order.address} lets devices in` }
    const wayOut = 'Start the broker there, or correct address, user name and password (docs/mqtt.md).'
    return { name: NAME, state: 'lacking', found: `${order.address}: ${refusal}`, wayOut }
  }
}

/** Devices of the platform that runs with a data folder, at their broker; nothing without a running one or a broker. */
export async function devicesAtBroker(folder: string): Promise<Check[]> {
  if (!existsSync(join(folder, 'control.json'))) return []
  try {
    const { to } = await controlCall(findControl({ data: folder }), controlMqttDevices)
    return to ? [() => findingOf(to)] : []
  } catch {
    // The file is that of a platform that has ended.
    return []
  }
}

type AtBroker = NonNullable<DataOut<typeof controlMqttDevices>['to']>

/** Good while every device that has power and signal is connected, as far as the broker decides it. */
export function findingOf({ address, devices, online, sent, lost, lastError }: AtBroker): Finding {
  const last = lastError ? `; last error, ${lastError.sn}: ${lastError.text}` : ''
  const found = `${online} of ${devices} online at ${address}, ${sent} messages sent, ${lost} lost${last}`
  if (online > 0 || devices === 0 || !lastError) return { name: DEVICES, state: 'good', found }
  return {
    name: DEVICES,
    state: 'lacking',
    found,
    wayOut: 'Start the broker, or correct --mqtt-to (docs/mqtt.md).',
  }
}
