import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import express, { type RequestHandler } from 'express'
import { type WebSocket, WebSocketServer } from 'ws'
import { playForEver } from './flv-stream.ts'

/**
 * A platform that somebody else wrote: it knows nothing of our contract and shares no code with it. Passwords come as
 * MD5 in capitals, a ticket in a header is the session, replies are {result, info, payload}, streams are HTTP-FLV
 * behind RTMP addresses, the channel speaks {op, d}. It has a handful of calls and answers the rest with 404, as
 * Express does. One of its nodes is broken.
 */
const CLIP = fileURLToPath(new URL('../../../fixtures/media/clip-day.flv', import.meta.url))
const ACCOUNT = { account: 'foreman', password: 'Quarry-7!', uid: 41, fullName: 'Shift foreman' }

const NODES = [
  { key: 'site-1', no: 1, under: 0, title: 'Quarry', kind: 1, state: 0, abil: 0, owner: 'Stone & Sons' },
  eyeNode(7, 'North gate', 1),
  eyeNode(8, 'Crusher', 1),
  // A number where a text belongs and a text where a number does: no reader can make sense of it.
  { ...eyeNode(9, 'Broken node', 1), no: 'nine', title: 9 },
]

function eyeNode(no: number, title: string, under: number) {
  const serial = `F-${no}`
  const eyes = [{ no: no * 10, of: no, serial, eye: 1, title: `${title} eye`, state: 1, lens: '4 mm' }]
  return { key: `eye-${no}`, no, under, title, serial, kind: 0, abil: 5, state: 1, firmware: 'x9', eyes }
}

export type ForeignEvent = { no: number; serial: string; what: string; sub: string }

export type ForeignPlatform = AsyncDisposable & {
  url: string
  account: { loginName: string; password: string }
  /** Requests for things that are not there. */
  missed: string[]
  /** Sends an event over the channel. */
  raise(event: ForeignEvent): void
  /** Every ticket is void from now on. */
  voidTickets(): void
}

export async function startForeignPlatform(): Promise<ForeignPlatform> {
  const clip = await readFile(CLIP)
  const digest = createHash('md5').update(ACCOUNT.password).digest('hex').toUpperCase()
  const tickets = new Set<string>()
  const listeners = new Set<WebSocket>()
  const events: object[] = []
  const missed: string[] = []
  const app = express()
  app.use(express.json())

  const ok = (payload: unknown, more: object = {}) => ({
    result: 'OK',
    info: '',
    payload,
    node: 'a7',
    ...more,
  })
  const no = (result: string, info: string) => ({ result, info, payload: null })
  const { uid, account, fullName } = ACCOUNT
  const profile = { uid, account, fullName, badge: 'B-12' }

  const ticketed: RequestHandler = (request, response, next) =>
    tickets.has(request.get('x-ticket') ?? '') ? next() : response.json(no('E_TICKET', 'ticket is void'))

  app.post('/auth/sign-in', (request, response) => {
    const { account: given, passwd, client } = request.body as Record<string, unknown>
    if (client !== 'web') return response.json(no('E_CLIENT', 'unknown client'))
    if (given !== account || passwd !== digest) return response.json(no('E_LOGIN', 'no such account'))
    const ticket = randomUUID()
    tickets.add(ticket)
    response.json(ok({ profile }, { ticket }))
  })
  app.get('/auth/me', ticketed, (_request, response) => response.json(ok({ profile })))
  app.post('/v2/nodes', ticketed, (request, response) => {
    const { pid, deep } = request.body as { pid: number; deep: number }
    const below = (under: number): typeof NODES => NODES.filter((node) => node.under === under)
    const records = deep === 1 ? below(pid).flatMap((node) => [node, ...below(Number(node.no))]) : below(pid)
    response.json(ok({ records, count: records.length, tookMs: 3 }))
  })
  app.get('/v2/events', ticketed, (_request, response) => response.json(ok(events)))
  app.post('/v2/stream/open', ticketed, (request, response) => {
    const { serial, eye } = request.body as { serial: string; eye: number }
    response.json(ok({ pull: { rtmp: `rtmp://10.1.1.9:1935/live/${serial}_${eye}` }, codec: 'H264' }))
  })
  app.get('/media/live/:name', (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/x-flv' })
    playForEver(clip, response)
  })
  app.use((request, _response, next) => {
    missed.push(request.path)
    next()
  })

  const server = createServer(app)
  const sockets = new WebSocketServer({ server, path: '/push' })
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { op, d } = JSON.parse(String(data)) as { op: string; d: { ticket?: string } }
      const known = op === 'AUTH' && tickets.has(d.ticket ?? '')
      socket.send(JSON.stringify({ op: 'AUTH_ACK', d: known ? { state: 'ok' } : { state: 'no', text: op } }))
      if (known) listeners.add(socket)
      else socket.close(1008)
    })
    socket.on('close', () => listeners.delete(socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    account: { loginName: account, password: ACCOUNT.password },
    missed,
    raise(event) {
      const began = Math.floor(Date.now() / 1000)
      const whole = {
        ...event,
        eye: 1,
        seq: `seq-${event.no}`,
        place: event.serial,
        began,
        ended: null,
        seen: 0,
      }
      events.unshift(whole)
      const frame = [
        { op: 'WEATHER', d: { wind: 3 } },
        { op: 'EVENT', d: [whole] },
      ]
      for (const socket of listeners) socket.send(JSON.stringify(frame))
    },
    voidTickets: () => tickets.clear(),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
