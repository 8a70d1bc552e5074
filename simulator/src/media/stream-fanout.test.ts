import { expect, test } from 'vitest'
import { createManualClock } from '../timeline/manual-clock.ts'
import { FLV_AUDIO, FLV_VIDEO, type FlvTag, flvHeader } from '../wire/flv/flv-tag.ts'
import { createFlvParser } from './flv-parser.ts'
import { createFanout, VIEWER_LIMIT_BYTES, VIEWER_PATIENCE_MS, type ViewerSink } from './stream-fanout.ts'

const HEADER: FlvTag = { type: FLV_VIDEO, timestampMs: 0, body: Uint8Array.of(0x17, 0, 0, 0, 0) }

function picture(timestampMs: number, key: boolean, size = 100): FlvTag {
  const body = new Uint8Array(size)
  body.set([key ? 0x17 : 0x27, 1])
  return { type: FLV_VIDEO, timestampMs, body }
}

type Taken = ViewerSink & { chunks: Buffer[]; closed: string | undefined; stuck: boolean; held: number }

function sink(): Taken {
  const taken: Taken = {
    chunks: [],
    closed: undefined,
    stuck: false,
    held: 0,
    send(chunk) {
      taken.chunks.push(chunk)
      if (taken.stuck) taken.held += chunk.length
    },
    bufferedBytes: () => taken.held,
    close: (reason) => {
      taken.closed = reason
    },
  }
  return taken
}

function rig() {
  const host = createManualClock(1_000_000)
  const fanout = createFanout({ host, hasAudio: () => false, onViewers: () => undefined })
  return { host, fanout }
}

const timesOf = (viewer: Taken): number[] =>
  createFlvParser()
    .push(Buffer.concat(viewer.chunks))
    .map((tag) => tag.timestampMs)

test('who joins in the middle gets the header and the group of pictures so far, squeezed to the live edge', () => {
  const { fanout } = rig()
  fanout.push(HEADER)
  for (let i = 0; i < 30; i++) fanout.push(picture(1000 + i * 83, i % 24 === 0))
  const late = sink()
  fanout.join(late, 's1')
  fanout.push(picture(1000 + 30 * 83, false))
  const times = timesOf(late)
  const edge = 1000 + 29 * 83
  expect(times).toHaveLength(1 + 6 + 1)
  expect(times.slice(1)).toEqual([edge - 10, edge - 8, edge - 6, edge - 4, edge - 2, edge, edge + 83])
})

const tagOf = (timestampMs: number, type: number, ...body: number[]): FlvTag => ({
  type,
  timestampMs,
  body: Uint8Array.from(body),
})
const heads = (viewer: Taken) =>
  createFlvParser()
    .push(Buffer.concat(viewer.chunks))
    .map(({ body }) => Buffer.from(body.subarray(0, 6)).toString('hex'))

// FLV 10.1, E.4.3.1 with codec id 12; enhanced RTMP v2: 0x90 SequenceStart, 0x93 CodedFramesX of a key frame.
test.each([
  ['codec id 12', [0x1c, 0, 0, 0, 0, 1], [0x1c, 1, 0, 0, 0, 2], [0x2c, 1, 0, 0, 0, 3]],
  [
    'the letters hvc1',
    [0x90, ...Buffer.from('hvc1'), 1],
    [0x93, ...Buffer.from('hvc1'), 2],
    [0xa3, ...Buffer.from('hvc1'), 3],
  ],
  [
    'the letters av01',
    [0x90, ...Buffer.from('av01'), 1],
    [0x91, ...Buffer.from('av01'), 2],
    [0xa1, ...Buffer.from('av01'), 3],
  ],
])(
  'who joins a stream of %s late gets its headers, then its pictures from the key frame on',
  (_name, header, key, inter) => {
    const { fanout } = rig()
    const opusHeader = [0x90, ...Buffer.from('Opus'), 9]
    fanout.push(tagOf(0, 9, ...header))
    fanout.push(tagOf(0, 8, ...opusHeader))
    for (const [ms, body] of [
      [10, key],
      [50, inter],
      [90, inter],
    ] as const)
      fanout.push(tagOf(ms, 9, ...body))
    const late = sink()
    fanout.join(late, 's1')
    const hex = (bytes: readonly number[]) => Buffer.from(bytes).toString('hex')
    expect(heads(late)).toEqual([opusHeader, header, key, inter, inter].map(hex))
  },
)

