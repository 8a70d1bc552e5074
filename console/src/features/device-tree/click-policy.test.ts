import { beforeEach, describe, expect, it } from 'vitest'
import { ClickPolicy } from './click-policy.ts'

let now = 0
let queue: { at: number; run: () => void }[] = []
let seen: string[] = []

const timers = {
  set: (run: () => void, ms: number) => {
    const timer = { at: now + ms, run }
    queue.push(timer)
    return timer
  },
  clear: (timer: unknown) => {
    queue = queue.filter((other) => other !== timer)
  },
}

function advance(ms: number): void {
  now += ms
  const due = queue.filter((timer) => timer.at <= now)
  queue = queue.filter((timer) => timer.at > now)
  for (const timer of due) timer.run()
}

let policy: ClickPolicy

beforeEach(() => {
  now = 1000
  queue = []
  seen = []
  policy = new ClickPolicy({
    now: () => now,
    timers,
    onClick: (key) => seen.push(`click ${key}`),
    onDoubleClick: (key) => seen.push(`double ${key}`),
  })
})

describe('click policy of the tree', () => {
  it('counts a click 280 ms after it came', () => {
    policy.press('a')
    advance(279)
    expect(seen).toEqual([])
    advance(1)
    expect(seen).toEqual(['click a'])
  })

  it('takes two clicks within 280 ms as a double click only', () => {
    policy.press('a')
    advance(200)
    policy.press('a')
    advance(1000)
    expect(seen).toEqual(['double a'])
  })

  it('ignores a later click on the same node within 600 ms', () => {
    policy.press('a')
    advance(300)
    policy.press('a')
    advance(299)
    policy.press('a')
    advance(1000)
    expect(seen).toEqual(['click a'])
    policy.press('a')
    advance(280)
    expect(seen).toEqual(['click a', 'click a'])
  })

  it('ignores the third click of three quick ones', () => {
    policy.press('a')
    advance(100)
    policy.press('a')
    advance(100)
    policy.press('a')
    advance(1000)
    expect(seen).toEqual(['double a'])
  })

  it('takes quick clicks on two nodes as two clicks', () => {
    policy.press('a')
    advance(100)
    policy.press('b')
    advance(280)
    expect(seen).toEqual(['click a', 'click b'])
  })
})
