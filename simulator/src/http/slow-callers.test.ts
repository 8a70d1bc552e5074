import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBytes } from '../calls/read-body.ts'
import { type HttpServer, openServer } from './http-server.ts'
import { SocketBounds } from './socket-bounds.ts'

let server: HttpServer
const bounds = new SocketBounds()
const answered: string[] = []
beforeAll(async () => {
  server = await openServer({
    host: '127.0.0.1',
    port: 0,
    hostGuard: { checkHost() {}, checkOrigin() {} },
    bounds,
    answer(request, response) {
      readBytes(request, 1000).then(
        (bytes) => {
          answered.push(String(bytes))
          response.end('ok')
        },
        () => response.destroy(),
      )
    },
    upgrade: () => false,
    onFailure() {},
    times: { headMs: 150, requestMs: 300, idleMs: 100, lookMs: 30 },
  })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  bounds[Symbol.dispose]()
})

/** Sends a beginning, then a letter now and then for ever; answers everything received before it was cut. */
async function drip(begin: string): Promise<string> {
  const socket = connect({ port: server.port, host: '127.0.0.1' })
  let heard = ''
  socket.setEncoding('latin1').on('error', () => {})
  socket.on('data', (text) => {
    heard += text
  })
  socket.write(begin)
  const dripping = setInterval(() => socket.write('a'), 20)
  // It may be reset, which is no failure.
  await new Promise((closed) => socket.once('close', closed))
  clearInterval(dripping)
  return heard
}

test.each([
  ['the head of a request', 'GET / HTTP/1.1\r\nHost: x\r\nX-Long: '],
  [
    'the handshake of a WebSocket',
    'GET /realtime HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX: ',
  ],
  ['a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n'],
  ['a body in pieces', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n384\r\n'],
])('who sends %s letter by letter is cut', async (_name, begin) => {
  // A request that was being read may be cut without an answer; it is over either way.
  expect(await drip(begin)).toMatch(/^(HTTP\/1\.1 408|$)/)
})

test('who sends at once is answered beside them', async () => {
  const slow = drip('GET / HTTP/1.1\r\nHost: x\r\nX: ')
  const answer = await fetch(`http://127.0.0.1:${server.port}/`, { method: 'POST', body: 'quick' })
  expect(await answer.text()).toBe('ok')
  expect(answered).toContain('quick')
  await slow
})

test.each([
  ['has sent nothing yet', ''],
  ['has had its reply', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
])('a connection that %s and stays silent is cut', async (_name, begin) => {
  const socket = connect({ port: server.port, host: '127.0.0.1' })
  socket.on('error', () => {}).resume()
  socket.write(begin)
  await new Promise((closed) => socket.once('close', closed))
})
