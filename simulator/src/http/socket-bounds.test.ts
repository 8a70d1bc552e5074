import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type HttpServer, openServer } from './http-server.ts'
import { type CloseReason, SocketBounds, type SocketLimits } from './socket-bounds.ts'

/** More than the system takes of a reply for a client that does not read. */
const LARGE = Buffer.alloc(16 * 1024 * 1024, 'x')

type Reply = (request: IncomingMessage, response: ServerResponse) => void
type Rig = AsyncDisposable & {
  bounds: SocketBounds
  server: HttpServer
  /** Paths in the order in which their answering began. */
  begun: string[]
  /** Connections that were closed, by reason. */
  closed: CloseReason[]
  /** The server's end of each connection, in their order. */
  sockets: Socket[]
}

const rigs: AsyncDisposable[] = []
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig[Symbol.asyncDispose]()
})

async function open(limits: Partial<SocketLimits>, reply: Reply): Promise<Rig> {
  const [begun, closed, sockets]: [string[], CloseReason[], Socket[]] = [[], [], []]
  const bounds = new SocketBounds(limits, (reason) => closed.push(reason))
  const server = await openServer({
    host: '127.0.0.1',
    port: 0,
    hostGuard: { checkHost() {}, checkOrigin() {} },
    bounds,
    answer(request, response) {
      begun.push(request.url ?? '')
      reply(request, response)
    },
    upgrade: () => false,
    onFailure() {},
  })
  server.server.on('connection', (socket: Socket) => sockets.push(socket))
  const rig: Rig = {
    ...{ bounds, server, begun, closed, sockets },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      bounds[Symbol.dispose]()
    },
  }
  rigs.push(rig)
  return rig
}

/** A client by hand; `read` is all that it has been sent. */
async function client({ server }: Rig): Promise<{ socket: Socket; read: () => string }> {
  const socket = connect({ port: server.port, host: '127.0.0.1' })
  socket.on('error', () => {})
  await once(socket, 'connect')
  let text = ''
  const read = () => {
    for (let part = socket.read() as Buffer | null; part; part = socket.read() as Buffer | null) text += part
    return text
  }
  return { socket, read }
}

/** It may be reset, which is no failure. */
const end = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `/${n}`)

/** Asks on a connection of its own and waits for the reply: by then the server had several turns of its loop. */
async function ask(rig: Rig, path: string): Promise<string> {
  const { socket } = await client(rig)
  let text = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part
  })
  socket.write(get(path).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  await end(socket)
  return text
}

const small: Reply = (request, response) => response.end(`<${request.url}>`)
const large: Reply = (request, response) =>
  request.url === '/quick' ? small(request, response) : response.end(LARGE)

test('of requests sent ahead without reading, one is answered at a time, and others are answered meanwhile', async () => {
  const rig = await open({}, large)
  const { socket } = await client(rig)
  socket.write(numbered(90).map(get).join(''))
  for (let n = 0; n < 5; n++) expect(await ask(rig, '/quick')).toContain('</quick>')
  expect(rig.begun.filter((path) => path !== '/quick')).toEqual(['/0'])
  expect(rig.bounds.waiting().requests).toBe(89)
  expect(rig.bounds.waiting().bytes).toBeLessThanOrEqual(LARGE.length + 1000)
  expect(rig.bounds.waiting().bytes).toBeGreaterThan(LARGE.length / 2)
  socket.destroy()
})

test('all of them are answered in their order when the client reads', async () => {
  // Later replies are ready sooner.
  const rig = await open({}, (request, response) => {
    const turns = 10 - Number(request.url?.slice(1))
    const answer = (left: number): void => {
      if (left > 0) setImmediate(answer, left - 1)
      else small(request, response)
    }
    answer(turns)
  })
  const { socket, read } = await client(rig)
  socket.write(numbered(10).map(get).join(''))
  while (!read().includes('</9>')) await once(socket, 'readable')
  expect(read().match(/<.*?>/g)).toEqual(numbered(10).map((path) => `<${path}>`))
  expect(rig.begun).toEqual(numbered(10))
  expect(rig.bounds.waiting()).toEqual({ bytes: 0, requests: 0 })
})

test('a client that reads on and sends on without end holds no more than was read at once', async () => {
  const rig = await open({ waitingRequests: 100_000 }, (_request, response) =>
    response.end(Buffer.alloc(200_000)),
  )
  const { socket } = await client(rig)
  const flood = get('/').repeat(4000)
  let most = 0
  socket.on('data', () => {
    most = Math.max(most, rig.bounds.waiting().requests)
    if (socket.writableLength === 0) socket.write(flood)
  })
  socket.write(flood)
  while (rig.begun.length < 300) await turn()
  // One read is 64 kB.
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(65_536 / get('/').length)
  socket.destroy()
})

