import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { PlaybackFacts, PlaybackWish } from '../areas/recordings/ports.ts'
import { FACTORY_ENCODING } from '../devices/device-config.ts'
import { FLV_VIDEO, kindOf } from '../wire/flv/flv-tag.ts'
import { createFlvParser } from './flv-parser.ts'
import { gridFrameFrom } from './frame-grid.ts'
import {
  decodePictures,
  type MediaRig,
  mediaRig,
  readStream,
  startStream,
  stripsOf,
  until,
} from './media-rig.test-support.ts'
import { similarity } from './similarity.test-support.ts'

let rig: MediaRig
const states: PlaybackFacts[] = []

beforeAll(async () => {
  rig = await mediaRig()
  await rig.media.ready
  rig.media.replays.onState((_owner, state) => states.push(state))
})
afterAll(() => rig?.[Symbol.asyncDispose]())

/** A second at noon, far from the present. */
const NOON = 1_795_147_200_000

function play(wish: Partial<PlaybackWish> = {}) {
  const whole = {
    sn: 'CAM1',
    chnId: 1,
    streamType: 'sub' as const,
    owner: 'session-1',
    fromMs: NOON,
    toMs: NOON + 60_000,
    speed: 1,
    paused: false,
    ...wish,
  }
  const recorded = () => [{ fromMs: whole.fromMs, toMs: whole.toMs }]
  const started = rig.media.startReplay({ recorded, ...whole })
  if (!started.ok) throw new Error(started.reason)
  return { ...started, url: `${rig.url}${started.streamPath}?token=${started.token}` }
}

/** Width and height as ffmpeg wrote them into the script tag at the head of a stream. */
function sizeOf(flv: Buffer): number[] {
  return ['width', 'height'].map((name) => flv.readDoubleBE(flv.indexOf(name) + name.length + 1))
}

const countPictures = (flv: Buffer) =>
  createFlvParser()
    .push(flv)
    .filter((tag) => tag.type === FLV_VIDEO && ['key', 'video'].includes(kindOf(tag))).length
const pictures = (count: number) => (flv: Buffer) => countPictures(flv) >= count
const stop = (playbackId: string, owner = 'session-1') => rig.media.replays.stop(owner, playbackId)
/** Reads a playback in the background; its bytes so far are at hand. */
function watch(url: string) {
  const client = new WebSocket(url.replace('http', 'ws'))
  const chunks: Buffer[] = []
  client.on('message', (data: Buffer) => chunks.push(data))
  return { client, bytes: () => Buffer.concat(chunks), closed: once(client, 'close') as Promise<[number]> }
}

test('a replayed moment has the strip that live had, exactly, and its picture', async () => {
  const live = watch(rig.url + startStream(rig, 'CAM1'))
  let wanted = 0
  // At first one of the two may have its fine backdrop, the other not yet; then only the encoder's own noise differs.
  await until('the same picture in both', async () => {
    wanted += 60
    await until('pictures of live', () => countPictures(live.bytes()) >= wanted)
    return (await likenessToReplay(live.bytes())) > 0.95
  })
  live.client.close()
  await live.closed
})

/**
 * Replays a second or two of a live stream, whose strips must be the same, and answers the similarity of the last
 * pictures.
 */
async function likenessToReplay(liveFlv: Buffer): Promise<number> {
  const livePictures = await decodePictures(liveFlv)
  const live = (await stripsOf(liveFlv)).map((strip) => strip!)
  const [from, to] = [live.at(-40)!, live.at(-10)!]
  const replay = play({ fromMs: from.timeMs, toMs: to.timeMs + 1 })
  const flv = await readStream(replay.url, pictures(28))
  await stop(replay.playbackId)
  const replayed = (await stripsOf(flv)).map((strip) => strip!)
  const replayedPictures = await decodePictures(flv)
  const likeness: number[] = []
  const byFrame = new Map(live.map((strip, at) => [strip.frame, at]))
  for (const [at, strip] of replayed.entries()) {
    const liveAt = byFrame.get(strip.frame)
    if (liveAt === undefined) continue
    expect(strip).toEqual(live[liveAt])
    likeness.push(similarity(livePictures[liveAt]!, replayedPictures[at]!, 640, 360))
  }
  expect(replayed[0]!.frame).toBe(from.frame)
  // A busy machine leaves pictures out on both sides.
  expect(likeness.length).toBeGreaterThan(8)
  expect(Math.min(...likeness)).toBeGreaterThan(0.8)
  return likeness.at(-1)!
}

