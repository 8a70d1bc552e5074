import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { FLV_AUDIO, type FlvTag, kindOf } from '../../wire/flv/flv-tag.ts'
import { isRtcp } from '../../wire/rtp/rtcp.ts'
import { readRtp } from '../../wire/rtp/rtp-packet.ts'
import { bindUdpPair, closeUdp } from '../bind-udp-pair.ts'
import { ACCOUNT, rtspRig } from '../rtsp/rtsp-rig.test-support.ts'
import { openRtspSession } from './open-rtsp-session.ts'
import { readRtspTarget, rtspSource } from './rtsp-source.ts'
import { openUdpChannel } from './track-channel.ts'

type Rig = Awaited<ReturnType<typeof rtspRig>>

const targetOf = (rig: Rig, path: string, password = ACCOUNT.password) =>
  readRtspTarget(`rtsp://admin@127.0.0.1:${rig.server.port}${path}`, { username: 'admin', password })!

/** Lets time pass until something is so. */
async function until(rig: Rig, what: string, isSo: () => boolean): Promise<void> {
  for (let turn = 0; !isSo(); turn++) {
    if (turn > 20_000) throw new Error(`waited for ${what}`)
    rig.clock.advance(20)
    await new Promise(setImmediate)
  }
}

/** The outcome of something, while time passes. */
async function settled<T>(rig: Rig, promise: Promise<T>): Promise<T | Error> {
  let outcome: { value: T | Error } | undefined
  promise.then(
    (value) => {
      outcome = { value }
    },
    (value: Error) => {
      outcome = { value }
    },
  )
  await until(rig, 'an outcome', () => outcome !== undefined)
  return outcome!.value
}

const isPicture = (tag: FlvTag) => ['key', 'video'].includes(kindOf(tag))
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe.each(['tcp', 'udp'] as const)('over %s', (transport) => {
  it('what comes in is what the server sends, picture by picture, with its sound', async () => {
    await using rig = await rtspRig()
    const tags: FlvTag[] = []
    const source = rtspSource({ target: targetOf(rig, '/CAM01/1/main'), transport, hostClock: rig.clock })(
      (hostMs) => hostMs,
      { tag: (tag) => tags.push(tag), live: () => undefined, restarted: () => undefined },
    )
    await until(rig, 'the stream', () => rig.stream() !== undefined)
    const sent: FlvTag[] = []
    rig
      .stream()
      .fanout.join(
        { sendTag: (tag) => void sent.push(tag), bufferedBytes: () => 0, close: () => undefined },
        'test',
      )
    await until(rig, 'pictures', () => tags.filter(isPicture).length > 60)
    const [came, left] = [tags.filter(isPicture), sent.filter(isPicture)]
    const first = hex(came[0]!.body)
    // The stream began before the tap: the first picture is a later one of the tap's, or the one before it.
    const at = left.findIndex(({ body }) => hex(body) === hex(came[30]!.body)) - 30
    expect(at).toBeGreaterThanOrEqual(-30)
    const common = came.slice(Math.max(0, -at))
    expect(common.length).toBeGreaterThan(30)
    const start = left.findIndex(({ body }) => hex(body) === hex(common[0]!.body))
    const both = common.slice(0, left.length - start)
    expect(both.map(({ body }) => hex(body))).toEqual(
      left.slice(start, start + both.length).map(({ body }) => hex(body)),
    )
    expect(first).not.toBe('')
    // Distances of times are those of the stream.
    const steps = (list: readonly FlvTag[]) =>
      list.slice(1).map((tag, i) => Math.round(tag.timestampMs - list[i]!.timestampMs))
    expect(steps(both)).toEqual(steps(left.slice(start, start + both.length)))
    const sounds = tags.filter((tag) => kindOf(tag) === 'audio')
    expect(sounds.length).toBeGreaterThan(20)
    // Sound and pictures are on one line: the server sends both for the same moments.
    const lastSent = sent.findLast((tag) => tag.type === FLV_AUDIO && kindOf(tag) === 'audio')!
    const apart = (one: FlvTag, other: FlvTag) => one.timestampMs - other.timestampMs
    const sentApart = apart(lastSent, left.at(-1)!)
    expect(Math.abs(apart(sounds.at(-1)!, came.at(-1)!) - sentApart)).toBeLessThan(200)
    expect(source.stats().pulled).toMatchObject({
      videoCodec: 'H.264',
      audioCodec: 'AAC',
      size: { width: 640, height: 360 },
    })
    expect(source.stats().pulled?.framesPerSecond).toBeCloseTo(12, 0)
    expect(rig.server.stats().viewers).toBe(1)
    await source.stop()
    await until(rig, 'the end', () => rig.server.stats().connections === 0)
  })
})

