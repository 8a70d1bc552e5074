import { beforeEach, expect, test } from 'vitest'
import { createManualClock, type ManualClock } from '../timeline/manual-clock.ts'
import { ChannelFaults, type FrameImpact } from './channel-faults.ts'
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
    {
      bytes: name.length,
      text: () => name,
      send: () => out.push(name),
      sendOther: (garbage) => out.push(`not ${name}: ${garbage}`),
    },
    () => out.push('cut'),
  )

/** Blows for the next frames, one each. */
function impacts(...list: (FrameImpact | undefined)[]): void {
  faults.attach(() => list.shift())
}

test('nobody is affected before somebody has signed in', () => {
  impacts({ drop: true })
  pass('loginReply')
  expect(out).toEqual(['loginReply'])
})

test('late frames hold up those behind them, dropped ones are gone, and the order stays', () => {
  line.account = 'admin'
  impacts({ delayMs: 300 }, undefined, { drop: true }, { delayMs: 50 }, undefined)
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
  impacts({ delayMs: 300 }, { cut: true })
  pass('a')
  pass('b')
  line.close()
  host.advance(1000)
  expect(out).toEqual(['cut'])
  expect(host.pending()).toBe(0)
})

test('a frame comes more than once, and something else comes in place of another', () => {
  line.account = 'admin'
  impacts({ copies: 2 }, { garbage: '<html>' }, { delayMs: 10, copies: 1 }, undefined)
  for (const name of ['a', 'b', 'c', 'd']) pass(name)
  host.advance(10)
  expect(out).toEqual(['a', 'a', 'a', 'not b: <html>', 'c', 'c', 'd'])
  expect(line.waitingBytes).toBe(0)
})

test('a frame is overtaken by as many as it says, or by those that come in time', () => {
  line.account = 'admin'
  const overtaken = { by: 2, withinMs: 500 }
  impacts({ overtaken }, { overtaken }, undefined, { overtaken })
  for (const name of ['a', 'b', 'c', 'd', 'e']) pass(name)
  expect(out).toEqual(['b', 'c', 'a', 'e'])
  expect(line.waitingBytes).toBe(1)
  expect(line.isFree).toBe(false)
  host.advance(500)
  expect(out).toEqual(['b', 'c', 'a', 'e', 'd'])
  pass('f')
  expect(out.at(-1)).toBe('f')
})

test('a frame that stepped aside is gone with its console', () => {
  line.account = 'admin'
  impacts({ overtaken: { by: 1, withinMs: 500 } })
  pass('a')
  line.close()
  host.advance(1000)
  expect(out).toEqual([])
  expect(host.pending()).toBe(0)
})
