import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createManualClock } from '../timeline/manual-clock.ts'
import { FLV_VIDEO } from '../wire/flv/flv-tag.ts'
import { until } from './media-rig.test-support.ts'
import { createFanout, type Fanout } from './stream-fanout.ts'
import { createUnsentBytes, type UnsentBytes } from './unsent-bytes.ts'
import { createViewerServer, type ViewerServer } from './viewer-server.ts'

const PATH = '/live/CAM1/1/main.flv?token=right'
const LIMIT = 3 * 1024 * 1024
const TAG_BYTES = 256 * 1024

let fanout: Fanout
let unsent: UnsentBytes
let viewers: ViewerServer
let server: Server
let port: number
/** Ends of the connections at the platform. */
const accepted: Socket[] = []
const ends: (() => void)[] = []

beforeEach(async () => {
  fanout = createFanout({ host: createManualClock(0), hasAudio: () => false, onViewers: () => undefined })
  unsent = createUnsentBytes({ perAddress: LIMIT, inAll: LIMIT })
  viewers = createViewerServer({
    tokens: { verify: () => ({ ok: true, sessionId: 's' }) },
    unsent,
    isStream: () => true,
    find: () => ({ fanout, sn: 'CAM1' }),
  })
  server = createServer((request, response) => void viewers.handleHttp(request, response))
  server.on('upgrade', (request, socket, head) => void viewers.handleUpgrade(request, socket, head))
  server.on('connection', (socket) => accepted.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  viewers.close()
  server.closeAllConnections()
  server.close()
  accepted.length = 0
})

/** Writes, and reads nothing. */
function writeOnly(text: string): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  ends.push(() => socket.destroy())
  socket.pause()
  socket.write(text)
  return socket
}
const GET = `GET ${PATH} HTTP/1.1\r\nHost: a\r\n\r\n`
const UPGRADE = `GET ${PATH} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`

test.each([
  ['HTTP', GET],
  ['WebSocket', UPGRADE],
])(
  'what waits for viewers over %s that do not read is bounded together, and who reads misses nothing',
  async (_way, request) => {
    for (let i = 0; i < 12; i++) writeOnly(request)
    await until('the viewers', () => fanout.viewers() === 12)
    const reader = new WebSocket(`ws://127.0.0.1:${port}${PATH}`)
    ends.push(() => reader.terminate())
    let read = 0
    reader.on('message', (data: Buffer) => {
      read += data.length
    })
    await until('the reader', () => fanout.viewers() === 13)
    const tags = 100
    for (let i = 0; i < tags; i++) {
      const body = new Uint8Array(TAG_BYTES)
      body.set([0x17, 1])
      fanout.push({ type: FLV_VIDEO, timestampMs: i * 40, body })
      expect(unsent.held()).toBeLessThanOrEqual(LIMIT)
      await until('its picture', () => read > (i + 1) * TAG_BYTES)
    }
    expect(unsent.cuts().address + unsent.cuts().all).toBeGreaterThan(0)
    expect(reader.readyState).toBe(WebSocket.OPEN)
  },
)

test('of requests that are sent ahead on one socket one is a viewer', async () => {
  writeOnly(GET.repeat(200))
  await until('the requests', () => (accepted[0]?.bytesRead ?? 0) === GET.length * 200)
  await fetch(`http://127.0.0.1:${port}${PATH}`, { method: 'HEAD' })
  expect(fanout.viewers()).toBe(1)
})
