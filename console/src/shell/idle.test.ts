import { expect, it } from 'vitest'
import { type IdleEnvironment, isIdle, watchIdle } from './idle.ts'

const MINUTE_MS = 60_000

it('is idle after the minutes without a touch, and never when switched off', () => {
  expect(isIdle(0, 599_999, 10)).toBe(false)
  expect(isIdle(0, 600_000, 10)).toBe(true)
  expect(isIdle(0, 86_400_000, 0)).toBe(false)
})

/** Tabs of one sign-in, with a clock, timers and messages in the test's hands. */
function setUp() {
  const time = { now: 0 }
  const timers = new Set<{ run: () => void; atMs: number }>()
  const links = new Set<{ hear: () => void }>()
  const posted: number[] = []
  const ended: string[] = []

  function open(name: string, isWatched = false) {
    let touch = () => {}
    const environment: IdleEnvironment = {
      onTouch(touched) {
        touch = touched
        return () => {
          touch = () => {}
        }
      },
      openLink(hear) {
        const mine = { hear }
        links.add(mine)
        return {
          post() {
            posted.push(time.now)
            for (const other of links) if (other !== mine) other.hear()
          },
          close: () => links.delete(mine),
        }
      },
      now: () => time.now,
      setTimer(run, ms) {
        const timer = { run, atMs: time.now + ms }
        timers.add(timer)
        return timer
      },
      clearTimer: (timer) => timers.delete(timer as { run: () => void; atMs: number }),
    }
    const stop = watchIdle(environment, { timeoutMinutes: 10, isWatched }, () => ended.push(name))
    return { stop, touch: () => touch() }
  }

  /** Lets time pass, each timer at its moment. */
  function pass(ms: number) {
    const until = time.now + ms
    for (;;) {
      const [next] = [...timers].filter(({ atMs }) => atMs <= until).sort((a, b) => a.atMs - b.atMs)
      if (!next) break
      timers.delete(next)
      time.now = Math.max(time.now, next.atMs)
      next.run()
    }
    time.now = until
  }
  return { open, pass, time, timers, links, posted, ended }
}

it('keeps all tabs of a sign-in while one is used, and ends when all are idle', () => {
  const { open, pass, ended } = setUp()
  const used = open('used')
  open('other')
  for (let minute = 0; minute < 30; minute += 1) {
    used.touch()
    pass(MINUTE_MS)
  }
  expect(ended).toEqual([])
  pass(10 * MINUTE_MS)
  expect(ended).toContain('other')
})

it('does not end tabs beside a screen that is watched', () => {
  const { open, pass, ended } = setUp()
  const wall = open('wall', true)
  open('other')
  pass(60 * MINUTE_MS)
  expect(ended).toEqual([])
  wall.stop()
  pass(11 * MINUTE_MS)
  expect(ended).toEqual(['other'])
})

it('takes in the activity of other tabs while it slept before it ends the session', () => {
  const { open, pass, time, timers, links, ended } = setUp()
  open('slept')
  time.now = 60 * MINUTE_MS
  const [late] = timers
  timers.delete(late!)
  late!.run()
  for (const link of links) link.hear()
  pass(2 * MINUTE_MS)
  expect(ended).toEqual([])
  pass(9 * MINUTE_MS)
  expect(ended).toEqual(['slept'])
})

it('shares activity every five seconds at most, and none once it was stopped', () => {
  const { open, pass, posted, timers, links } = setUp()
  const tab = open('tab')
  for (let second = 0; second < 12; second += 1) {
    tab.touch()
    pass(1000)
  }
  expect(posted).toEqual([0, 5000, 10_000])
  tab.stop()
  tab.touch()
  expect(posted).toHaveLength(3)
  expect([timers.size, links.size]).toEqual([0, 0])
})
