import { expect, it } from 'vitest'
import { createManualClock, type ManualClock } from '../timeline/manual-clock.ts'
import { FLV_VIDEO, type FlvTag, kindOf } from '../wire/flv/flv-tag.ts'
import { type AudioLoop, loadAudioLoop } from './audio-loop.ts'
import { type Clip, createClipSource, loadClips } from './clip-source.ts'
import { createLiveStreams } from './live-streams.ts'
import { createPulledSource, type PulledEvents } from './pulled-source.ts'
import { createStreamTokens } from './stream-token.ts'

const NAME = { sn: 'FOREIGN1', chnId: 1, streamType: 'main' } as const
const WISH = { ...NAME, sessionId: 's' }
/** The device counts from here: its times wrap at 2^32 soon. */
const DEVICE_MS = 4_294_960_000

async function rig({ withSound = false } = {}) {
  const clock = createManualClock(Date.UTC(2026, 10, 26))
  const [clips, audio] = await Promise.all([loadClips(), loadAudioLoop()])
  const sessions: { events: PulledEvents; isClosed: boolean }[] = []
  const offline = new Set<string>()
  const refusals: string[] = []
  const live = createLiveStreams({
    pipe: {
      host: clock,
      log: { debug() {}, info() {}, warn() {}, error() {} },
      source: {
        clock: { now: () => clock.now() },
        cameras: {
          find: () => undefined,
          isOnline: (sn: string) => !offline.has(sn),
          isSilent: () => false,
          hasPower: () => true,
          mediaServerOf: () => 'bound',
        },
      },
      // What drawn cameras need besides is not used here.
    } as unknown as Parameters<typeof createLiveStreams>[0]['pipe'],
    ffmpeg: undefined,
    encodingOf: () => {
      throw new Error('nothing is encoded')
    },
    hasCodec: () => false,
    mayEncode: () => false,
    workers: undefined,
    clips: [],
    audio,
    lingerMs: 12_000,
    tokens: createStreamTokens({ now: () => clock.now(), lifeMs: 60_000 }),
    effects: undefined,
    external: ({ sn }) =>
      sn !== NAME.sn
        ? undefined
        : (_timestampAt, events) =>
            createPulledSource(
              {
                hostClock: clock,
                async open(to) {
                  const refusal = refusals.shift()
                  if (refusal) throw new Error(refusal)
                  const session = { events: to, isClosed: false }
                  sessions.push(session)
                  const clip = playClip(clips[0]!, withSound ? audio : undefined, clock, (tag) => to.tag(tag))
                  return {
                    async close() {
                      session.isClosed = true
                      await clip.stop()
                    },
                    lost: () => 3,
                  }
                },
              },
              events,
            ),
  })
  return {
    clock,
    live,
    sessions,
    offline,
    refusals,
    async pass(ms: number) {
      for (let gone = 0; gone < ms; gone += 20) {
        clock.advance(20)
        await Promise.resolve()
      }
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
    },
    watch(path = `/live/${NAME.sn}/1/main.flv`) {
      const tags: FlvTag[] = []
      const viewer = live
        .find(path)!
        .stream.fanout.join(
          { sendTag: (tag) => void tags.push(tag), bufferedBytes: () => 0, close: () => undefined },
          's',
        )
      return { tags, leave: viewer.leave }
    },
    [Symbol.asyncDispose]: () => live.close(),
  }
}

/** The clip with the times of a device, and sound under it. */
function playClip(clip: Clip, audio: AudioLoop | undefined, clock: ManualClock, push: (tag: FlvTag) => void) {
  const startMs = clock.now()
  return createClipSource(clip, clock, (hostMs) => hostMs - startMs, {
    tag(tag) {
      const timestampMs = (tag.timestampMs + DEVICE_MS) >>> 0
      push({ ...tag, timestampMs })
      if (audio && tag.type === FLV_VIDEO) push({ ...audio.header, timestampMs, body: audio.frames[0]! })
    },
    live: () => undefined,
    restarted: () => undefined,
  })
}