test('a header that changes within a group ends it: who joins then waits for the next key frame', () => {
  const { fanout } = rig()
  const [old, fresh] = [
    [0x17, 0, 0, 0, 0, 1],
    [0x17, 0, 0, 0, 0, 2],
  ] as const
  const [key, inter] = [
    [0x17, 1, 0, 0, 0, 7],
    [0x27, 1, 0, 0, 0, 8],
  ] as const
  fanout.push(tagOf(0, 9, ...old))
  fanout.push(tagOf(1000, 9, ...key))
  fanout.push(tagOf(1040, 9, ...old))
  const early = sink()
  fanout.join(early, 's1')
  fanout.push(tagOf(1080, 9, ...fresh))
  const late = sink()
  fanout.join(late, 's1')
  fanout.push(tagOf(1120, 9, ...inter))
  fanout.push(tagOf(1160, 9, ...key))
  const hex = (bytes: readonly number[]) => Buffer.from(bytes).toString('hex')
  expect(heads(early)).toEqual([old, key, fresh, inter, key].map(hex))
  expect(heads(late)).toEqual([fresh, key].map(hex))
  expect(timesOf(late)).toEqual([1000, 1160])
  expect(fanout.dropped()).toBe(0)
})

test('time goes on when another source follows, whatever its own times are', () => {
  const { fanout } = rig()
  const viewer = sink()
  fanout.join(viewer, 's1')
  for (const ms of [1000, 1080, 1160]) fanout.push(picture(ms, ms === 1000))
  fanout.restart()
  for (const ms of [900, 966, 950, 1100]) fanout.push(picture(ms, ms === 900))
  expect(timesOf(viewer)).toEqual([1000, 1080, 1160, 1161, 1227, 1228, 1361])
})

test('all viewers are sent the same bytes, encoded once', () => {
  const { fanout } = rig()
  const [a, b] = [sink(), sink()]
  fanout.join(a, 's1')
  fanout.join(b, 's2')
  fanout.push(picture(5, true))
  expect(a.chunks.at(-1)).toBe(b.chunks.at(-1))
})

test('a viewer that does not drain is sent nothing more, does not grow, and is let go', () => {
  const { fanout, host } = rig()
  const [slow, good] = [sink(), sink()]
  fanout.join(slow, 's1')
  fanout.join(good, 's2')
  slow.stuck = true
  fanout.push(HEADER)
  for (let i = 0; i < 400; i++) {
    fanout.push(picture(i * 83, i % 24 === 0, 20_000))
    host.advance(83)
    if (slow.closed) break
  }
  expect(slow.held).toBeLessThan(VIEWER_LIMIT_BYTES + 30_000)
  expect(slow.closed).toBe('tooSlow')
  expect(good.closed).toBeUndefined()
  expect(fanout.viewers()).toBe(1)
  expect(fanout.dropped()).toBeGreaterThan(10)
})

test('a viewer that drains in time goes on at a key frame', () => {
  const { fanout, host } = rig()
  const viewer = sink()
  fanout.join(viewer, 's1')
  viewer.held = VIEWER_LIMIT_BYTES + 1
  fanout.push(picture(0, true))
  viewer.held = 0
  const before = viewer.chunks.length
  fanout.push(picture(83, false))
  expect(viewer.chunks).toHaveLength(before)
  host.advance(VIEWER_PATIENCE_MS / 2)
  fanout.push(picture(166, true))
  fanout.push(picture(249, false))
  expect(viewer.chunks).toHaveLength(before + 2)
})

test('a viewer that fails is let go and told of, and the others go on', () => {
  const problems: unknown[] = []
  const fanout = createFanout({
    host: createManualClock(0),
    hasAudio: () => false,
    onViewers: () => undefined,
    onFault: (error) => problems.push(error),
  })
  const closed: string[] = []
  const broken: ViewerSink = {
    sendTag() {
      throw new RangeError('too long')
    },
    bufferedBytes: () => 0,
    close: (reason) => closed.push(reason),
  }
  fanout.join(broken, 's1')
  const good = sink()
  fanout.join(good, 's2')
  fanout.push(picture(0, true))
  fanout.push(picture(83, false))
  expect(closed).toEqual(['cut'])
  expect(fanout.viewers()).toBe(1)
  expect(timesOf(good)).toEqual([0, 83])
  expect(problems).toEqual([new RangeError('too long')])
})

