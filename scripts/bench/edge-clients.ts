// Consoles that read and throw away, and measure how old frames are: edge-clients.ts. Over IPC: {open: Order} connects,
// {read: true} answers what was read since.
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { createHistogram } from 'node:perf_hooks'
import { CHANNEL_PATH, type ClientFrame } from '@backlot/contract/channel/frames'

export type ClientsOrder = {
  ports: readonly number[]
  people: readonly { loginName: string; sessionId: string }[]
  count: number
  /** Last part of the address of this machine from which the first console comes. */
  from: number
}
export type ClientsReport = {
  open: number
  frames: number
  bytes: number
  p50: number
  p99: number
  max: number
}

/** Consoles of one address: there are some 28,000 ports for it. */
const PER_ADDRESS = 2000
/** Handshakes at a time. */
const AT_ONCE = 100

const lag = createHistogram({ lowest: 1, highest: 120_000, figures: 3 })
let open = 0
let frames = 0
let bytes = 0

/** A masked text frame of a client (RFC 6455 §5.2). */
function masked(message: ClientFrame): Buffer {
  const body = Buffer.from(JSON.stringify(message))
  const mask = randomBytes(4)
  const head =
    body.length < 126
      ? Buffer.from([0x81, 0x80 | body.length])
      : Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 255])
  return Buffer.concat([head, mask, body.map((byte, i) => byte ^ mask[i % 4]!)])
}

const PING = Buffer.from([0x89, 0])
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])

/** A frame begins with its head; its time is among the first hundred bytes. A ping comes alone, or behind a frame. */
function hear(chunk: Buffer, socket: Socket): void {
  bytes += chunk.length
  if (chunk.subarray(0, 2).equals(PING) || chunk.subarray(-2).equals(PING)) socket.write(PONG)
  if (chunk[0] !== 0x81) return
  const at = /"batch".*?"at":(\d+)/.exec(chunk.toString('latin1', 0, 120))?.[1]
  if (at === undefined) return
  frames++
  lag.record(Math.max(1, Date.now() - Number(at)))
}

function join(order: ClientsOrder, i: number): Promise<void> {
  const port = order.ports[i % order.ports.length]!
  const { loginName, sessionId } = order.people[i % order.people.length]!
  const localAddress = `127.0.0.${order.from + Math.floor(i / PER_ADDRESS)}`
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress }, () =>
      socket.write(
        `GET ${CHANNEL_PATH} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
      ),
    )
    let isIn = false
    let last = ''
    socket.on('data', (chunk: Buffer) => {
      if (isIn) {
        hear(chunk, socket)
        return
      }
      const text = chunk.toString('latin1')
      last = text.slice(0, 200)
      if (text.startsWith('HTTP/1.1 101')) {
        socket.write(masked({ type: 'login', projectName: 'backlot', loginName, sessionId }))
        const scope = { kind: 'subtree', groupId: 0 } as const
        socket.write(
          masked({ type: 'subscribe', id: 'a', topics: ['alarm', 'status'], scope, snapshot: false }),
        )
      } else if (text.startsWith('HTTP/')) reject(new Error(text))
      if (text.startsWith('\x89\0')) socket.write(PONG)
      if (!text.includes('"subscribed"')) return
      isIn = true
      open++
      resolve()
    })
    socket.on('error', reject)
    socket.on('close', () => {
      if (isIn) open--
      else reject(new Error(`Console ${i} was closed before it was in: ${last}`))
    })
  })
}

process.on('disconnect', () => process.exit(0))
process.on('message', async (wish: { open?: ClientsOrder; read?: true }) => {
  if (wish.open) {
    const order = wish.open
    for (let first = 0; first < order.count; first += AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, order.count - first) }, (_, i) => join(order, first + i)),
      )
    process.send?.({ open })
    return
  }
  const ms = (p: number) => (lag.count === 0 ? 0 : lag.percentile(p))
  const report: ClientsReport = {
    open,
    frames,
    bytes,
    p50: ms(50),
    p99: ms(99),
    max: lag.count === 0 ? 0 : lag.max,
  }
  lag.reset()
  frames = 0
  bytes = 0
  process.send?.(report)
})
