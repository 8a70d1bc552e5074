import { SOS } from '@backlot/contract/alarms/constants'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callerOf, DEVICES, ReturningConsole, ReturningConsoles } from './returning-consoles.test-support.ts'

type Step =
  | { what: 'raise'; device: number; count: number }
  | { what: 'change'; nth: number; way: 'read' | 'picture' }
  | { what: 'tick'; share: number; isBehind: boolean }
  | { what: 'cut' | 'return' | 'read'; console: number; frames: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('raise' as const),
      device: fc.nat(5),
      count: fc.integer({ min: 1, max: 900 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('change' as const),
      nth: fc.nat(),
      way: fc.constantFrom('read' as const, 'picture' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('tick' as const),
      share: fc.constantFrom(1, 1 / 16),
      isBehind: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constantFrom('cut' as const, 'return' as const, 'read' as const),
      console: fc.nat(1),
      frames: fc.nat(6),
    }),
  },
)

test('over any cuts a console is told of each alarm once, sent or counted, and can have every row as it is now', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
      const channel = new ReturningConsoles()
      const consoles = [new ReturningConsole(channel), new ReturningConsole(channel, [2])]
      for (const console of consoles) console.comeOn()
      const changed = new Set<number>()
      const pictured = new Set<number>()
      for (const step of steps) {
        if (step.what === 'raise') for (let n = 0; n < step.count; n++) channel.raise(DEVICES[step.device]!)
        else if (step.what === 'change') {
          const { length } = channel.alarms.rows
          const id = length === 0 ? 0 : (step.nth % length) + 1
          // A second change while the first is not sent yet may be counted again.
          if (id > 0 && !changed.has(id)) channel.change(id, step.way)
          if (step.way === 'picture' && !changed.has(id)) pictured.add(id)
          changed.add(id)
        } else if (step.what === 'tick') {
          for (const console of consoles) console.isBehind = step.isBehind
          channel.tick({ share: step.share, most: 500 })
        } else {
          const console = consoles[step.console]!
          if (step.what === 'read') console.read(step.frames)
          else if (step.what === 'cut') {
            console.read(step.frames)
            console.goOff()
          } else if (!console.isOn) console.comeOn()
        }
      }
      for (const console of consoles) console.isBehind = false
      for (const console of consoles) if (!console.isOn) console.comeOn()
      for (let n = 0; n < 400 && (n < 3 || consoles.some(({ openGaps }) => openGaps.length > 0)); n++) {
        channel.tick()
        for (const console of consoles) console.read()
      }
      for (const [i, console] of consoles.entries()) {
        const own = channel.alarms.rows.filter(({ alarm }) => i === 0 || Number(alarm.sn[1]) % 2 === 1)
        expect(console.openGaps).toEqual([])
        expect(console.newAlarms).toBe(own.length)
        const lacking = own.filter(({ alarm }) => !pictured.has(alarm.id) && !console.has(alarm))
        expect(lacking).toEqual([])
      }
    }),
    { numRuns: 150 },
  )
})

/** Consoles that signed in, left, and missed alarms; each saw some ten alarms less than the one before. */
function away(count: number, missed: number) {
  const channel = new ReturningConsoles()
  const consoles = Array.from({ length: count }, () => new ReturningConsole(channel))
  for (const console of consoles.toReversed()) {
    for (let n = 0; n < 10; n++) channel.raise('D1')
    channel.tick()
    console.comeOn()
    console.goOff()
  }
  for (let n = 0; n < missed; n++) channel.raise(DEVICES[n % 6]!)
  channel.tick()
  return { channel, consoles }
}

