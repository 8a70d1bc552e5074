import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { headers: IncomingMessage['headers']; body: string; json: PushBody }
export type PushBody = {
  version: number
  kind: string
  rule: { id: number; name: string }
  dropped: number
  events: { event: string; time: number; alarm: { alarmSeq: string; processingType: number | null } }[]
}

/** A receiver of pushes on loopback. `answer` decides its reply; requests are kept in order. */
export async function createReceiver(
  answer: (response: ServerResponse, count: number) => void = (response) => response.writeHead(204).end(),
) {
  const requests: Received[] = []
  let waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      requests.push({ headers: request.headers, body, json: JSON.parse(body) as PushBody })
      answer(response, requests.length)
      for (const wake of waiting) wake()
      waiting = []
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    requests,
    /** Resolves when that many requests have come. */
    async came(count: number): Promise<Received> {
      while (requests.length < count) await new Promise<void>((wake) => waiting.push(wake))
      return requests[count - 1]!
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