test('closing the viewers of one session leaves the others', () => {
  const { fanout } = rig()
  const [mine, theirs] = [sink(), sink()]
  fanout.join(mine, 's1')
  fanout.join(theirs, 's2')
  fanout.close('revoked', 's1')
  expect([mine.closed, theirs.closed]).toEqual(['revoked', undefined])
  expect(fanout.viewersOf('s2')).toBe(1)
})

test('sound travels with the next picture, and by itself when none comes', () => {
  const { fanout } = rig()
  const viewer = sink()
  fanout.join(viewer, 's1')
  const sound = (timestampMs: number): FlvTag => ({ type: 8, timestampMs, body: Uint8Array.of(0xaf, 1, 2) })
  viewer.chunks.length = 0
  fanout.push(HEADER)
  for (const at of [10, 74]) fanout.push(sound(at))
  expect(viewer.chunks).toHaveLength(1)
  fanout.push(picture(80, true))
  expect(viewer.chunks).toHaveLength(2)
  for (let i = 0; i < 8; i++) fanout.push(sound(138 + i * 64))
  expect(viewer.chunks).toHaveLength(3)
  const flv = Buffer.concat([flvHeader(true), ...viewer.chunks])
  expect(
    createFlvParser()
      .push(flv)
      .map(({ timestampMs }) => timestampMs),
  ).toEqual([0, 10, 74, 80, ...Array.from({ length: 8 }, (_, i) => 138 + i * 64)])
})

test('viewers over WebSocket get one frame made for all of them', () => {
  const { fanout } = rig()
  const frames: Buffer[][] = [[], []]
  for (const list of frames) fanout.join({ ...sink(), sendFrame: (frame) => list.push(frame) }, 's1')
  fanout.push(picture(0, true, 50_000))
  fanout.push(picture(83, false, 20))
  const [one, two] = frames as [Buffer[], Buffer[]]
  expect(one[0]).toBe(two[0])
  expect([...one[0]!.subarray(0, 4)]).toEqual([0x82, 126, ...[(50_015 >> 8) & 255, 50_015 & 255]])
  expect([...one[1]!.subarray(0, 2)]).toEqual([0x82, 35])
})

test('a viewer on another wire gets the headers, then tags from the next key frame on, and none while it is slow', () => {
  const { host, fanout } = rig()
  fanout.push(HEADER)
  fanout.push(tagOf(0, FLV_AUDIO, 0xaf, 0, 0x14, 0x08))
  fanout.push(picture(0, true))
  const got: string[] = []
  const tags: FlvTag[] = []
  let held = 0
  const viewer = fanout.join(
    {
      sendTag(tag, kind) {
        got.push(`${kind} ${tag.timestampMs}`)
        tags.push(tag)
      },
      bufferedBytes: () => held,
      close: () => undefined,
    },
    's1',
  )
  const other: FlvTag[] = []
  fanout.join({ sendTag: (tag) => other.push(tag), bufferedBytes: () => 0, close: () => undefined }, 's2')
  fanout.push(tagOf(40, FLV_AUDIO, 0xaf, 1, 1))
  fanout.push(picture(83, false))
  fanout.push(picture(166, true))
  fanout.push(tagOf(170, FLV_AUDIO, 0xaf, 1, 2))
  expect(got).toEqual(['audioHeader 0', 'videoHeader 0', 'key 166', 'audio 170'])
  expect(other.map((tag, i) => tag === tags[i])).toEqual([true, true, true, true])
  held = VIEWER_LIMIT_BYTES + 1
  fanout.push(picture(249, false))
  held = 0
  fanout.push(picture(332, false))
  fanout.push(picture(415, true))
  expect(got.slice(4)).toEqual(['key 415'])
  expect(fanout.dropped()).toBe(2)
  held = VIEWER_LIMIT_BYTES + 1
  fanout.push(picture(498, false))
  host.advance(VIEWER_PATIENCE_MS + 1)
  fanout.push(picture(581, false))
  expect(fanout.viewersOf('s1')).toBe(0)
  viewer.leave()
  expect(fanout.viewers()).toBe(1)
})
