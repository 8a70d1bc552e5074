// Many clients of a fan-out that read and throw away: channel-clients.ts PORT PROTOCOL CLIENTS STALLED
// PROTOCOL: raw, ws, backlot, socket.io. The last STALLED clients stop reading once they are in.
// Over IPC: 'ready' when all are in; a message asks for the bytes that each has read since.
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { CHANNEL_PATH, type ClientFrame } from '@backlot/contract/channel/frames'

const [port, protocol, clients, stalled] = process.argv.slice(2) as [string, Protocol, string, string]
const read = new Float64Array(Number(clients))

/** A masked text frame of a client (RFC 6455 §5.2). */
const frame = (text: string) => {
  const body = Buffer.from(text)
  const mask = randomBytes(4)
  const head =
    body.length < 126
      ? Buffer.from([0x81, 0x80 | body.length])
      : Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 255])
  return Buffer.concat([head, mask, body.map((byte, i) => byte ^ mask[i % 4]!)])
}
type Protocol = 'raw' | 'ws' | 'backlot' | 'socket.io'
const frames = (...list: ClientFrame[]) => list.map((one) => JSON.stringify(one))
const PATHS = { ws: '/', backlot: CHANNEL_PATH, 'socket.io': '/socket.io/?EIO=4&transport=websocket' }
const HELLO: Record<keyof typeof PATHS, string[]> = {
  ws: [],
  backlot: frames(
    { type: 'login', projectName: 'backlot', loginName: 'all', sessionId: 's' },
    {
      ...{ type: 'subscribe', id: 'all', topics: ['gps'], snapshot: false },
      scope: { kind: 'subtree', groupId: 0 },
    },
  ),
  'socket.io': ['40'],
}

/** Resolves when the client is in: connected, upgraded and greeted. */
function join(i: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      if (protocol === 'raw') return resolve(socket)
      socket.write(
        `GET ${PATHS[protocol]} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
      )
    })
    let isIn = protocol === 'raw'
    socket.setNoDelay(true)
    socket.on('data', (bytes) => {
      read[i]! += bytes.length
      if (isIn || protocol === 'raw') return
      isIn = true
      if (!bytes.toString('latin1').startsWith('HTTP/1.1 101')) return reject(new Error(bytes.toString()))
      for (const text of HELLO[protocol]) socket.write(frame(text))
      resolve(socket)
    })
    socket.on('error', () => {})
  })
}

const sockets: Socket[] = []
for (let i = 0; i < read.length; i++) sockets.push(await join(i))
setTimeout(() => {
  for (const socket of sockets.slice(read.length - Number(stalled))) socket.pause()
  read.fill(0)
  process.send?.('ready')
}, 500)
// Nobody reads the pings, so all show now and then that they live: a pong (RFC 6455 §5.5.3), socket.io's own as text.
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
if (protocol !== 'raw') {
  setInterval(() => {
    for (const socket of sockets) socket.write(protocol === 'socket.io' ? frame('3') : PONG)
  }, 8000)
}
process.on('message', () => {
  process.send?.([...read])
  read.fill(0)
})
process.on('disconnect', () => process.exit(0))
