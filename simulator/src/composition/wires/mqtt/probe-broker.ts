import { connectAsync } from 'mqtt'
import type { MqttOrder } from './mqtt-order.ts'

const WITHIN_MS = 4000

/** Signs in at a broker as a device would, and leaves. Answers what it was refused with; undefined: it was let in. */
export async function probeBroker({
  host,
  port,
  version,
  username,
  password,
}: MqttOrder): Promise<string | undefined> {
  try {
    const client = await connectAsync({
      protocol: 'mqtt',
      host,
      port,
      protocolVersion: version,
      clientId: `backlot-doctor-${process.pid}`,
      connectTimeout: WITHIN_MS,
      reconnectPeriod: 0,
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
    })
    await client.endAsync()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
