import { expect, test } from 'vitest'
import { openServer } from './http-server.ts'
import { SocketBounds } from './socket-bounds.ts'

test('an error of the listener, as when the machine has no sockets left, is told and ends nothing', async () => {
  const failures: Error[] = []
  const bounds = new SocketBounds()
  await using http = await openServer({
    host: '127.0.0.1',
    port: 0,
    hostGuard: { checkHost() {}, checkOrigin() {} },
    bounds,
    answer: (_request, response) => void response.end('ok'),
    upgrade: () => false,
    onFailure: (error) => void failures.push(error),
  })
  const error = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' })
  http.server.emit('error', error)
  expect(failures).toEqual([error])
  expect(await (await fetch(`http://127.0.0.1:${http.port}/`)).text()).toBe('ok')
  bounds[Symbol.dispose]()
})
