import { beforeEach, describe, expect, it } from 'vitest'
import {
  LET_GO_MS,
  type PollLayer,
  PollPolicy,
  type PollSetup,
  PRELOAD_MS,
  WAIT_MS,
} from './polling-policy.ts'

const list = Array.from({ length: 5 }, (_unused, at) => ({ sn: `C${at}`, chnId: 1 }))
let now = 0
let offline: Set<string>
let policy: PollPolicy
let setup: PollSetup

beforeEach(() => {
  now = 1000
  offline = new Set()
  setup = { list, window: 2, seconds: 15, isShown: ({ sn }) => !offline.has(sn) }
  policy = new PollPolicy(() => now)
  policy.setUp(setup)
  policy.start()
})

const names = (layer = policy.current) => layer?.group.places.map(({ sn }) => sn).join(' ')
const pass = (ms: number, isReady = false) => {
  for (const end = now + ms; now < end; ) {
    now = Math.min(end, now + 250)
    policy.tick(isReady)
  }
}

describe('a polling', () => {
  it('preloads the next group and changes when all its pictures are there', () => {
    expect([names(), policy.place()]).toEqual(['C0 C1', { number: 1, count: 3 }])
    pass(15_000 - PRELOAD_MS - 250)
    expect(policy.upcoming).toBeUndefined()
    pass(250)
    expect(names(policy.upcoming)).toBe('C2 C3')
    const preloaded = policy.upcoming?.id
    pass(PRELOAD_MS - 250, true)
    expect(names()).toBe('C0 C1')
    pass(250, true)
    expect(names()).toBe('C2 C3')
    expect(policy.current?.id).toBe(preloaded)
    expect([policy.upcoming, policy.remainingMs()]).toEqual([undefined, 15_000])
    pass(15_000, true)
    expect([names(), policy.place()]).toEqual(['C4', { number: 3, count: 3 }])
    pass(15_000, true)
    expect(names()).toBe('C0 C1')
  })

  it('keeps the present group while pictures are missing, but not for ever', () => {
    pass(15_000)
    expect([names(), policy.isChanging()]).toEqual(['C0 C1', true])
    pass(WAIT_MS - 250)
    expect(names()).toBe('C0 C1')
    pass(250)
    expect([names(), policy.isChanging()]).toEqual(['C2 C3', false])
  })

  it('stands still while it is paused and goes on where it was', () => {
    pass(5_000)
    policy.pause()
    pass(60_000, true)
    expect([names(), policy.remainingMs()]).toEqual(['C0 C1', 10_000])
    policy.resume()
    pass(9_750, true)
    expect(names()).toBe('C0 C1')
    pass(250, true)
    expect(names()).toBe('C2 C3')
  })

  it('goes to the next and to the previous group by hand, also while paused, when their pictures are there', () => {
    policy.pause()
    policy.next()
    expect([names(), names(policy.upcoming), policy.isChanging()]).toEqual(['C0 C1', 'C2 C3', true])
    pass(250, true)
    expect(names()).toBe('C2 C3')
    policy.previous()
    policy.previous()
    expect([policy.upcoming, policy.isChanging()]).toEqual([undefined, true])
    pass(LET_GO_MS, true)
    expect(names()).toBe('C0 C1')
    policy.previous()
    pass(LET_GO_MS, true)
    expect(names()).toBe('C4')
    policy.goTo(3)
    pass(LET_GO_MS, true)
    expect(names()).toBe('C2 C3')
  })

  it('asks for two groups of streams at most, whatever is pressed and however fast', () => {
    const many = Array.from({ length: 80 }, (_unused, at) => ({ sn: `M${at}`, chnId: 1 }))
    policy.setUp({ ...setup, list: many, window: 16, seconds: 10 })
    policy.stop()
    pass(LET_GO_MS)
    policy.start()
    const ends = new Map<string, number>()
    const holds = (layer: PollLayer | undefined) => layer?.group.places.map(({ sn }) => sn) ?? []
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    const acts = [
      () => policy.next(),
      () => policy.previous(),
      () => policy.goTo(random(80)),
      () => policy.pause(),
      () => policy.resume(),
    ]
    for (let i = 0; i < 4000; i++) {
      const pressed = random(12)
      acts[pressed]?.()
      pass(250, random(3) > 0)
      for (const sn of [...holds(policy.current), ...holds(policy.upcoming)]) ends.set(sn, now + 1500)
      for (const [sn, endsAt] of ends) if (endsAt < now) ends.delete(sn)
      expect(ends.size).toBeLessThanOrEqual(32)
    }
  })

  it('lets a channel wait that got a clip, until the group before has given its streams up; then takes what comes', () => {
    pass(15_000 - PRELOAD_MS)
    const gotClip = (layer: PollLayer) => policy.gotStream(layer.id, 'C3/1', true)
    gotClip(policy.upcoming!)
    expect([...policy.upcoming!.held]).toEqual(['C3/1'])
    pass(PRELOAD_MS, true)
    expect([names(), policy.current!.held.size]).toEqual(['C2 C3', 1])
    pass(LET_GO_MS - 250)
    expect(policy.current!.held.size).toBe(1)
    pass(250)
    expect(policy.current!.held.size).toBe(0)
    gotClip(policy.current!)
    expect(policy.current!.held.size).toBe(0)
  })

  it('waits for no encoder where there is none, until a channel is encoded again', () => {
    const got = (key: string, isClip: boolean) => policy.gotStream(policy.current!.id, key, isClip)
    got('C0/1', true)
    pass(LET_GO_MS)
    got('C0/1', true)
    got('C1/1', true)
    expect(policy.current!.held.size).toBe(0)
    pass(15_000 - LET_GO_MS, true)
    expect(names()).toBe('C2 C3')
    got('C2/1', true)
    expect(policy.current!.held.size).toBe(0)
    got('C3/1', false)
    got('C2/1', true)
    expect(policy.current!.held.size).toBe(1)
  })

  it('passes over what is off line when the group is due', () => {
    offline.add('C2')
    pass(15_000, true)
    expect(names()).toBe('C3 C4')
    for (const { sn } of list) offline.add(sn)
    pass(15_000, true)
    expect([names(), policy.place().count]).toEqual(['C3 C4', 0])
  })

  it('looks again for a group while nothing is on line', () => {
    policy.stop()
    for (const { sn } of list) offline.add(sn)
    policy.start()
    expect(policy.current).toBeUndefined()
    offline.delete('C3')
    pass(250)
    expect(names()).toBe('C3')
  })

  it('has nothing to change with one group', () => {
    policy.setUp({ ...setup, window: 9 })
    const { id } = policy.current!
    pass(60_000, true)
    expect([policy.current?.id, policy.upcoming]).toEqual([id, undefined])
  })

  it('keeps the players of a group whose list is changed', () => {
    const { id } = policy.current!
    policy.setUp({ ...setup, list: list.slice(1) })
    expect([policy.current?.id, names()]).toEqual([id, 'C1 C2'])
    policy.setUp({ ...setup, list: [] })
    expect(policy.current).toBeUndefined()
  })
})
