import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { FLV_AUDIO, FLV_VIDEO, kindOf } from '../../wire/flv/flv-tag.ts'
import { readRtp, writeRtp } from '../../wire/rtp/rtp-packet.ts'
import { createPortPool } from './port-pool.ts'
import { LOOPBACK, psRig } from './ps-rig.test-support.ts'
import type { RtpLinkKind } from './rtp-link.ts'

const HOST = { host: LOOPBACK }
const PEER_KIND: Record<RtpLinkKind, RtpLinkKind> = {
  udp: 'udp',
  'tcp-active': 'tcp-passive',
  'tcp-passive': 'tcp-active',
}

describe.each(['udp', 'tcp-active', 'tcp-passive'] as const)('%s', (kind) => {
  it('brings the pictures and the sound of a stream to the other side', async () => {
    await using rig = await psRig()
    const receiver = await rig.receiver({ kind: PEER_KIND[kind], ...HOST })
    const sender = await rig.sender({ kind, ...HOST, peer: { host: LOOPBACK, port: receiver.port } })
    expect(kind === 'tcp-active' ? sender.port === 0 : sender.port > 0).toBe(true)
    const sent: { data: string }[] = []
    rig.stream.fanout.join(
      {
        sendTag: (tag) => void (tag.type === FLV_VIDEO && sent.push({ data: hex(tag.body) })),
        bufferedBytes: () => 0,
        close: () => undefined,
      },
      'test',
    )
    receiver.start(sender.port ? { host: LOOPBACK, port: sender.port } : undefined)
    sender.start()
    await rig.until('pictures', () => receiver.stats().pictures > 60)
    expect(receiver.stats()).toMatchObject({
      videoCodec: 'H.264',
      audioCodec: 'AAC',
      size: { width: 640, height: 360 },
      lost: 0,
      late: 0,
      broken: 0,
      otherSsrc: 0,
      problems: 0,
      strangers: 0,
    })
    expect(receiver.stats().framesPerSecond).toBeGreaterThan(5)
    expect(receiver.heard.live).toBe(1)
    // The bytes of the pictures are the same, in their order.
    const pictures = receiver.tags.filter((tag) => ['key', 'video'].includes(kindOf(tag)))
    const ours = sent.map(({ data }) => data)
    const at = ours.indexOf(hex(pictures[0]!.body))
    expect(at).toBeGreaterThanOrEqual(0)
    expect(pictures.map(({ body }) => hex(body))).toEqual(ours.slice(at, at + pictures.length))
    const sounds = receiver.tags.filter((tag) => tag.type === FLV_AUDIO && kindOf(tag) === 'audio')
    expect(sounds.length).toBeGreaterThan(30)
    // 64 ms a frame of AAC at 16 kHz.
    const steps = sounds.slice(1).map((tag, i) => tag.timestampMs - sounds[i]!.timestampMs)
    expect(steps.filter((step) => Math.abs(step - 64) < 1).length).toBeGreaterThan(steps.length - 3)
    await sender.close()
    await rig.until('the end', () => receiver.ends.length > 0)
    expect(receiver.ends).toEqual([kind === 'udp' ? 'goodbye' : 'peerGone'])
    expect(sender.ends).toEqual([])
  })

  it('gives its port back when it ends', async () => {
    await using rig = await psRig()
    const ports = createPortPool({ from: 31_001, to: 31_004 })
    const receiver = await rig.receiver({ kind, ...HOST, ports })
    if (kind === 'tcp-active') {
      expect(ports.inUse()).toBe(0)
      return
    }
    expect(receiver.port).toBe(31_002)
    expect(ports.inUse()).toBe(1)
    await expect(rig.receiver({ kind, ...HOST, ports })).rejects.toThrow('no port for media is free')
    await receiver.close()
    expect(ports.inUse()).toBe(0)
    expect((await rig.receiver({ kind, ...HOST, ports })).port).toBe(31_002)
  })
})

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

