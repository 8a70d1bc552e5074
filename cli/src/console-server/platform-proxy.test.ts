import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { createPlatformProxy } from './platform-proxy.ts'

async function listen(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    [Symbol.dispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

it.each([
  ['GET', 200],
  ['POST', 503],
])(
  'a %s on a connection that the platform closes at that moment is answered with %i',
  async (method, status) => {
    const answered = new WeakSet<object>()
    let asked = 0
    using platform = await listen((request, response) => {
      asked += 1
      // A connection serves one request, although the platform did not say so.
      if (answered.has(request.socket)) return void request.socket.destroy()
      answered.add(request.socket)
      response.end('here')
    })
    using proxy = createPlatformProxy({
      ...{ insecure: false, ca: undefined, secure: false },
      refuse: (_error, _request, response) => void response.writeHead(503).end(),
    })
    using console = await listen((request, response) => proxy.pass(request, response, platform.url))
    expect((await fetch(console.url)).status).toBe(200)
    expect((await fetch(console.url, { method })).status).toBe(status)
    expect(asked).toBe(method === 'GET' ? 3 : 2)
  },
)
