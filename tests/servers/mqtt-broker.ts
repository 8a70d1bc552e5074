import { once } from 'node:events'
import { createServer } from 'node:net'
import { Aedes, type Client } from 'aedes'

/** A broker that remembers who said what. */
export async function openBroker() {
  const broker = await Aedes.createBroker()
  const server = createServer(broker.handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  /** By device: each report's time, and the connection that it came over. */
  const reports = new Map<string, { ts: number; client: Client }[]>()
  broker.on('publish', ({ topic, payload }, client) => {
    const sn = /^devices\/([^/]+)\/telemetry$/.exec(topic)?.[1]
    if (sn === undefined || !client) return
    const { ts } = JSON.parse(payload.toString()) as { ts: number }
    reports.set(sn, [...(reports.get(sn) ?? []), { ts, client }])
  })
  return {
    port: address.port,
    reports,
    /** Devices that have reported since a moment. */
    speakingSince: (ms: number) => [...reports.values()].filter((list) => list.at(-1)!.ts >= ms).length,
    async [Symbol.asyncDispose]() {
      server.close()
      await new Promise<void>((resolve) => broker.close(() => resolve()))
    },
  }
}

/** Whether a report came twice. */
export const isTwice = (list: readonly { ts: number }[]) =>
  new Set(list.map(({ ts }) => ts)).size < list.length
/** Whether a connection spoke after another one of the same device had begun to. */
export const overlaps = (list: readonly { client: Client }[]) => {
  const turns = list.filter(({ client }, i) => client !== list[i - 1]?.client)
  return new Set(turns.map(({ client }) => client)).size < turns.length
}
