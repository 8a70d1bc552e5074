import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { FlvTag } from '../wire/flv/flv-tag.ts'
import { until } from './media-rig.test-support.ts'
import { publishKey } from './publish-key.ts'
import { rtmpCommand, rtmpHandshake, rtmpMessage, rtmpPublish } from './rtmp-bytes.test-support.ts'
import { admitPublisher, guardConnection, type RtmpParser } from './rtmp-guard.ts'
import { createRtmpIngest, type RtmpIngest } from './rtmp-ingest.ts'
import type { RtmpCut, RtmpRefusalReason } from './rtmp-messages.ts'
import { TAG_WINDOW, TagWindow } from './tag-window.ts'

let ingest: RtmpIngest
const deaths: Error[] = []
const published: FlvTag[] = []
beforeAll(async () => {
  ingest = await createRtmpIngest(
    { host: '127.0.0.1', port: 0, secret: 'secret' },
    {
      log: { info() {}, warn() {}, error() {} } as never,
      onDeath: (error) => void deaths.push(error),
    },
  )
  ingest.receive(() => ({ tag: (tag) => void published.push(tag), end() {} }))
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

const APP = { app: 'live', tcUrl: 'rtmp://127.0.0.1/live' }

test.each<[string, RtmpCut | RtmpRefusalReason, Buffer]>([
  ['a connect without its address', 'unreadable', rtmpCommand('connect', 1, null)],
  [
    'a connect whose address is none',
    'unreadable',
    rtmpCommand('connect', 1, { app: 'live', tcUrl: 'none' }),
  ],
  ['a publish without a name', 'unreadable', rtmpCommand('publish', 3, null)],
  ['a publish that is none of ours', 'name', rtmpCommand('publish', 3, null, 'cam_1?key=wrong', 'live')],
  [
    'a publish with a wrong key',
    'key',
    Buffer.concat([
      rtmpCommand('connect', 1, APP),
      rtmpCommand('publish', 3, null, 'cam_1?key=wrong', 'live'),
    ]),
  ],
  [
    'a wish to play',
    'play',
    Buffer.concat([rtmpCommand('connect', 1, APP), rtmpCommand('play', 3, null, 'cam_1')]),
  ],
  ['a message that says it is 16 MB long', 'tooLong', longMessage(4)],
  ['pictures before a publish', 'earlyMedia', rtmpMessage(9, Buffer.alloc(100, 0x17))],
  [
    'more chunk streams than any publisher has',
    'chunkStreams',
    Buffer.concat(Array.from({ length: 20 }, (_, n) => shortMessage(n))),
  ],
])('%s ends its connection, counted as %s, and nobody else hears of it', async (_name, reason, bytes) => {
  const counted = () => ({ ...ingest.stats().cuts, ...ingest.stats().refusals })[reason]
  const before = counted()
  const socket = await open()
  socket.resume()
  socket.write(Buffer.concat([rtmpHandshake(), bytes]))
  await once(socket, 'close')
  expect(await answersOthers()).toBe(true)
  await until('its count', () => counted() === before + 1)
})

test('time stamps go on past 2³², where those told as differences wrap', async () => {
  const from = published.length
  const socket = await open()
  socket.resume()
  const key = publishKey('secret', 'CAM')
  socket.write(rtmpPublish(`rtmp://127.0.0.1:${ingest.port}/live/CAM_1_sub?key=${key}`))
  const picture = Buffer.alloc(300, 0x27)
  const ms = 2 ** 32 - 16
  socket.write(rtmpMessage(9, picture, { chunkStream: 6, stream: 1, atMs: ms }))
  for (let i = 0; i < 3; i++) socket.write(rtmpMessage(9, picture, { chunkStream: 6, atMs: 40, delta: true }))
  await until('the pictures', () => published.length === from + 4)
  expect(published.slice(from).map(({ timestampMs }) => timestampMs)).toEqual([ms, 24, 64, 104])
  expect(published.slice(from).every(({ body }) => picture.equals(body))).toBe(true)
  socket.destroy()
})

test('metadata reach viewers as files have them, without what only servers are told', async () => {
  const from = published.length
  const socket = await open()
  socket.resume()
  const key = publishKey('secret', 'CAM')
  socket.write(rtmpPublish(`rtmp://127.0.0.1:${ingest.port}/live/CAM_2_sub?key=${key}`))
  const named = Buffer.concat([
    Buffer.of(2, 0, 10),
    Buffer.from('onMetaData'),
    Buffer.of(8, 0, 0, 0, 0, 0, 0, 9),
  ])
  const set = Buffer.concat([Buffer.of(2, 0, 13), Buffer.from('@setDataFrame'), named])
  for (const body of [set, named]) socket.write(rtmpMessage(18, body, { chunkStream: 6, stream: 1 }))
  await until('the metadata', () => published.length === from + 2)
  for (const { body } of published.slice(from)) expect(Buffer.from(body)).toEqual(named)
  socket.destroy()
})

test('tiny messages without end all arrive, as the platform takes them', async () => {
  const from = published.length
  const socket = await open()
  socket.resume()
  const key = publishKey('secret', 'CAM')
  socket.write(rtmpPublish(`rtmp://127.0.0.1:${ingest.port}/live/CAM_3_sub?key=${key}`))
  const messages = 5 * TAG_WINDOW.messages
  const tiny = rtmpMessage(8, Buffer.of(0xaf, 1), { chunkStream: 6, stream: 1 })
  socket.write(Buffer.concat(Array.from({ length: messages }, () => tiny)))
  await until('the messages', () => published.length === from + messages)
  socket.destroy()
})

test('of floods on several connections no more is under way than the window holds, each has its turn, and nothing is lost', () => {
  const window = new TagWindow({ messages: 10, bytes: 1e9 })
  const sockets = Array.from({ length: 5 }, () => new Socket())
  const read = sockets.map(() => 0)
  let underWay = 0
  for (const [n, socket] of sockets.entries()) {
    // A message of each kilobyte.
    socket.on('data', (part: Buffer) => {
      for (let at = 0; at < part.length; at += 1024) {
        read[n]! += 1
        underWay++
        window.sent(1024)
      }
    })
    guardConnection(socket, window, () => {})
  }
  for (const socket of sockets) socket.emit('data', Buffer.alloc(65_536))
  // A piece of four kilobytes is read whole.
  expect([underWay, sockets[4]!.isPaused()]).toEqual([12, true])
  const wholeMessages = 64
  for (let turn = 0; read.some((messages) => messages < wholeMessages); turn++) {
    expect(turn).toBeLessThan(100)
    expect(underWay).toBeLessThanOrEqual(13)
    const messages = underWay
    underWay = 0
    window.taken({ messages, bytes: messages * 1024 })
    // The first had one window to itself; of the others nobody is more than a piece ahead.
    const others = read.slice(1)
    expect(Math.max(...others) - Math.min(...others)).toBeLessThanOrEqual(4)
  }
  expect(read).toEqual(sockets.map(() => wholeMessages))
  expect(sockets.some((socket) => socket.isPaused())).toBe(false)
  for (const socket of sockets) socket.destroy()
})

test('who has not begun to publish in time is cut, whatever it says meanwhile; a publisher stays', () => {
  vi.useFakeTimers()
  try {
    const cuts: string[] = []
    const [idler, publisher] = [new Socket(), new Socket()]
    const window = new TagWindow(TAG_WINDOW)
    for (const socket of [idler, publisher]) guardConnection(socket, window, (why) => cuts.push(why))
    admitPublisher(publisher, {} as RtmpParser, () => {})
    vi.advanceTimersByTime(14_000)
    expect(idler.destroyed).toBe(false)
    vi.advanceTimersByTime(2000)
    expect([idler.destroyed, publisher.destroyed, cuts]).toEqual([true, false, ['noPublish']])
    publisher.destroy()
  } finally {
    vi.useRealTimers()
  }
})
