import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createManualClock } from '../timeline/manual-clock.ts'
import type { EncoderChild } from './encoder.ts'
import type { EncoderOptions } from './encoder-arguments.ts'
import { createSpareEncoders } from './spare-encoders.ts'

const SUB: EncoderOptions = {
  ffmpeg: 'ffmpeg',
  width: 640,
  height: 360,
  framesPerSecond: 12,
  quality: 26,
  ceilingKbps: 700,
}
const MAIN: EncoderOptions = { ...SUB, width: 960, height: 540 }

function rig() {
  const clock = createManualClock(0)
  const launched: { options: EncoderOptions; child: EventEmitter; killed: boolean }[] = []
  const spares = createSpareEncoders(
    clock,
    [
      { options: SUB, count: 3 },
      { options: MAIN, count: 1 },
    ],
    (options) => {
      const entry = { options, child: new EventEmitter(), killed: false }
      Object.assign(entry.child, {
        kill: () => {
          entry.killed = true
          return true
        },
      })
      launched.push(entry)
      return entry.child as EncoderChild
    },
  )
  return { clock, launched, spares }
}

test('none is started before somebody is there, then one after the other', () => {
  const { clock, launched, spares } = rig()
  clock.advance(60_000)
  expect(launched).toHaveLength(0)
  spares.expectViewers()
  clock.advance(160)
  expect(launched).toHaveLength(1)
  clock.advance(10_000)
  expect(launched.map(({ options }) => options.width)).toEqual([640, 640, 640, 960])
})

test('a taken one fits the options and is made up for when it is calm again', () => {
  const { clock, launched, spares } = rig()
  spares.expectViewers()
  clock.advance(10_000)
  const main = launched[3]!.child
  expect(spares.take(MAIN)).toBe(main)
  expect(spares.take(MAIN)).toBeUndefined()
  expect(spares.take({ ...MAIN, width: 320 })).toBeUndefined()
  clock.advance(3000)
  expect(launched).toHaveLength(4)
  clock.advance(2000)
  expect(launched).toHaveLength(5)
  expect(spares.take(MAIN)).toBe(launched[4]!.child)
})

test('one that died is not handed out', () => {
  const { clock, launched, spares } = rig()
  spares.expectViewers()
  clock.advance(10_000)
  launched[0]!.child.emit('exit')
  const taken = [spares.take(SUB), spares.take(SUB), spares.take(SUB)]
  expect(taken).toEqual([launched[1]!.child, launched[2]!.child, undefined])
})

test('they end when nobody was there for a quarter of an hour, and with the platform', () => {
  const { clock, launched, spares } = rig()
  spares.expectViewers()
  clock.advance(14 * 60_000)
  spares.expectViewers()
  clock.advance(14 * 60_000)
  expect(spares.waiting()).toBe(4)
  clock.advance(2 * 60_000)
  expect(launched.every(({ killed }) => killed)).toBe(true)
  expect(spares.waiting()).toBe(0)
  spares.expectViewers()
  clock.advance(10_000)
  expect(spares.waiting()).toBe(4)
  spares[Symbol.dispose]()
  expect(launched.every(({ killed }) => killed)).toBe(true)
})