it('tries the next port when another program has one', async () => {
  await using rig = await psRig()
  const other = createServer()
  other.listen(31_102, LOOPBACK)
  await once(other, 'listening')
  const ports = createPortPool({ from: 31_102, to: 31_105 })
  const receiver = await rig.receiver({ kind: 'tcp-passive', ...HOST, ports })
  expect(receiver.port).toBe(31_104)
  expect(ports.inUse()).toBe(1)
  other.close()
})

it('serves several viewers of a stream, each with its own SSRC', async () => {
  await using rig = await psRig()
  const [one, two] = [
    await rig.receiver({ kind: 'udp', ...HOST }, 7),
    await rig.receiver({ kind: 'udp', ...HOST }, 8),
  ]
  for (const [i, receiver] of [one, two].entries()) {
    receiver.start()
    const sender = await rig.sender(
      { kind: 'udp', ...HOST, peer: { host: LOOPBACK, port: receiver.port } },
      7 + i,
    )
    sender.start()
  }
  await rig.until('pictures', () => one.stats().pictures > 20 && two.stats().pictures > 20)
  expect([one.stats().otherSsrc, two.stats().otherSsrc]).toEqual([0, 0])
  expect(hex(one.tags.at(10)!.body)).toBe(hex(two.tags.at(10)!.body))
})

it('goes on when a sound comes that no frame can hold', async () => {
  await using rig = await psRig()
  const receiver = await rig.receiver({ kind: 'udp', ...HOST })
  const sender = await rig.sender({ kind: 'udp', ...HOST, peer: { host: LOOPBACK, port: receiver.port } })
  receiver.start()
  sender.start()
  await rig.until('sound', () => receiver.stats().pictures > 20 && receiver.stats().audioCodec === 'AAC')
  const body = Buffer.concat([Uint8Array.of(0xaf, 1), new Uint8Array(70_000)])
  rig.stream.fanout.push({ type: FLV_AUDIO, timestampMs: 0, body })
  const { pictures } = receiver.stats()
  await rig.until('more pictures', () => receiver.stats().pictures > pictures + 10)
  expect([sender.ends, receiver.stats().problems]).toEqual([[], 0])
})

it('who connects must be the peer, and only once', async () => {
  await using rig = await psRig()
  const receiver = await rig.receiver({ kind: 'tcp-passive', ...HOST })
  receiver.start({ host: '192.0.2.7', port: 9 })
  const stranger = connect(receiver.port, LOOPBACK)
  stranger.on('error', () => undefined)
  await once(stranger, 'close')
  expect(receiver.stats().strangers).toBe(1)

  const second = await rig.receiver({ kind: 'tcp-passive', ...HOST })
  second.start({ host: LOOPBACK, port: 9 })
  const peer = connect(second.port, LOOPBACK)
  await once(peer, 'connect')
  const another = connect(second.port, LOOPBACK)
  another.on('error', () => undefined)
  await once(another, 'close')
  expect(second.stats().strangers).toBe(1)
  peer.destroy()
  await rig.until('the end', () => second.ends.length > 0)
  expect(second.ends).toEqual(['peerGone'])
})

it('ends with its reason when nobody comes, nobody answers, nothing is heard, or it is no RTP', async () => {
  await using rig = await psRig()
  const passive = await rig.receiver({ kind: 'tcp-passive', ...HOST })
  passive.start()
  const closed = await rig.receiver({ kind: 'tcp-passive', ...HOST })
  const nowhere = { host: LOOPBACK, port: closed.port }
  await closed.close()
  const active = await rig.sender({ kind: 'tcp-active', ...HOST, peer: nowhere })
  active.start()
  const udp = await rig.receiver({ kind: 'udp', ...HOST })
  udp.start()
  const late = await rig.receiver({ kind: 'tcp-passive', ...HOST, withinMs: 600_000 })
  late.start()
  const speaker = connect(late.port, LOOPBACK)
  speaker.on('error', () => undefined)
  speaker.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(40_000))
  await rig.until('ends', () => [passive, active, udp, late].every(({ ends }) => ends.length > 0))
  expect(passive.ends).toEqual(['notCalled'])
  expect(active.ends).toEqual(['unreachable'])
  expect(udp.ends).toEqual(['silent'])
  expect(late.ends).toEqual(['noRtp'])
})

