import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createHttpListener, type HttpListener } from './create-http-listener.ts'

let listener: HttpListener
/** Requests to `/slow` that wait for their answer. */
let slow: (() => void)[]
beforeEach(async () => {
  slow = []
  listener = await createHttpListener({
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [],
    allowedOrigins: [],
    log: pino({ level: 'silent' }),
  })
})
afterEach(() => listener[Symbol.asyncDispose]())

const sockets = new WebSocketServer({ noServer: true })
const open = (name: string) =>
  listener.open({
    calls: () => false,
    middlewares: [
      (request, response) => {
        if (request.url === '/slow') slow.push(() => response.end(name))
        else if (request.url === '/endless') response.write(name)
        else response.end(name)
      },
    ],
    upgrades: [
      (request, socket, head) => {
        sockets.handleUpgrade(request, socket, head, (each) => each.send(name))
        return true
      },
    ],
  })
const ask = (path: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port: listener.port, path }, resolve).on('error', reject)
  })
const answer = async (path: string) => text(await ask(path))

test('while it is held, what came before is answered by the old parts, and what comes waits for the new ones', async () => {
  open('old')
  const before = answer('/slow')
  await expect.poll(() => slow.length).toBe(1)
  const holding = listener.hold()
  const after = Promise.all([answer('/a'), answer('/b')])
  const socket = new WebSocket(`ws://127.0.0.1:${listener.port}/channel`)
  const greeting = once(socket, 'message')
  slow[0]!()
  await holding
  listener.cutRest()
  expect(await before).toBe('old')
  await turn()
  open('new')
  expect(await after).toEqual(['new', 'new'])
  expect(String((await greeting)[0])).toBe('new')
  socket.terminate()
})

test('replies that last are cut, and what is not answered within a second', async () => {
  open('old')
  const endless = await ask('/endless')
  const unanswered = answer('/slow').catch((error: Error & { code?: string }) => error.code)
  await expect.poll(() => slow.length).toBe(1)
  await listener.hold()
  listener.cutRest()
  expect(await unanswered).toBe('ECONNRESET')
  await expect(text(endless)).rejects.toThrow(/aborted/)
  open('new')
  expect(await answer('/a')).toBe('new')
})
