import { once } from 'node:events'
import { createServer } from 'node:http'
import { CHANNEL_PATH } from '@backlot/contract/channel/frames'
import { expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { Counterparts } from './counterparts.ts'
import { acceptChannel, joinChannel, type LoginFrame } from './join-channel.ts'
import { SimulatedCalls } from './simulated-calls.ts'
import type { SimulatedPart } from './simulated-part.ts'

const LOGIN: LoginFrame = { type: 'login', projectName: 'p', loginName: 'l', sessionId: 's' }

/** A channel that notes what it hears and says what it is told to. */
async function openChannel() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const heard: Record<string, unknown>[] = []
  const open = new Set<WebSocket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('message', (data) => {
      const frame = JSON.parse(data.toString()) as Record<string, unknown>
      heard.push(frame)
      if (frame['type'] === 'login') socket.send(JSON.stringify({ type: 'loginReply', code: 0, boot: 'b' }))
      if (frame['type'] === 'subscribe')
        socket.send(JSON.stringify({ type: 'subscribed', id: frame['id'], code: 0, msg: '' }))
    })
  })
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    open,
    [Symbol.dispose]() {
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}

/** A server whose page sockets are accepted and joined; the join waits for `ready`. */
async function openConsole(
  urls: { platform: string; simulator: string },
  ready: Promise<unknown> = Promise.resolve(),
) {
  const counterparts = new Counterparts()
  // What a join needs of a part, whose simulator takes seconds to start.
  const part = {
    counterparts,
    simulator: { url: urls.simulator, signIn: { loginName: 'admin' } },
    admin: async () => ({ sessionId: 'own' }),
    toPage: (value: unknown) => value,
  } as unknown as SimulatedPart
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const joined: Promise<void>[] = []
  const watched: string[] = []
  const watch = { used: () => watched.push('used'), changed: () => watched.push('changed') }
  const accept = async (...given: Parameters<typeof acceptChannel>) => {
    const accepted = await acceptChannel(...given)
    if (!accepted) return
    await ready
    const platform = {
      address: new URL(CHANNEL_PATH, urls.platform.replace('http', 'ws')),
      headers: {},
      rejectUnauthorized: true,
    }
    const deps = {
      part,
      simulated: new SimulatedCalls(['alarms']),
      platform,
      check: () => {},
      watch,
      language: 'en' as const,
    }
    await joinChannel({ ...deps, generation: 0, isSame: () => true }, accepted)
  }
  server.on('upgrade', (...given) => joined.push(accept(...given)))
  const { port } = server.address() as { port: number }
  return {
    joined,
    watched,
    page: () => new WebSocket(`ws://127.0.0.1:${port}${CHANNEL_PATH}`),
    [Symbol.dispose]: () => void server.close(),
  }
}

it('what a page says while the simulated part starts is heard when it has started', async () => {
  using platform = await openChannel()
  using simulator = await openChannel()
  let start = () => {}
  const ready = new Promise<void>((resolve) => {
    start = resolve
  })
  using console = await openConsole({ platform: platform.url, simulator: simulator.url }, ready)
  const page = console.page()
  await once(page, 'open')
  page.send(JSON.stringify(LOGIN))
  page.send(JSON.stringify({ type: 'ping', at: 1 }))
  await expect.poll(() => console.joined.length).toBe(1)
  start()
  await expect.poll(() => platform.heard.map(({ type }) => type)).toEqual(['login', 'ping'])
  page.close()
})

it('a page that has left while the simulated part started leaves no channel open', async () => {
  using platform = await openChannel()
  using simulator = await openChannel()
  let start = () => {}
  const ready = new Promise<void>((resolve) => {
    start = resolve
  })
  using console = await openConsole({ platform: platform.url, simulator: simulator.url }, ready)
  const page = console.page()
  await once(page, 'open')
  page.send(JSON.stringify(LOGIN), () => page.terminate())
  await once(page, 'close')
  await expect.poll(() => console.joined.length).toBe(1)
  start()
  await console.joined[0]
  await expect.poll(() => platform.open.size + simulator.open.size).toBe(0)
})