it.each([
  ['/CAM01/1/main', 'wrong', 'unauthorized', /^401 /],
  ['/NOBODY/1/main', ACCOUNT.password, 'notFound', /^404 /],
  ['/CAM02/1/main', ACCOUNT.password, 'refused', /^503 /],
])('%s with %s is refused: %s', async (path, password, reason, message) => {
  await using rig = await rtspRig()
  const outcome = await settled(
    rig,
    openRtspSession(targetOf(rig, path, password), ['tcp'], rig.clock, {
      tag: () => undefined,
      end: () => undefined,
    }),
  )
  expect(outcome).toMatchObject({ reason, message: expect.stringMatching(message) })
  expect(String(outcome)).not.toContain('wrong@')
})

it('keeps its session, and ends when the server does', async () => {
  await using rig = await rtspRig()
  const ends: string[] = []
  const session = await settled(
    rig,
    openRtspSession(targetOf(rig, '/CAM01/1/sub'), ['udp'], rig.clock, {
      tag: () => undefined,
      end: (problem) => ends.push(problem.reason),
    }),
  )
  expect(session).not.toBeInstanceOf(Error)
  for (let second = 0; second < 200; second++) {
    rig.clock.advance(1000)
    for (let turn = 0; turn < 4; turn++) await new Promise(setImmediate)
  }
  expect(ends).toEqual([])
  expect(rig.server.stats().viewers).toBe(1)
  await rig.stream('sub').stop('stopped')
  await until(rig, 'the end', () => ends.length > 0)
  expect(ends).toEqual(['ended'])
})

it('reads addresses with and without an account, and shows none', () => {
  expect(readRtspTarget('rtsp://user:p%40ss@192.0.2.1/Streaming/Channels/101?a=1')).toEqual({
    host: '192.0.2.1',
    port: 554,
    url: 'rtsp://192.0.2.1/Streaming/Channels/101?a=1',
    account: { username: 'user', password: 'p@ss' },
  })
  expect(readRtspTarget('rtsp://[2001:db8::1]:8554/x')).toMatchObject({ host: '2001:db8::1', port: 8554 })
  expect(readRtspTarget('rtsp://192.0.2.1')?.account).toBeUndefined()
  for (const text of ['http://192.0.2.1/', 'rtsp://', 'rtsp', `rtsp://x/${'a'.repeat(2000)}`])
    expect(readRtspTarget(text)).toBeUndefined()
})

it('opens both ways back through address translation, before anything has come', async () => {
  const server = await bindUdpPair('127.0.0.1')
  const came = server.map((socket) => once(socket, 'message') as Promise<[Buffer]>)
  const ports = [server[0].address().port, server[1].address().port] as const
  const channel = await openUdpChannel({ local: '127.0.0.1', remote: '127.0.0.1' }, () => undefined)
  channel.agree({ serverPorts: ports, channels: undefined, ssrc: undefined })
  const [[packet], [report]] = (await Promise.all(came)) as [[Buffer], [Buffer]]
  expect(readRtp(packet)).toMatchObject({ ok: true, packet: { payload: { length: 0 } } })
  expect(isRtcp(report)).toBe(true)
  await Promise.all([channel.close(), ...server.map(closeUdp)])
})
