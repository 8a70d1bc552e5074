import { expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { createManualClock } from '../../timeline/manual-clock.ts'
import type { FlvTag } from '../../wire/flv/flv-tag.ts'
import { sceneInput } from '../../world/scenes/scene-input.test-support.ts'
import { encodeMessage, encodeStreamTag, type FromCore, readFromCore } from './link-messages.ts'
import { linkPair, NO_LOG } from './link-pair.test-support.ts'
import { createWorkerCameras } from './worker-cameras.ts'

const OPTIONS = {
  ffmpeg: 'ffmpeg',
  width: 640,
  height: 360,
  framesPerSecond: 12,
  quality: 26,
  ceilingKbps: 700,
}
const KEY: FlvTag = { type: 9, timestampMs: 40, body: Uint8Array.of(0x17, 1, 0, 0, 0) }

function rig() {
  const clock = createManualClock(0)
  const asleep = { ms: 0 }
  const host = { ...clock, now: () => clock.now() + asleep.ms }
  const cameras = createWorkerCameras({ seed: 5, host, log: NO_LOG, proof: async () => 'p' })
  return { clock, asleep, cameras }
}

/** A worker by hand: what it hears, and a way to say something. */
async function join(
  cameras: ReturnType<typeof createWorkerCameras>,
  name: string,
  slots: number,
  h265?: true,
) {
  const pair = await linkPair()
  const heard: FromCore[] = []
  pair.worker.on('message', (data) => heard.push(readFromCore(data.toString())))
  const before = cameras.stats().slots
  cameras.onLink(pair.core, { id: name, name })
  pair.worker.send(encodeMessage({ kind: 'ready', slots, h265 }))
  await expect.poll(() => cameras.stats().slots).toBe(before + slots)
  return { ...pair, heard }
}

function lease(cameras: ReturnType<typeof createWorkerCameras>) {
  const tags: FlvTag[] = []
  const ends: string[] = []
  const encoder = cameras.lease('cam', OPTIONS, {
    tag: (tag) => tags.push(tag),
    end: (why) => ends.push(why),
  })
  return { encoder, tags, ends }
}

const picture = { input: sceneInput(), timestampMs: 40, fresh: true }
const openedIn = (heard: readonly FromCore[]): number =>
  heard.flatMap((message) => (message.kind === 'open' ? [message.stream] : [])).at(-1) ?? -1

it('streams go to the machine with most room, and to none that is full', async () => {
  const { cameras } = rig()
  await using small = await join(cameras, 'small', 1)
  await using large = await join(cameras, 'large', 3)
  expect(small.heard[0] ?? { kind: 'welcome' }).toMatchObject({ kind: 'welcome' })
  const names = Array.from({ length: 5 }, () => lease(cameras).encoder?.worker)
  expect(names.slice(0, 4).sort()).toEqual(['large', 'large', 'large', 'small'])
  expect(names[4]).toBeUndefined()
  expect(cameras.hasRoom()).toBe(false)
  await expect.poll(() => openedIn(large.heard)).toBeGreaterThan(0)
})

it('streams of H.265 go only to machines whose ffmpeg encodes it', async () => {
  const { cameras } = rig()
  const on = { tag: () => undefined, end: () => undefined }
  const h265 = { ...OPTIONS, codec: 'h265' as const }
  await using _lacking = await join(cameras, 'lacking', 8)
  expect([cameras.hasRoom(), cameras.hasRoom('h265')]).toEqual([true, false])
  expect(cameras.lease('cam', h265, on)).toBeUndefined()
  await using able = await join(cameras, 'able', 1, true)
  expect(cameras.lease('cam', h265, on)?.worker).toBe('able')
  await expect.poll(() => able.heard.at(-1)).toMatchObject({ kind: 'open', encoding: { codec: 'h265' } })
  expect(cameras.hasRoom('h265')).toBe(false)
})

it('a tag counts for the turn that it was drawn in: what comes late, or from another machine, is dropped', async () => {
  const { cameras } = rig()
  await using first = await join(cameras, 'first', 1)
  const one = lease(cameras)
  await expect.poll(() => openedIn(first.heard)).toBe(1)
  await using second = await join(cameras, 'second', 1)
  second.worker.send(encodeStreamTag(1, KEY))
  await expect.poll(() => cameras.stats().lateTags).toBe(1)
  first.worker.send(encodeStreamTag(1, KEY))
  await expect.poll(() => one.tags).toHaveLength(1)
  first.worker.terminate()
  await expect.poll(() => one.ends).toEqual(['its machine has gone'])
  const two = lease(cameras)
  expect(two.encoder?.worker).toBe('second')
  second.worker.send(encodeStreamTag(1, KEY))
  second.worker.send(encodeStreamTag(2, KEY))
  await expect.poll(() => two.tags).toHaveLength(1)
  expect(one.tags).toHaveLength(1)
  expect(cameras.stats()).toMatchObject({ lateTags: 2, takeOvers: 1, streams: 1, pictures: 2 })
})

it('a machine that says nothing loses its streams after a good second; one that answers keeps them', async () => {
  const { clock, cameras } = rig()
  await using quiet = await join(cameras, 'quiet', 1)
  const stands = lease(cameras)
  await using lively = await join(cameras, 'lively', 1)
  const goesOn = lease(cameras)
  expect(goesOn.encoder?.worker).toBe('lively')
  await Promise.all([stands, goesOn].map(({ encoder }) => encoder?.encode(picture)))
  const answer = async (): Promise<void> => {
    const before = cameras.stats().receivedBytes
    lively.worker.send(encodeMessage({ kind: 'ready', slots: 1 }))
    await expect.poll(() => cameras.stats().receivedBytes).toBeGreaterThan(before)
  }
  for (let i = 0; i < 8; i++) {
    clock.advance(200)
    await answer()
  }
  expect(stands.ends).toEqual(['its machine stands still'])
  expect(goesOn.ends).toEqual([])
  // It has room, but is not asked for a while.
  expect(cameras.hasRoom()).toBe(false)
  clock.advance(6000)
  expect(cameras.hasRoom()).toBe(true)
  await expect.poll(() => quiet.heard.at(-1)).toEqual({ kind: 'close', stream: 1 })
})

it('a core that stood still itself listens first', async () => {
  const { clock, asleep, cameras } = rig()
  await using _worker = await join(cameras, 'worker', 1)
  const { encoder, ends } = lease(cameras)
  await encoder?.encode(picture)
  asleep.ms = 20_000
  clock.advance(200)
  expect(ends).toEqual([])
  clock.advance(200)
  expect(ends).toEqual(['its machine stands still'])
})

it('only so many pictures are on the way to a machine', async () => {
  const { cameras } = rig()
  await using worker = await join(cameras, 'worker', 1)
  const { encoder } = lease(cameras)
  for (let i = 0; i < 6; i++) await encoder?.encode(picture)
  expect(encoder?.waiting()).toBeGreaterThanOrEqual(3)
  for (let i = 0; i < 4; i++) worker.worker.send(encodeStreamTag(1, KEY))
  worker.worker.send(encodeMessage({ kind: 'skipped', stream: 1 }))
  await expect.poll(() => encoder?.waiting()).toBe(0)
})

it.each([
  ['text', (socket: WebSocket) => socket.send('{"kind":"ready","slots":-1}')],
  ['bytes', (socket: WebSocket) => socket.send(Buffer.from([1, 2]))],
])(
  'a machine that says what cannot be read is cut off (%s), and its streams go on elsewhere',
  async (_what, say) => {
    const { cameras } = rig()
    await using worker = await join(cameras, 'worker', 1)
    const { ends } = lease(cameras)
    say(worker.worker)
    await expect.poll(() => ends).toEqual(['its machine has gone'])
    expect(cameras.stats()).toMatchObject({ workers: 0, streams: 0 })
  },
)
