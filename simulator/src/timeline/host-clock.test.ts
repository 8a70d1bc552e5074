import { afterEach, expect, test, vi } from 'vitest'
import { createHostClock } from './host-clock.ts'
import { testMachine } from './test-machine.test-support.ts'

afterEach(() => vi.useRealTimers())

test('whoever sets the wall clock moves nothing', () => {
  const machine = testMachine()
  const host = createHostClock(machine.sources)
  const atStart = host.now()
  for (const byMs of [-3_600_000, 86_400_000, -90_000_000]) {
    machine.setWall(byMs)
    machine.pass(1000)
  }
  expect(host.now() - atStart).toBe(3000)
  expect(host.wallAheadMs()).toBe(-3_600_000 + 86_400_000 - 90_000_000)
  expect(host.sleptMs()).toBe(0)
})

test('a suspended machine is told from one whose clock was set, and its time can be skipped', () => {
  const machine = testMachine()
  const host = createHostClock(machine.sources)
  const atStart = host.now()
  machine.sleep(600_000)
  expect([host.now() - atStart, host.sleptMs(), host.wallAheadMs()]).toEqual([0, 600_000, 600_000])
  host.skip(host.sleptMs())
  expect([host.now() - atStart, host.sleptMs(), host.wallAheadMs()]).toEqual([600_000, 0, 0])
})

test('whole milliseconds, whatever the steady clock counts', () => {
  let steadyMs = 0.3
  const host = createHostClock({ wallMs: () => 1000, steadyMs: () => steadyMs, sinceBootMs: () => 0 })
  steadyMs = 7.9
  expect(host.now()).toBe(1007)
})

test('a timer whose callback meets a trouble that is known goes on; any other error is thrown', () => {
  vi.useFakeTimers()
  const known = new Error('known')
  const host = createHostClock(testMachine().sources, (error) => error === known)
  let calls = 0
  const stop = host.every(10, () => {
    calls++
    throw known
  })
  vi.advanceTimersByTime(30)
  expect(calls).toBe(3)
  stop()
  host.after(10, () => {
    throw new Error('other')
  })
  expect(() => vi.advanceTimersByTime(10)).toThrow('other')
})
