import { beforeEach, expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../timeline/manual-clock.ts'
import { ChannelFaults, type FrameBlow } from './channel-faults.ts'
import { FrameLine } from './frame-line.ts'

let host: ManualClock
let faults: ChannelFaults
let line: FrameLine
let out: string[]

beforeEach(() => {
  host = createManualClock(0)
  faults = new ChannelFaults()
  line = new FrameLine(faults, host)
  out = []
})

const pass = (name: string) =>
  line.pass(
    name.length,
    () => out.push(name),
    () => out.push('cut'),
  )

/** Blows for the next frames, one each. */
function blows(...list: (FrameBlow | undefined)[]): void {
  faults.attach(() => list.shift())
}

test('nobody is harmed before somebody has signed in', () => {
  blows({ drop: true })
  pass('loginReply')
  expect(out).toEqual(['loginReply'])
})

test('late frames hold up those behind them, dropped ones are gone, and the order stays', () => {
  line.account = 'admin'
  blows({ delayMs: 300 }, undefined, { drop: true }, { delayMs: 50 }, undefined)
  for (const name of ['a', 'b', 'c', 'd', 'e']) pass(name)
  expect(out).toEqual([])
  expect(line.waitingBytes).toBe(4)
  host.advance(299)
  expect(out).toEqual([])
  host.advance(1)
  expect(out).toEqual(['a', 'b', 'd', 'e'])
  expect(line.isFree).toBe(false)
  expect(line.waitingBytes).toBe(0)
  pass('f')
  expect(out).toEqual(['a', 'b', 'd', 'e', 'f'])
})

test('a cut line is cut, and what was held back does not come', () => {
  line.account = 'admin'
  blows({ delayMs: 300 }, { cut: true })
  pass('a')
  pass('b')
  line.close()
  host.advance(1000)
  expect(out).toEqual(['cut'])
  expect(host.pending()).toBe(0)
})