test('a recording is played at its pace from its first moment on, and says when it has ended', async () => {
  const replay = play({ toMs: NOON + 2000 })
  const watched = watch(replay.url)
  await until('the end', () => rig.media.replays.state('session-1', replay.playbackId)?.state === 'ended')
  await until('the last picture', () => countPictures(watched.bytes()) >= 12)
  const strips = (await stripsOf(watched.bytes())).map((strip) => strip!)
  expect(strips[0]!.timeMs - NOON).toBeLessThan(84)
  // The first is sent twice where the playback has to wait for its viewers.
  expect(strips.every((strip, i) => i === 0 || strip.frame >= strips[i - 1]!.frame)).toBe(true)
  expect(new Set(strips.map(({ frame }) => frame)).size).toBeGreaterThan(8)
  // A busy machine leaves pictures out; the end is still near.
  expect(NOON + 2000 - strips.at(-1)!.timeMs).toBeLessThan(1000)
  const tags = createFlvParser()
    .push(watched.bytes())
    .filter((tag) => ['key', 'video'].includes(kindOf(tag)))
  const shown = strips.map(({ frame, timeMs }, at) => ({ frame, timeMs, tagMs: tags[at]!.timestampMs }))
  const moving = shown.filter(({ frame }) => frame > strips[0]!.frame)
  for (const { timeMs, tagMs } of moving) {
    expect(Math.abs(tagMs - moving[0]!.tagMs - (timeMs - moving[0]!.timeMs))).toBeLessThan(5)
  }
  const told = states.filter(({ playbackId }) => playbackId === replay.playbackId).map(({ state }) => state)
  expect([replay.state.state, ...told]).toEqual(['buffering', 'playing', 'ended'])
  await stop(replay.playbackId)
  expect((await watched.closed)[0]).toBe(4410)
})

test('a recording has the size and the rate that its camera was configured for', async () => {
  rig.encodings.set('CAM4', { ...FACTORY_ENCODING.sub, resolution: '960x540', frameRate: 5 })
  const replay = play({ sn: 'CAM4' })
  const flv = await readStream(replay.url, pictures(10))
  await stop(replay.playbackId)
  expect(sizeOf(flv)).toEqual([960, 540])
  const strips = (await stripsOf(flv)).map((strip) => strip!)
  expect(strips[0]!.frame).toBe(gridFrameFrom(NOON, 5, 4) % 4096)
  const steps = strips.slice(2).map(({ timeMs }, at) => timeMs - strips[at + 1]!.timeMs)
  for (const stepMs of steps) expect(stepMs % 200).toBe(0)
})

test('four times as fast every fourth picture of the grid is shown, at the pace of one', async () => {
  const replay = play({ speed: 4 })
  const strips = (await stripsOf(await readStream(replay.url, pictures(16)))).map((strip) => strip!)
  await stop(replay.playbackId)
  for (const [i, { frame }] of strips.entries()) {
    if (i > 0) expect(((frame - strips[i - 1]!.frame + 4096) % 4096) % 4).toBe(0)
  }
  expect(strips.at(-1)!.timeMs - strips[0]!.timeMs).toBeGreaterThan(4000)
})

test('paused it stands; steps and seeks show their picture; resumed it goes on from there', async () => {
  const replay = play({ paused: true })
  const watched = watch(replay.url)
  const control = (command: Parameters<typeof rig.media.replays.control>[2]) =>
    rig.media.replays.control('session-1', replay.playbackId, command)!
  const lastStrip = async () => (await stripsOf(watched.bytes())).at(-1)
  await until('the first picture', () => countPictures(watched.bytes()) === 2)
  await until('that it stands', () => control({ action: 'pause' }).state === 'paused')
  const first = (await lastStrip())!
  control({ action: 'step', frames: 1 })
  await until('the next picture', () => countPictures(watched.bytes()) === 4)
  expect((await lastStrip())!.frame).toBe(first.frame + 1)
  control({ action: 'step', frames: -1 })
  await until('the picture before', () => countPictures(watched.bytes()) === 6)
  expect(await lastStrip()).toEqual(first)
  expect(control({ action: 'seek', timeMs: NOON + 30_000 })).toMatchObject({ state: 'paused' })
  await until('the picture of the seek', () => countPictures(watched.bytes()) === 8)
  expect((await lastStrip())!.timeMs - NOON - 30_000).toBeLessThan(84)
  control({ action: 'resume' })
  await until('that it goes on', () => countPictures(watched.bytes()) > 14)
  const times = createFlvParser()
    .push(watched.bytes())
    .filter((tag) => ['key', 'video'].includes(kindOf(tag)))
    .map(({ timestampMs }) => timestampMs)
  expect(times.every((time, i) => i === 0 || time > times[i - 1]!)).toBe(true)
  expect((await lastStrip())!.timeMs).toBeGreaterThan(NOON + 30_200)
  await stop(replay.playbackId)
})

