import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rtmpCommand, rtmpHandshake } from './rtmp-bytes.test-support.ts'
import { admitPublisher, guardConnection, type RtmpParser } from './rtmp-guard.ts'
import { createRtmpIngest, type RtmpIngest } from './rtmp-ingest.ts'

let ingest: RtmpIngest
const deaths: Error[] = []
beforeAll(async () => {
  ingest = await createRtmpIngest(
    { host: '127.0.0.1', port: 0, secret: 'secret' },
    {
      log: { info() {}, warn() {}, error() {} } as never,
      onPublish: () => ({ tag() {}, end() {} }),
      onDeath: (error) => void deaths.push(error),
    },
  )
})
afterAll(() => ingest[Symbol.asyncDispose]())

async function open(): Promise<Socket> {
  const socket = connect({ port: ingest.port, host: '127.0.0.1' })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Whether the thread lives: it answers the first half of a handshake with S0, S1 and S2. */
async function answersOthers(): Promise<boolean> {
  const socket = await open()
  socket.write(rtmpHandshake().subarray(0, 1537))
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return first[0] === 3 && deaths.length === 0
}

const longMessage = (chunkStream: number) => {
  const head = Buffer.alloc(12)
  head[0] = chunkStream
  head.writeUIntBE(0xff_ff_ff, 4, 3)
  head[7] = 9
  return Buffer.concat([head, Buffer.alloc(128)])
}
const shortMessage = (chunkStream: number) => {
  const head = Buffer.alloc(13)
  head[1] = chunkStream
  head.writeUIntBE(4000, 5, 3)
  head[8] = 9
  return Buffer.concat([head, Buffer.alloc(128)])
}

test.each<[string, Buffer]>([
  ['a connect without its address', rtmpCommand('connect', 1, null)],
  ['a connect whose address is none', rtmpCommand('connect', 1, { app: 'live', tcUrl: 'none' })],
  ['a publish without a name', rtmpCommand('publish', 3, null)],
  ['a publish that is refused', rtmpCommand('publish', 3, null, 'cam_1?key=wrong', 'live')],
  ['a message that says it is 16 MB long', longMessage(4)],
  [
    'more chunk streams than any publisher has',
    Buffer.concat(Array.from({ length: 20 }, (_, n) => shortMessage(n))),
  ],
])('%s ends its connection, and nobody else hears of it', async (_name, bytes) => {
  const socket = await open()
  socket.resume()
  socket.write(Buffer.concat([rtmpHandshake(), bytes]))
  await once(socket, 'close')
  expect(await answersOthers()).toBe(true)
})

test('who has not begun to publish in time is cut, whatever it says meanwhile; a publisher stays', () => {
  vi.useFakeTimers()
  try {
    const [idler, publisher] = [new Socket(), new Socket()]
    for (const socket of [idler, publisher]) guardConnection(socket)
    admitPublisher(publisher, {} as RtmpParser)
    vi.advanceTimersByTime(14_000)
    expect(idler.destroyed).toBe(false)
    vi.advanceTimersByTime(2000)
    expect([idler.destroyed, publisher.destroyed]).toEqual([true, false])
    publisher.destroy()
  } finally {
    vi.useRealTimers()
  }
})