test('whoever comes back is sent live alarms with the next tick, and missed ones with bounded work a tick, read once for all', () => {
  const { channel, consoles } = away(20, 20_000)
  for (const console of consoles) console.comeOn()
  const live = channel.raise('D3')
  channel.turns.length = 0
  channel.alarms.read.rows = 0
  channel.tick()
  for (const console of consoles) {
    console.read()
    expect(console.sentAsNew.get(live.id)).toBe(1)
  }
  for (let n = 0; n < 100 && consoles.some(({ openGaps }) => openGaps.length > 0); n++) {
    channel.tick()
    for (const console of consoles) console.read()
  }
  for (const [i, console] of consoles.entries()) expect(console.newAlarms).toBe(20_001 + i * 10)
  expect(channel.alarms.read.rows).toBeLessThan(21_000)
  // A page that was begun may take as much again, and one more answer.
  expect(Math.max(...channel.turns.map(({ work }) => work))).toBeLessThan(2 * 6000 + 1100)
})

test('a console that is cut after every tick of a storm gets on: it hears live alarms each time, and its gaps close', () => {
  const { channel, consoles } = away(1, 5000)
  const [console] = consoles as [ReturningConsole]
  let expected = 5000
  for (let n = 0; n === 0 || console.openGaps.length > 0; n++) {
    for (let k = 0; k < 200; k++) channel.raise('D2')
    channel.tick()
    console.comeOn()
    const live = channel.raise('D4')
    channel.tick()
    expected += 201
    console.read()
    console.goOff()
    expect(console.sentAsNew.get(live.id)).toBe(1)
    expect(n).toBeLessThan(100)
  }
  expect(console.newAlarms).toBe(expected)
})

test('what was missed is told by the rights of today', () => {
  const { channel, consoles } = away(1, 5000)
  const [console] = consoles as [ReturningConsole]
  console.comeOn()
  channel.tick()
  for (const session of channel.sessions) session.renew(callerOf([2]))
  console.read()
  const before = console.newAlarms
  const unread = channel.alarms.rows.filter(({ alarm: { cursor = 0 } }) =>
    console.openGaps.some(({ fromCursor, toCursor }) => cursor > fromCursor && cursor <= toCursor),
  )
  for (let n = 0; n < 20; n++) channel.tick()
  console.read()
  const theirs = unread.filter(({ alarm }) => Number(alarm.sn[1]) % 2 === 1)
  expect(theirs.length).toBeGreaterThan(0)
  expect(console.openGaps).toEqual([])
  expect(console.newAlarms - before).toBe(theirs.length)
})

test('a missed alarm that changes is new to a console, after whichever frame it is cut', () => {
  for (const frames of [0, 1, 2, 3]) {
    const { channel, consoles } = away(1, 1)
    const [console] = consoles as [ReturningConsole]
    console.comeOn()
    channel.change(channel.alarms.rows.length, 'read')
    channel.tick()
    console.read(frames)
    console.goOff()
    console.comeOn()
    channel.tick()
    console.read()
    expect(console.newAlarms).toBe(1)
    expect(console.openGaps).toEqual([])
  }
})

test('the newest five hundred of what was missed are sent in full, the rest is counted', () => {
  const { channel, consoles } = away(1, 3000)
  const [console] = consoles as [ReturningConsole]
  console.comeOn()
  for (let n = 0; n < 10; n++) channel.tick()
  console.read()
  const newest = channel.alarms.rows.slice(-500).map(({ alarm }) => alarm.id)
  expect([...console.sentAsNew.keys()].sort((a, b) => a - b)).toEqual(newest)
  expect(console.byType).toEqual({ IoAlarm: 2500 })
})

test('a console that has not read what it was sent before is sent calls for help in full, and counts of the rest', () => {
  const channel = new ReturningConsoles()
  const [slow, brisk] = [new ReturningConsole(channel), new ReturningConsole(channel)]
  slow.comeOn()
  brisk.comeOn()
  slow.isBehind = true
  for (let n = 0; n < 30; n++) channel.raise('D1')
  const help = channel.raise('D2', { type: SOS.type, subType: SOS.subType })
  channel.tick()
  slow.read()
  brisk.read()
  expect([...slow.sentAsNew.keys()]).toEqual([help.id])
  expect(slow.byType).toEqual({ IoAlarm: 30 })
  expect(brisk.sentAsNew.size).toBe(31)
})