it('waits for a sender whose first picture takes long, and less long for the next one', async () => {
  await using rig = await psRig()
  const receiver = await rig.receiver({ kind: 'udp', ...HOST })
  const socket = createSocket('udp4')
  receiver.start()
  const startMs = rig.clock.now()
  await rig.until('25 seconds', () => rig.clock.now() - startMs >= 25_000)
  expect(receiver.ends).toEqual([])
  const head = { payloadType: 96, marker: true, sequence: 1, timestamp: 0, ssrc: 0x01020304 }
  socket.send(writeRtp(head, [Buffer.alloc(8)]), receiver.port, LOOPBACK)
  await rig.until('the packet', () => receiver.stats().packets > 0)
  socket.close()
  const heardMs = rig.clock.now()
  await rig.until('the end', () => receiver.ends.length > 0)
  expect(receiver.ends).toEqual(['silent'])
  expect(rig.clock.now() - heardMs).toBeLessThan(12_000)
})

it('puts packets in order again, counts what is lost, and passes over other sources', async () => {
  await using rig = await psRig()
  const collector = await rig.receiver({ kind: 'udp', ...HOST })
  const wire: Buffer[] = []
  const tap = createSocket('udp4')
  tap.bind(0, LOOPBACK)
  await once(tap, 'listening')
  tap.on('message', (bytes) => wire.push(bytes))
  const sender = await rig.sender({
    kind: 'udp',
    ...HOST,
    peer: { host: LOOPBACK, port: tap.address().port },
  })
  sender.start()
  await rig.until('packets', () => wire.length > 400)
  await sender.close()

  collector.start()
  const swapped = wire.slice(0, 400)
  for (let i = 4; i + 1 < swapped.length; i += 7)
    [swapped[i], swapped[i + 1]] = [swapped[i + 1]!, swapped[i]!]
  const [missing] = swapped.splice(200, 1)
  const read = readRtp(missing!)
  if (!read.ok) throw new Error('no RTP')
  swapped.splice(100, 0, writeRtp({ ...read.packet, ssrc: 99 }, [read.packet.payload]), Buffer.from('no RTP'))
  swapped.splice(50, 0, swapped[49]!)
  for (const packet of swapped) {
    tap.send(packet, collector.port, LOOPBACK)
    await new Promise(setImmediate)
  }
  await rig.until('all of it', () => collector.stats().packets >= 400)
  expect(collector.stats()).toMatchObject({ lost: 1, late: 1, otherSsrc: 1, broken: 1 })
  expect(collector.stats().reordered).toBeGreaterThan(30)
  tap.close()
})

it('a peer that does not read loses pictures up to a key picture, and is given up in the end', async () => {
  await using rig = await psRig()
  const server = createServer((socket) => socket.pause().on('error', () => undefined))
  server.listen(0, LOOPBACK)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const sender = await rig.sender({ kind: 'tcp-active', ...HOST, peer: { host: LOOPBACK, port } })
  sender.start()
  let most = 0
  await rig.until('the end', () => {
    most = Math.max(most, sender.stats().bufferedBytes)
    return sender.ends.length > 0
  })
  expect(sender.ends).toEqual(['tooSlow'])
  expect(most).toBeLessThan(2 * 1024 * 1024)
  expect(rig.stream.fanout.dropped()).toBeGreaterThan(0)
  server.close()
})

it('the end of the stream ends its senders', async () => {
  await using rig = await psRig()
  const receiver = await rig.receiver({ kind: 'tcp-passive', ...HOST })
  receiver.start()
  const sender = await rig.sender({
    kind: 'tcp-active',
    ...HOST,
    peer: { host: LOOPBACK, port: receiver.port },
  })
  sender.start()
  await rig.until('pictures', () => receiver.stats().pictures > 3)
  await rig.stream.stop('stopped')
  expect(sender.ends).toEqual(['stopped'])
  expect(sender.stats().state).toBe('ended')
  await rig.until('the end', () => receiver.ends.length > 0)
})