it('a foreign channel is asked for its stream when somebody watches, and no longer some time after', async () => {
  await using world = await rig()
  const starting = world.live.start(WISH)
  await world.pass(600)
  expect(await starting).toMatchObject({ ok: true, source: 'pulled', hasAudio: false })
  const { tags, leave } = world.watch()
  await world.pass(4000)
  const pictures = tags.filter((tag) => ['key', 'video'].includes(kindOf(tag)))
  expect(pictures.length).toBeGreaterThan(20)
  const [stats] = world.live.stats()
  expect(stats).toMatchObject({
    state: 'live',
    source: 'pulled',
    viewers: 1,
    pulled: {
      videoCodec: 'H.264',
      size: { width: 640, height: 360 },
      framesPerSecond: expect.closeTo(12, 0),
    },
  })
  // Times begin with the stream, whatever the device counts, and go on where the device's wrap.
  for (const [i, tag] of pictures.entries()) {
    expect(tag.timestampMs).toBeLessThan(10_000)
    if (i > 0) expect(tag.timestampMs - pictures[i - 1]!.timestampMs).toBeLessThan(120)
  }
  expect(world.live.encoders()).toBe(0)
  leave()
  await world.pass(11_000)
  expect(world.live.stats()[0]?.state).toBe('lingering')
  expect(world.sessions.map(({ isClosed }) => isClosed)).toEqual([false])
  await world.pass(2000)
  expect(world.live.stats()).toEqual([])
  expect(world.sessions.map(({ isClosed }) => isClosed)).toEqual([true])
})

it('sound that the device sends is announced, and reaches the viewers', async () => {
  await using world = await rig({ withSound: true })
  const starting = world.live.start(WISH)
  await world.pass(600)
  expect(await starting).toMatchObject({ ok: true, hasAudio: true })
  const { tags } = world.watch()
  await world.pass(4000)
  expect(tags.some((tag) => kindOf(tag) === 'audio')).toBe(true)
  expect(world.live.stats()[0]?.pulled?.audioCodec).toBe('AAC')
})

it('is refused as others are: unknown, or its device is offline', async () => {
  await using world = await rig()
  expect(await world.live.start({ ...WISH, sn: 'NOBODY' })).toEqual({ ok: false, reason: 'unknown' })
  world.offline.add(NAME.sn)
  expect(await world.live.start(WISH)).toEqual({ ok: false, reason: 'deviceOffline' })
  expect(world.sessions).toEqual([])
})

it('a device that fails is asked again after longer and longer waits, and the reason is told', async () => {
  await using world = await rig()
  world.refusals.push('404 Not Found', '401 Unauthorized')
  const starting = world.live.start(WISH)
  await world.pass(500)
  expect(world.live.stats()[0]).toMatchObject({ state: 'starting', pulled: { problem: '404 Not Found' } })
  await world.pass(1000)
  expect(world.live.stats()[0]?.pulled?.problem).toBe('401 Unauthorized')
  await world.pass(1500)
  expect(world.sessions).toHaveLength(0)
  await world.pass(2000)
  expect(await starting).toMatchObject({ ok: true })
  expect(world.live.stats()[0]).toMatchObject({ state: 'lingering', restarts: 2 })
  expect(world.live.stats()[0]?.pulled?.problem).toBeUndefined()

  const { tags } = world.watch()
  await world.pass(3000)
  const count = tags.length
  world.sessions[0]!.events.end('the connection was lost')
  await world.pass(200)
  expect(world.sessions[0]?.isClosed).toBe(true)
  expect(world.live.stats()[0]?.pulled?.problem).toBe('the connection was lost')
  expect(world.live.stats()[0]?.pulled?.lostPackets).toBe(3)
  await world.pass(9000)
  expect(world.live.stats()[0]?.pulled?.lostPackets).toBe(6)
  expect(world.sessions).toHaveLength(2)
  expect(tags.length).toBeGreaterThan(count + 10)
  const times = tags.filter((tag) => ['key', 'video'].includes(kindOf(tag))).map((tag) => tag.timestampMs)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
})

it('a publisher takes the place of the stream that is asked for, and gives it back', async () => {
  await using world = await rig()
  void world.live.start(WISH)
  await world.pass(600)
  world.watch()
  const { stream } = world.live.find(`/live/${NAME.sn}/1/main.flv`)!
  const publishing = stream.publish()
  await world.pass(100)
  expect(world.live.stats()[0]?.source).toBe('published')
  expect(world.sessions[0]?.isClosed).toBe(true)
  publishing.end()
  await world.pass(600)
  expect(world.live.stats()[0]?.source).toBe('pulled')
  expect(world.sessions).toHaveLength(2)
})

it('a device that never answers holds nobody up', async () => {
  await using world = await rig()
  world.refusals.push(...Array.from({ length: 20 }, () => 'no route to host'))
  const starting = world.live.start(WISH)
  await world.pass(4200)
  expect(await starting).toMatchObject({ ok: true, hasAudio: false })
})
