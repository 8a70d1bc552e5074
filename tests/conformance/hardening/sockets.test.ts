// Sockets that send too much, too slowly, or nothing: each costs itself.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createSimulator } from '../../../simulator/src/create-simulator.ts'
import type { Simulator } from '../../../simulator/src/simulator.ts'
import { ChannelClient } from '../../../testing/channel-client.ts'
import { Operator } from '../../../testing/operator.ts'

let simulator: Simulator
let admin: Operator
let port: number
beforeAll(async () => {
  simulator = await createSimulator({ port: 0, data: ':memory:', logLevel: 'silent', encoderBudget: 0 })
  admin = await Operator.signIn(simulator.url)
  port = Number(new URL(simulator.url).port)
})
afterAll(() => simulator[Symbol.asyncDispose]())

const DOORS = ['/realtime', '/talk'] as const
const login = (path: string) =>
  JSON.stringify({
    type: path === '/talk' ? 'talkLogin' : 'login',
    service: 'intercom',
    projectName: 'backlot',
    loginName: 'admin',
    sessionId: admin.sessionId,
  })

/** A WebSocket by hand, so that frames can be sent which no library sends. */
async function upgraded(path: string, headers = ''): Promise<{ socket: Socket; head: string }> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n${headers}\r\n`,
  )
  const [head] = (await once(socket, 'data')) as [Buffer]
  return { socket, head: head.toString('latin1') }
}

/** A masked frame of a client (RFC 6455 §5.2); the mask is of zeros. */
function frame(first: number, payload: string | Buffer): Buffer {
  const body = Buffer.from(payload)
  const length =
    body.length < 126 ? Buffer.of(0x80 | body.length) : Buffer.of(0xfe, body.length >> 8, body.length & 255)
  return Buffer.concat([Buffer.of(first), length, Buffer.alloc(4), body])
}

/** The close code of the frame with which a socket ends; undefined when it was just cut. */
async function closeCode(socket: Socket): Promise<number | undefined> {
  let last = Buffer.alloc(0)
  socket.on('data', (part: Buffer) => {
    last = Buffer.concat([last, part]).subarray(-4096)
  })
  await once(socket, 'close')
  const at = last.lastIndexOf(0x88)
  return at < 0 ? undefined : last.readUInt16BE(at + 2)
}

describe.each(DOORS)('%s', (path) => {
  it('closes a console whose message is longer than any of ours', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`)
    await once(socket, 'open')
    socket.on('error', () => {})
    socket.send(login(path))
    socket.send('x'.repeat(2 * 1024 * 1024))
    const [code] = (await once(socket, 'close')) as [number]
    expect(code).toBe(1009)
  })

  it('closes a console that sends one message in endless pieces', async () => {
    const { socket } = await upgraded(path)
    const closed = closeCode(socket)
    socket.write(frame(0x01, 'a'))
    const pieces = Buffer.concat(Array.from({ length: 1000 }, () => frame(0x00, '')))
    for (let n = 0; n < 40 && !socket.destroyed; n++) socket.write(pieces)
    expect(await closed).toBe(1008)
  })

  it('unpacks nothing: no compression is agreed to, and what comes compressed ends the connection', async () => {
    const { socket, head } = await upgraded(path, 'Sec-WebSocket-Extensions: permessage-deflate\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 101/)
    expect(head.toLowerCase()).not.toContain('sec-websocket-extensions')
    const closed = closeCode(socket)
    socket.write(frame(0xc1, 'a compressed bomb'))
    expect(await closed).toBe(1002)
  })

  it('closes a console that nests deeper than any frame, and one that names a prototype', async () => {
    for (const text of ['['.repeat(200), '{"type":"login","__proto__":{"sessionId":"x"}}']) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`)
      await once(socket, 'open')
      socket.send(text)
      const [code] = (await once(socket, 'close')) as [number]
      expect(code).toBe(4401)
    }
  })
})

describe.each(DOORS)('%s', (path) => {
  it('cuts a console that sends pings without end and reads none of the answers', async () => {
    const { socket } = await upgraded(path)
    socket.write(frame(0x81, login(path)))
    await once(socket, 'data')
    socket.pause()
    const pings = Buffer.concat(Array.from({ length: 500 }, () => frame(0x89, 'x'.repeat(125))))
    // Some 60 MB of answers, far more than sockets hold between them.
    for (let n = 0; n < 900 && !socket.destroyed; n++) {
      if (socket.write(pings)) continue
      await new Promise<void>((resolve) => {
        socket.once('drain', resolve)
        socket.once('close', resolve)
      })
    }
    expect(socket.destroyed).toBe(true)
  })
})

it('a console that subscribes and speaks without end is read at a bounded rate, and the others go on', async () => {
  await using quiet = await ChannelClient.open(admin)
  const { socket } = await upgraded('/realtime')
  socket.resume()
  socket.write(frame(0x81, login('/realtime')))
  const everything = { topics: ['gps', 'status', 'alarm'], scope: { kind: 'subtree', groupId: 0 } }
  const say = (n: number) => JSON.stringify({ type: 'subscribe', id: `s${n % 64}`, ...everything })
  const flood = Buffer.concat(Array.from({ length: 3000 }, (_, n) => frame(0x81, say(n))))
  socket.write(flood)
  for (let n = 0; n < 20; n++) {
    quiet.send({ type: 'ping', at: n })
    await quiet.until(() => quiet.frames.some((one) => one.type === 'pong' && one.at === n))
  }
  // Messages not read yet wait in the sockets: twenty were answered meanwhile.
  const received = async () => {
    const text = await (await fetch(new URL('/metrics', simulator.url))).text()
    return Number(/backlot_channel_frames_total\{direction="in"\} (\d+)/.exec(text)?.[1])
  }
  expect(await received()).toBeLessThan(3000)
  socket.destroy()
})

it('a frame of more keys than any has is refused by its reason, and so is a call with them', async () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 1]))
  const call = (count: number) =>
    ({ type: 'request', requestId: 'r', call: 'recordings.query', body: keys(count) }) as const
  await using client = await ChannelClient.open(admin)
  client.send(call(1500))
  await client.until(() => client.frames.some((frame) => frame.type === 'reply' && frame.code === 400))
  const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime`)
  await once(socket, 'open')
  socket.send(login('/realtime'))
  socket.send(JSON.stringify(call(20_000)))
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer]
  expect([code, String(reason)]).toEqual([
    4400,
    'The frame is refused: it has more than 2000 different keys.',
  ])
})

it('a flood of silent sockets keeps nobody from signing in', async () => {
  const silent = await Promise.all(
    Array.from({ length: 450 }, async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime`)
      socket.on('error', () => {})
      await once(socket, 'open')
      return socket
    }),
  )
  await using client = await ChannelClient.open(admin)
  expect(client.frames.find(({ type }) => type === 'loginReply')).toMatchObject({ code: 0 })
  await expect
    .poll(() => silent.filter(({ readyState }) => readyState === WebSocket.CLOSED).length)
    .toBeGreaterThan(0)
  for (const socket of silent) socket.terminate()
})

it('a console that asks faster than it is answered is told so, and goes on', async () => {
  await using client = await ChannelClient.open(admin)
  for (let n = 0; n < 300; n++) {
    client.send({ type: 'request', requestId: `r${n}`, call: 'recordings.query', body: {} })
  }
  const replies = () => client.frames.filter(({ type }) => type === 'reply')
  await client.until(() => replies().length === 300)
  const codes = new Set(replies().map((reply) => 'code' in reply && reply.code))
  expect([...codes].every((code) => code === 400 || code === 429)).toBe(true)
  client.send({ type: 'ping', at: 1 })
  await client.until(() => client.frames.some(({ type }) => type === 'pong'))
})