test('a body behind other requests is read when its turn comes', async () => {
  const rig = await open({}, (request, response) => {
    let bytes = 0
    request.on('data', (part: Buffer) => {
      bytes += part.length
    })
    request.on('end', () => response.end(`<${request.url} ${bytes}>`))
  })
  const { socket, read } = await client(rig)
  const body = 'b'.repeat(500_000)
  socket.write(
    `${get('/0')}${get('/1')}POST /2 HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  socket.write(body + get('/3'))
  while (!read().includes('</3')) await once(socket, 'readable')
  expect(read().match(/<.*?>/g)).toEqual(['</0 0>', '</1 0>', `</2 ${body.length}>`, '</3 0>'])
})

test('another caller has its turn between the requests that one has sent ahead', async () => {
  let other: Socket | undefined
  const rig = await open({}, (request, response) => {
    if (request.url === '/10') other?.write(get('/other'))
    // While a turn goes on with such requests.
    if (request.url !== '/other') for (const endMs = performance.now() + 6; performance.now() < endMs; );
    small(request, response)
  })
  const [ahead, { socket }] = [await client(rig), await client(rig)]
  other = socket
  ahead.socket.write(numbered(40).map(get).join(''))
  await once(socket, 'readable')
  expect(rig.begun.indexOf('/other') - rig.begun.indexOf('/10')).toBeLessThanOrEqual(4)
  ahead.socket.destroy()
  socket.destroy()
})

test('who sends more requests ahead than are allowed is cut, and nobody else', async () => {
  const rig = await open({ waitingRequests: 20 }, large)
  const [ahead, other] = [await client(rig), await client(rig)]
  ahead.socket.write(get('/').repeat(1300))
  ahead.socket.resume()
  await end(ahead.socket)
  expect(rig.closed).toEqual(['pipelined'])
  expect(rig.begun).toHaveLength(1)
  other.socket.write(get('/quick'))
  await once(other.socket, 'readable')
  expect(other.read()).toContain('</quick>')
})

test('nothing is answered after a reply that closes the connection', async () => {
  const rig = await open({}, (request, response) => {
    response.setHeader('connection', 'close')
    small(request, response)
  })
  const { socket, read } = await client(rig)
  socket.write(numbered(5).map(get).join(''))
  while (!socket.readableEnded) {
    await once(socket, 'readable')
    read()
  }
  expect(rig.begun).toEqual(['/0'])
  expect(rig.bounds.waiting().requests).toBe(0)
})

test('who does not read while bytes wait is cut; a stream that has nothing to say is not', async () => {
  const rig = await open({ stalledMs: 100 }, (request, response) => {
    if (request.url === '/stream') response.write('begun')
    else response.end(LARGE)
  })
  const [deaf, listener] = [await client(rig), await client(rig)]
  listener.socket.write(get('/stream'))
  await once(listener.socket, 'readable')
  deaf.socket.write(get('/'))
  await end(rig.sockets[0]!)
  expect(rig.closed).toEqual(['tooSlow'])
  rig.server.server.emit('timeout', rig.sockets[1]!)
  expect(rig.sockets[1]?.destroyed).toBe(false)
})

test('when too much waits for one address, those are cut that have not read for longest', async () => {
  // Three of them, with their heads.
  const waitingBytesPerAddress = 3.5 * LARGE.length
  const rig = await open({ waitingBytesPerAddress }, large)
  const clients: Socket[] = []
  for (let n = 0; n < 5; n++) {
    const { socket } = await client(rig)
    socket.write(get(`/${n}`))
    clients.push(socket)
    while (rig.begun.length <= n) await turn()
  }
  rig.bounds.look()
  rig.bounds.look()
  expect(rig.sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false, false])
  expect(rig.closed).toEqual(['backlog', 'backlog'])
  expect(rig.bounds.waiting().bytes).toBeLessThanOrEqual(waitingBytesPerAddress)
  for (const socket of clients) socket.destroy()
})

test('an address may have so many connections; one more is told to wait, and room is made when one closes', async () => {
  const rig = await open({ connectionsPerAddress: 3 }, small)
  const three = [await client(rig), await client(rig), await client(rig)]
  while (rig.sockets.length < 3) await turn()
  expect(await ask(rig, '/quick')).toMatch(
    /^HTTP\/1\.1 503 .*retry-after: 5\r\n.*"code":503,"msg":"At most 3 /is,
  )
  expect(rig.closed).toEqual(['connections'])
  expect(rig.begun).toEqual([])
  three[0]!.socket.destroy()
  await end(rig.sockets[0]!)
  expect(await ask(rig, '/quick')).toContain('</quick>')
  for (const { socket } of three) socket.destroy()
})

const UPGRADE = 'GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

test('who is refused a WebSocket and does not close is cut', async () => {
  const rig = await open({}, small)
  const socket = connect({ port: rig.server.port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {}).write(UPGRADE)
  const [head] = (await once(socket, 'data')) as [Buffer]
  expect(head.toString()).toMatch(/^HTTP\/1\.1 404/)
  await end(rig.sockets[0]!)
  socket.destroy()
})

test('a WebSocket asked for behind a request without a reply ends the connection, with no byte in that reply', async () => {
  const rig = await open({}, () => {})
  const { socket, read } = await client(rig)
  socket.write(get('/0') + UPGRADE)
  socket.on('readable', read)
  await end(socket)
  expect(read()).toBe('')
})
