import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sceneInput } from '../../world/scenes/scene-input.test-support.ts'
import {
  createPictureReader,
  createPictureWriter,
  encodeStreamTag,
  LinkFormatError,
  readFromCore,
  readFromWorker,
  readStreamTag,
} from './link-messages.ts'

/** Whatever is said, it is read or refused by an error of its own. */
function readsOrRefuses(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch (error) {
    return error instanceof LinkFormatError
  }
}

const KINDS = [
  'ready',
  'unable',
  'ended',
  'skipped',
  'prepared',
  'welcome',
  'open',
  'picture',
  'prepare',
  'close',
]
const almost = fc.record(
  {
    kind: fc.constantFrom(...KINDS),
    stream: fc.oneof(fc.integer(), fc.double(), fc.string()),
    slots: fc.oneof(fc.integer(), fc.string()),
    words: fc.string({ maxLength: 3000 }),
    id: fc.oneof(fc.integer(), fc.constant(null)),
    ok: fc.oneof(fc.boolean(), fc.string()),
    scene: fc.oneof(
      fc.anything(),
      fc.record({ timeMs: fc.integer(), frame: fc.integer(), vehicles: fc.anything() }),
    ),
    encoding: fc.anything(),
    input: fc.anything(),
  },
  { requiredKeys: ['kind'] },
)

it('texts of any kind are read or refused, on both sides', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.json(),
    almost.map((value) => JSON.stringify(value)),
  )
  fc.assert(
    fc.property(
      texts,
      (text) => readsOrRefuses(() => readFromWorker(text)) && readsOrRefuses(() => readFromCore(text)),
    ),
  )
})

it('bytes of any kind are a tag or refused', () => {
  const bytes = fc.uint8Array({ maxLength: 40 })
  fc.assert(fc.property(bytes, (data) => readsOrRefuses(() => readStreamTag(Buffer.from(data)))))
  expect(() => readStreamTag(Buffer.alloc(3 * 1024 * 1024, 9))).toThrow(LinkFormatError)
})

it('a tag comes out as it went in, with its stream', () => {
  fc.assert(
    fc.property(
      fc.nat(0xffff_ffff),
      fc.constantFrom(8, 9, 18),
      fc.nat(0xffff_ffff),
      fc.uint8Array(),
      (stream, type, timestampMs, body) => {
        const read = readStreamTag(encodeStreamTag(stream, { type, timestampMs, body }))
        expect(read.stream).toBe(stream)
        expect(read.tag).toMatchObject({ type, timestampMs })
        expect(Buffer.compare(read.tag.body, body)).toBe(0)
      },
    ),
  )
})

it('a picture comes out as it went in, and what did not change is told once', () => {
  const write = createPictureWriter(7)
  const read = createPictureReader()
  const vehicle = {
    id: 3,
    kind: 'bus',
    colour: 0xff00ff,
    plate: '京A12345',
    x: 1.25,
    y: -9.1,
    directionDeg: 3,
    speedKmh: 30,
  } as const
  const inputs = [
    sceneInput({ vehicles: [vehicle] }),
    sceneInput({ frame: 78, timeMs: 5, vehicles: [{ ...vehicle, x: 2 / 3 }] }),
    sceneInput({ frame: 79, pose: { panDeg: 19.3, tiltDeg: -9, zoom: 2 } }),
    sceneInput({
      frame: 80,
      pose: { panDeg: 19.3, tiltDeg: -9, zoom: 2 },
      look: { gain: 0.5, lift: 0, contrast: 1, saturation: 1, blur: 0 },
    }),
  ]
  const told = inputs.map((input, i) => {
    const message = readFromCore(write({ input, timestampMs: i, fresh: i === 0 }))
    if (message.kind !== 'picture' || !message.scene) throw new Error('no picture')
    expect(message).toMatchObject({ stream: 7, timestampMs: i, fresh: i === 0 })
    expect(read(message.scene)).toEqual(input)
    return message.scene.facts !== undefined
  })
  expect(told).toEqual([true, false, true, true])
  expect(readFromCore(write({ input: undefined, timestampMs: 9, fresh: false }))).toEqual({
    kind: 'picture',
    stream: 7,
    timestampMs: 9,
    fresh: false,
  })
})

it('a picture whose facts were never told is refused', () => {
  const read = createPictureReader()
  expect(() => read({ timeMs: 1, frame: 1, vehicles: [] })).toThrow(LinkFormatError)
})