it('a device without a counterpart costs a subscription nothing of the platform', async () => {
  using platform = await openChannel()
  using simulator = await openChannel()
  using console = await openConsole({ platform: platform.url, simulator: simulator.url })
  const page = console.page()
  const told: Record<string, unknown>[] = []
  page.on('message', (data) => told.push(JSON.parse(data.toString())))
  await once(page, 'open')
  page.send(JSON.stringify(LOGIN))
  const scope = { kind: 'devices', sns: ['NEW'] }
  page.send(JSON.stringify({ type: 'subscribe', id: 'one', topics: ['gps', 'alarm'], scope }))
  await expect.poll(() => simulator.heard.at(-1)).toMatchObject({ id: 'one', scope: { sns: [] } })
  await expect
    .poll(() => told.filter(({ type }) => type === 'subscribed'))
    .toEqual([{ type: 'subscribed', id: 'one', code: 0, msg: '' }])
  expect(platform.heard.at(-1)).toMatchObject({ topics: ['gps'], scope })
  page.close()
})

it('its user is asked about when the platform speaks of an account, and while a page asks for something', async () => {
  using platform = await openChannel()
  using simulator = await openChannel()
  using console = await openConsole({ platform: platform.url, simulator: simulator.url })
  const page = console.page()
  await once(page, 'open')
  page.send(JSON.stringify(LOGIN))
  await expect.poll(() => platform.heard).toHaveLength(1)
  for (const type of ['gps', 'account'])
    for (const socket of platform.open) socket.send(JSON.stringify({ type: 'batch', messages: [{ type }] }))
  await expect.poll(() => console.watched).toEqual(['changed'])
  page.send(JSON.stringify({ type: 'ping', at: 1 }))
  page.send(JSON.stringify({ type: 'unsubscribe', id: 'one' }))
  await expect.poll(() => console.watched).toEqual(['changed', 'used'])
  page.close()
})

it('a group without a counterpart is refused in the language of the page, and costs a subscription nothing', async () => {
  using platform = await openChannel()
  using simulator = await openChannel()
  using console = await openConsole({ platform: platform.url, simulator: simulator.url })
  const page = console.page()
  const told: Record<string, unknown>[] = []
  page.on('message', (data) => told.push(JSON.parse(data.toString())))
  await once(page, 'open')
  page.send(JSON.stringify(LOGIN))
  const scope = { kind: 'subtree', groupId: 7 }
  page.send(JSON.stringify({ type: 'subscribe', id: 'one', topics: ['gps', 'alarm'], scope }))
  await expect.poll(() => simulator.heard.at(-1)).toMatchObject({ id: 'one', scope: { sns: [] } })
  expect(platform.heard.at(-1)).toMatchObject({ topics: ['gps'], scope })
  const ask = { type: 'request', requestId: 'r', call: 'alarms.list', body: { nodeId: 7 }, language: 'zh' }
  page.send(JSON.stringify(ask))
  const reply = { code: 404, msg: 'nodeId：模拟部分没有与节点 7 对应的分组或设备' }
  await expect.poll(() => told.find(({ type }) => type === 'reply')).toMatchObject(reply)
  page.close()
})

it('a batch of the platform that is none passes as it came', async () => {
  using platform = await openChannel()
  using simulator = await openChannel()
  using console = await openConsole({ platform: platform.url, simulator: simulator.url })
  const page = console.page()
  const told: string[] = []
  page.on('message', (data) => told.push(data.toString()))
  await once(page, 'open')
  page.send(JSON.stringify(LOGIN))
  await expect.poll(() => told).toHaveLength(1)
  for (const socket of platform.open) socket.send('{"type":"batch"}')
  await expect.poll(() => told[1]).toBe('{"type":"batch"}')
  page.close()
})
