// A server that sends the same batch to every client, once a tick: channel-server.ts KIND KIND: backlot (its hub), ws
// (bare), socket.io (batched), socket.io-each (a packet a message). Prints its port; over IPC: {run, tickMs} starts and
// stops, {memory} answers the process's memory.

import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { GpsFix } from '@backlot/contract/devices/entities'
import type { Caller } from '@backlot/simulator/calls/route'
import { createChannelMetrics } from '@backlot/simulator/channel/channel-metrics'
import { createHub } from '@backlot/simulator/channel/create-hub'
import { createOutbox } from '@backlot/simulator/channel/outbox'
import { createDirectory } from '@backlot/simulator/fleet/directory'
import { createHostClock } from '@backlot/simulator/timeline/host-clock'
import { createPlatformClock } from '@backlot/simulator/timeline/platform-clock'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { type WebSocket, WebSocketServer } from 'ws'

type Wish = { run?: boolean; tickMs?: number; memory?: boolean }

const MESSAGES = 50
const [kind] = process.argv.slice(2)
const server = createServer()

/** Fifty positions of some 200 bytes, as the channel sends them; they change from tick to tick. */
let count = 0
const fix = (i: number): GpsFix & { name: string } => ({
  sn: `0135210${String(100_000 + i)}`,
  longitude: 116.4 + ((count * 7 + i) % 1000) / 1e6,
  latitude: 39.9 + ((count * 3 + i) % 1000) / 1e6,
  speed: 30 + (i % 30),
  direction: (count + i) % 360,
  locationTime: 1_795_000_000 + count,
  name: 'x'.repeat(70),
})
const batch = () => {
  count++
  return Array.from({ length: MESSAGES }, (_, i) => fix(i))
}

function tickOf(): () => void {
  if (kind === 'backlot') return backlot()
  return kind === 'ws' ? bareWs() : socketIo(kind === 'socket.io-each')
}

function bareWs(): () => void {
  const clients = new Set<WebSocket>()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  sockets.on('connection', (socket) => {
    clients.add(socket)
    socket.on('close', () => clients.delete(socket))
  })
  return () => {
    const frame = Buffer.from(JSON.stringify({ type: 'batch', messages: [{ type: 'gps', list: batch() }] }))
    for (const socket of clients) socket.send(frame, { binary: false })
  }
}

type SocketIo = {
  Server: new (server: object, options: object) => { emit(name: string, value: object): void }
}

function socketIo(each: boolean): () => void {
  const peers = createRequire(new URL('./peers/package.json', import.meta.url))
  const { Server } = peers('socket.io') as SocketIo
  const io = new Server(server, { transports: ['websocket'], perMessageDeflate: false })
  return () => {
    const list = batch()
    if (each) for (const one of list) io.emit('gps', one)
    else io.emit('batch', { type: 'batch', messages: [{ type: 'gps', list }] })
  }
}

/** The platform's hub with its counters and a directory of 50 devices; every client is a console of one account. */
function backlot(): () => void {
  const hostClock = createHostClock()
  const directory = createDirectory(1)
  const name = { zh: '北', en: 'North' }
  const { id: groupId } = directory.addGroup(0, name)
  for (let i = 0; i < MESSAGES; i++) {
    directory.addDevice({
      ...{ sn: fix(i).sn, kind: 'vehicle', name, groupId, rosterIndex: i, protocolType: 4, ability: 1 },
      ...{ isPtz: false, trafficIndex: i, x: 0, y: 0, longitude: 0, latitude: 0, installedAtMs: 0 },
      ...{ installAddress: name, installer: name },
    })
  }
  const outbox = createOutbox(() => hostClock.now())
  const caller: Caller = {
    ...{ sessionId: 's', userId: 1, loginName: 'all', name: 'all', type: 0, firstProcess: 0 },
    mustChangePassword: false,
    ...{ permission: new Set(['/dispatch']), systemFunction: 32_767, language: 'en' },
    scope: { rootGroupIds: [0] },
  }
  const find = () => ({ caller })
  const hub = createHub({
    ...{ boot: 'bench', directory, outbox, hostClock },
    log: pino({ level: 'silent' }),
    sessions: { find, peek: find },
    alarms: {
      newestCursor: () => 0,
      missed: () => ({ list: [], newestCursor: 0 }),
      withCursors: () => [],
      raisedCursors: () => new Map(),
      named: () => undefined,
    },
    platformClock: createPlatformClock({ host: hostClock, zoneMinutes: 480, lastEpoch: 0, keep() {} }),
    metrics: createChannelMetrics(new Registry()),
    call: async () => ({ code: 0, msg: '', data: {} }),
  })
  server.on('upgrade', (request, socket, head) => {
    if (!hub.takeUpgrade(request, socket, head)) socket.destroy()
  })
  return () => {
    // The list is as long as the others' (with a name that a position does not have), through the same listener.
    outbox.gps(batch())
    hub.flush()
  }
}

const tick = tickOf()
let timer: ReturnType<typeof setInterval> | undefined
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
process.on('message', ({ run, tickMs, memory }: Wish) => {
  if (memory) {
    globalThis.gc?.()
    const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage()
    process.send?.({ rss, heapUsed, external, arrayBuffers })
    return
  }
  clearInterval(timer)
  if (run) timer = setInterval(tick, tickMs)
})
process.on('disconnect', () => process.exit(0))