test('paused while it runs four times as fast, it shows the picture where it stands, not the one before', async () => {
  const replay = play({ speed: 4 })
  const watched = watch(replay.url)
  await until('that it runs', () => countPictures(watched.bytes()) > 8)
  const { positionMs } = rig.media.replays.control('session-1', replay.playbackId, { action: 'pause' })!
  const isThere = async () => {
    const strips = (await stripsOf(watched.bytes())).slice(-2).map((strip) => strip!)
    return strips.every(({ timeMs }) => timeMs >= positionMs && timeMs - positionMs < 84)
  }
  await expect.poll(isThere).toBe(true)
  expect(rig.media.replays.state('session-1', replay.playbackId)).toMatchObject({
    positionMs,
    state: 'paused',
  })
  await stop(replay.playbackId)
})

test('a gap is left out, and where it began is told', async () => {
  const recorded = () => [
    { fromMs: NOON, toMs: NOON + 1000 },
    { fromMs: NOON + 20_000, toMs: NOON + 22_000 },
  ]
  const replay = play({ recorded })
  const strips = (await stripsOf(await readStream(replay.url, pictures(20)))).map((strip) => strip!)
  await stop(replay.playbackId)
  const between = strips.filter(({ timeMs }) => timeMs >= NOON + 1000 && timeMs < NOON + 20_000)
  expect(between).toEqual([])
  expect(strips.at(-1)!.timeMs).toBeGreaterThan(NOON + 20_000)
  const skip = states.find((state) => state.playbackId === replay.playbackId && state.skippedFromMs)
  expect(skip!.skippedFromMs! - NOON - 1000).toBeLessThan(400)
})

test('channels of a group begin together, show the same moments and stand together', async () => {
  const one = play({ sn: 'CAM1' })
  const two = play({ sn: 'CAM3', groupId: one.groupId })
  const watched = [watch(one.url), watch(two.url)]
  await until('both', () => watched.every(({ bytes }) => countPictures(bytes()) > 20))
  rig.media.replays.control('session-1', two.playbackId, { action: 'pause' })
  expect(rig.media.replays.state('session-1', one.playbackId)).toMatchObject({ state: 'paused' })
  const strips = await Promise.all(watched.map(async ({ bytes }) => (await stripsOf(bytes())).map((s) => s!)))
  expect(Math.abs(strips[0]![0]!.timeMs - strips[1]![0]!.timeMs)).toBeLessThan(84)
  const byMedia = watched.map(({ bytes }) =>
    createFlvParser()
      .push(bytes())
      .filter((tag) => ['key', 'video'].includes(kindOf(tag))),
  )
  // The same media time is the same moment in both, to a picture.
  const offsets = strips.map((list, i) => list[15]!.timeMs - byMedia[i]![15]!.timestampMs)
  expect(Math.abs(offsets[0]! - offsets[1]!)).toBeLessThan(84)
  await Promise.all([stop(one.playbackId), stop(two.playbackId)])
})

test("a playback belongs to its sign-in: nobody else's commands reach it, and it ends with it", async () => {
  const replay = play({ owner: 'mine' })
  const watched = watch(replay.url)
  await until('a picture', () => countPictures(watched.bytes()) > 0)
  expect(rig.media.replays.control('other', replay.playbackId, { action: 'pause' })).toBeUndefined()
  expect(await stop(replay.playbackId, 'other')).toBe(false)
  expect(() => play({ owner: 'other', groupId: replay.groupId })).toThrow('noGroup')
  rig.media.revokeSession('mine')
  expect((await watched.closed)[0]).toBe(4403)
  expect(rig.media.replays.state('mine', replay.playbackId)).toBeUndefined()
})

test('a sign-in has sixteen playbacks at most, and what was never recorded is not played', async () => {
  expect(() => play({ recorded: () => [] })).toThrow('noRecordingFiles')
  const all = Array.from({ length: 16 }, () => play({ owner: 'many', paused: true }))
  expect(() => play({ owner: 'many' })).toThrow('tooMany')
  expect(play({ owner: 'else' }).ok).toBe(true)
  await Promise.all(all.map(({ playbackId }) => stop(playbackId, 'many')))
  rig.media.revokeSession('else')
})
