// Requests by the thousand on one socket, whose replies nobody reads: each socket costs itself, and others are answered.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createSimulator, type Simulator } from '@backlot/simulator/create-simulator'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Operator } from '../../testing/operator.ts'

let simulator: Simulator
let admin: Operator
let port: number
const sockets: Socket[] = []

beforeAll(async () => {
  simulator = await createSimulator({
    port: 0,
    data: ':memory:',
    seed: 7,
    logLevel: 'silent',
    encoderBudget: 0,
  })
  admin = await Operator.signIn(simulator.url)
  port = Number(new URL(simulator.url).port)
})
afterAll(() => simulator[Symbol.asyncDispose]())
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await expect.poll(() => metric('backlot_http_waiting_requests')).toBe(0)
  await expect.poll(() => metric('backlot_http_waiting_bytes')).toBe(0)
})

const request = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${admin.cookie}\r\n\r\n`

/** A socket that sends requests at once and reads nothing. */
function flood(path: string, count: number): Socket {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  socket.write(request(path).repeat(count))
  sockets.push(socket)
  return socket
}

/** It may be reset, which is no failure. */
const end = (socket: Socket) => new Promise((resolve) => socket.resume().once('close', resolve))

/** Bytes of a reply with its head, as this socket would get it. */
async function sizeOf(path: string): Promise<number> {
  const response = await fetch(simulator.url + path, {
    headers: { cookie: admin.cookie, 'accept-encoding': 'identity' },
  })
  const head = [...response.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 200)
  return head + (await response.arrayBuffer()).byteLength
}

const healthy = async () => (await fetch(`${simulator.url}/healthz`)).status

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${simulator.url}/metrics`)).text()
  const line = text.split('\n').find((row) => row.startsWith(`${name} `))
  return Number(line?.split(' ')[1])
}
const closed = (reason: string) => metric(`backlot_http_closed_total{reason="${reason}"}`)

const LIST = '/deviceTreetable/list?parentId=0&childNode=1&currentPage=1&pageSize=100'

describe.each([
  '/openapi.json',
  '/asyncapi.json',
  '/docs',
  '/metrics',
  '/healthz',
  '/',
  '/control/ui/',
  '/manual/',
  '/control/ui',
  '/nowhere',
  '/user/verifycode',
  LIST,
])('%s', (path) => {
  it('holds one reply for a socket that asks 90 times and does not read', async () => {
    const size = await sizeOf(path)
    const before = await closed('pipelined')
    flood(path, 90)
    for (let n = 0; n < 3; n++) {
      expect(await healthy()).toBe(200)
      expect(await metric('backlot_http_waiting_bytes')).toBeLessThanOrEqual(size)
    }
    expect(await closed('pipelined')).toBe(before)
  })

  it('ends ten sockets that ask 1,300 times each, and goes on', async () => {
    const before = await closed('pipelined')
    const ends = Array.from({ length: 10 }, () => end(flood(path, 1300)))
    expect(await healthy()).toBe(200)
    await Promise.all(ends)
    expect(await closed('pipelined')).toBe(before + 10)
    expect(await metric('backlot_http_waiting_requests')).toBe(0)
  })
})

it('who reads gets all of the replies, in their order', async () => {
  const socket = connect({ port, host: '127.0.0.1' })
  const paths = Array.from({ length: 30 }, (_, n) => [`/openapi.json`, `/nowhere-${n}`, '/healthz']).flat()
  socket.write(paths.map(request).join(''))
  let text = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part
  })
  while (text.split('{"ok":true').length <= 30) await once(socket, 'data')
  socket.destroy()
  const order = [...text.matchAll(/"openapi":"3|nowhere-\d+|\{"ok":true/g)].map(([found]) => found)
  expect(order).toEqual(
    Array.from({ length: 30 }, (_, n) => ['"openapi":"3', `nowhere-${n}`, '{"ok":true']).flat(),
  )
})

it('WebSockets that are refused by the hundred leave no connection behind', async () => {
  const upgrade = (path: string, host: string) =>
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`
  for (let n = 0; n < 200; n++) {
    // They never close by themselves.
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => {}).resume()
    socket.write(n % 2 ? upgrade('/nowhere', `127.0.0.1:${port}`) : upgrade('/realtime', 'evil.example'))
    sockets.push(socket)
  }
  await Promise.all(sockets.map((socket) => once(socket, 'end')))
  await expect.poll(() => metric('backlot_http_connections'), { timeout: 20_000 }).toBeLessThan(20)
})
