import { once } from 'node:events'
import { expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { closeSocket } from './relay-socket.ts'

it('a reason that is longer than a close frame holds is cut', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.on('connection', (socket) => closeSocket(socket, 4001, '连'.repeat(100)))
  const page = new WebSocket(`ws://127.0.0.1:${port}`)
  const [code, reason] = (await once(page, 'close')) as [number, Buffer]
  expect([code, reason.toString()]).toEqual([4001, '连'.repeat(41)])
  server.close()
})
