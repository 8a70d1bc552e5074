/** An MQTT gateway on a port of this machine, with a platform behind it that remembers, and clients of npm. */
import { once } from 'node:events'
import { connect as dial, type Socket } from 'node:net'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import pino from 'pino'
import { afterEach } from 'vitest'
import { createManualClock } from '../../timeline/manual-clock.ts'
import type { DeviceIngest } from '../ingest.ts'
import { recordingIngest } from '../recording-ingest.test-support.ts'
import { createMqttGateway, type MqttGatewayDeps } from './create-mqtt-gateway.ts'

export const NOW_MS = Date.UTC(2026, 10, 25, 2)

/** To be called once, at the top of a test file. */
export function mqttRig() {
  const ends: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })
  return async (more: Partial<MqttGatewayDeps> & { answers?: Partial<DeviceIngest> } = {}) => {
    const { answers, ...options } = more
    const platform = recordingIngest(answers)
    const time = createManualClock(NOW_MS)
    const gateway = await createMqttGateway({
      host: '127.0.0.1',
      port: 0,
      ingest: platform.ingest,
      hostClock: time,
      platformClock: {
        now: () => time.now(),
        rate: () => 1,
        epoch: () => 0,
        zoneMinutes: 480,
        onChange: () => () => {},
      },
      log: pino({ level: 'silent' }),
      ...options,
    })
    ends.push(() => gateway[Symbol.asyncDispose]())
    return {
      ...platform,
      gateway,
      time,
      /** A client that has signed in; rejects with the broker's refusal. */
      async client(given: IClientOptions = {}): Promise<MqttClient> {
        const client = mqtt.connect(`mqtt://127.0.0.1:${gateway.port}`, { reconnectPeriod: 0, ...given })
        ends.push(() => client.endAsync(true))
        await new Promise<void>((resolve, reject) => {
          client.once('connect', () => resolve())
          client.once('error', reject)
        })
        client.on('error', () => {})
        return client
      },
      /** A bare socket. */
      async socket(): Promise<Socket> {
        const socket = dial(gateway.port, '127.0.0.1')
        ends.push(() => socket.destroy())
        socket.on('error', () => {}).resume()
        await once(socket, 'connect')
        return socket
      },
    }
  }
}
