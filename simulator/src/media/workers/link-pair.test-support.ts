import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'

/** Both ends of a link over loopback. */
export async function linkPair(): Promise<AsyncDisposable & { core: WebSocket; worker: WebSocket }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const worker = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const [core] = (await once(server, 'connection')) as [WebSocket]
  if (worker.readyState !== WebSocket.OPEN) await once(worker, 'open')
  return {
    core,
    worker,
    async [Symbol.asyncDispose]() {
      worker.terminate()
      core.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const NO_LOG = {
  info: () => undefined,
  warn: () => undefined,
  debug: () => undefined,
  error: () => undefined,
}
