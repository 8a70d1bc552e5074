import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BudgetPlayer,
  CALM_LONGEST_MS,
  CALM_MS,
  DROPPED_MOST,
  LOOK_EVERY_MS,
  PictureBudget,
} from './picture-budget.ts'

const FPS = 12
const MINUTE = 60_000

/** A page on a computer that can show this many pictures a second, and drops the others evenly. */
class Page {
  readonly budget = new PictureBudget<number>()
  readonly shown = new Map<number, { total: number; dropped: number }>()
  thinned: ReadonlySet<number> = new Set()
  readonly demoted = new Set<number>()
  nowMs = 0
  /** Pictures a second that this computer can show. */
  room = Number.POSITIVE_INFINITY
  attended: readonly number[] = [0]
  total = 0
  dropped = 0
  /** When a player that nobody attended to got all its pictures back, and when one lost them. */
  readonly ups: number[] = []
  readonly downs: number[] = []

  readonly ids: number[]
  readonly change: (id: number) => Partial<BudgetPlayer>

  constructor(ids: number[], change: (id: number) => Partial<BudgetPlayer> = () => ({})) {
    this.ids = ids
    this.change = change
  }

  second(): void {
    this.nowMs += LOOK_EVERY_MS
    const before = new Set(this.thinned)
    const full = this.ids.filter((id) => !before.has(id))
    const load = full.length * FPS + before.size
    const part = Math.max(0, 1 - this.room / load)
    const players = new Map<number, BudgetPlayer>()
    for (const id of this.ids) {
      const counts = this.shown.get(id) ?? { total: 0, dropped: 0 }
      const frames = before.has(id) ? 1 : FPS
      counts.total += frames
      counts.dropped += frames * part
      this.total += frames
      this.dropped += frames * part
      this.shown.set(id, counts)
      players.set(id, {
        counts: before.has(id) ? undefined : { ...counts },
        attended: this.attended.includes(id),
        canThin: true,
        inSight: true,
        streamType: 'sub',
        pixels: 640 * 360,
        ...this.change(id),
      })
    }
    const order = this.budget.look(this.nowMs, players)
    this.thinned = new Set(order.thinned)
    for (const id of order.demoted) this.demoted.add(id)
    const isBack = (id: number) =>
      !this.thinned.has(id) && this.ids.includes(id) && !this.attended.includes(id)
    if ([...before].some(isBack)) this.ups.push(this.nowMs)
    if (this.thinned.size > before.size) this.downs.push(this.nowMs)
  }

  seconds(count: number): this {
    for (let n = 0; n < count; n++) this.second()
    return this
  }
}

const wall = (count = 16) => Array.from({ length: count }, (_, id) => id)

describe('picture budget', () => {
  it('thins nobody while the computer keeps up', () => {
    const page = new Page(wall()).seconds(600)
    expect(page.downs).toEqual([])
  })

  it('takes some windows at a time, the newest first, until nothing to speak of is dropped', () => {
    const page = new Page(wall())
    page.room = 16 * FPS * 0.923
    page.seconds(6)
    expect([...page.thinned]).toEqual([15, 14, 13, 12, 11])
    const { dropped } = page.seconds(1)
    expect(page.seconds(5).dropped - dropped).toBe(0)
  })

  it('takes all but the selected window within ten seconds when the computer can hardly do anything', () => {
    const page = new Page(wall())
    page.room = FPS
    page.seconds(10)
    expect(page.thinned.size).toBe(15)
    expect(page.thinned.has(0)).toBe(false)
  })

  it('forgives a hitch, however long the windows stand', () => {
    const page = new Page(wall())
    for (let n = 0; n < 20; n++) {
      page.room = FPS
      page.seconds(2)
      page.room = Number.POSITIVE_INFINITY
      page.seconds(8)
    }
    expect(page.downs).toEqual([])
  })

  it('drops at most twice what is let be over an hour beside work that takes any part of the computer', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.2, max: 0.99, noNaN: true }), (part) => {
        const page = new Page(wall())
        page.room = 16 * FPS * part
        page.seconds(3600)
        expect(page.dropped / page.total).toBeLessThan(2 * DROPPED_MOST)
        // Ten seconds, then twice as long each time, then every five minutes and some.
        expect(page.ups.length).toBeLessThan(24)
      }),
      { numRuns: 25 },
    )
  })

  it('gives nothing back within ten seconds of another step, and keeps the attended windows whole, whatever comes', () => {
    const minute = fc.record({
      seconds: fc.integer({ min: 1, max: 90 }),
      part: fc.double({ min: 0.05, max: 1.2, noNaN: true }),
      attended: fc.uniqueArray(fc.nat(15), { maxLength: 4 }),
      count: fc.integer({ min: 1, max: 16 }),
    })
    fc.assert(
      fc.property(fc.array(minute, { minLength: 1, maxLength: 40 }), (minutes) => {
        const page = new Page(wall())
        for (const { seconds, part, attended, count } of minutes) {
          page.room = 16 * FPS * part
          page.attended = attended
          page.ids.length = 0
          page.ids.push(...wall(count))
          for (let n = 0; n < seconds; n++) {
            page.second()
            for (const id of attended) expect(page.thinned.has(id)).toBe(false)
          }
        }
        for (const at of page.ups) {
          const steps = [...page.ups, ...page.downs].filter((other) => other < at)
          expect(at - Math.max(...steps)).toBeGreaterThanOrEqual(CALM_MS)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('waits twice as long after each step up that failed, and gives all back when the work is over', () => {
    const page = new Page(wall())
    page.room = 16 * FPS * 0.5
    page.seconds((30 * MINUTE) / LOOK_EVERY_MS)
    const waits = page.ups.slice(-4).map((at) => at - Math.max(...page.downs.filter((down) => down < at)))
    for (const wait of waits.slice(1)) expect(wait).toBeGreaterThanOrEqual(CALM_LONGEST_MS)
    expect(page.thinned.size).toBeGreaterThan(6)

    page.room = Number.POSITIVE_INFINITY
    page.seconds((25 * MINUTE) / LOOK_EVERY_MS)
    expect(page.thinned.size).toBe(0)
  })

  it('gives all back within a minute when the work was short, an hour after long work too', () => {
    const page = new Page(wall())
    const work = (part: number, seconds: number) => {
      page.room = 16 * FPS * part
      page.seconds(seconds)
      expect(page.thinned.size).toBeGreaterThan(0)
      page.room = Number.POSITIVE_INFINITY
    }
    work(0.1, 10)
    expect(page.seconds(60).thinned.size).toBe(0)
    work(0.5, 3600)
    expect(page.seconds(3600).thinned.size).toBe(0)
    work(0.1, 10)
    expect(page.seconds(60).thinned.size).toBe(0)
  })

  it('gives a window that is selected its pictures at once, and takes the one that was', () => {
    const page = new Page(wall(4))
    page.room = FPS * 2
    page.seconds(12)
    expect(page.thinned).toEqual(new Set([1, 2, 3]))
    page.attended = [2]
    page.seconds(1)
    expect(page.thinned).toEqual(new Set([0, 1, 3]))
  })

  it('sends a main stream to the sub stream before it takes its pictures', () => {
    const page = new Page(wall(4), (id) => ({
      streamType: id === 1 && !page.demoted.has(1) ? 'main' : 'sub',
      pixels: id === 3 ? 1 : 2,
    }))
    page.room = FPS * 3.75
    page.seconds(4)
    expect([...page.demoted]).toEqual([1])
    expect(page.thinned.size).toBe(0)
    page.seconds(5)
    expect([...page.thinned]).toEqual([2, 1])
  })

  it('takes windows out of sight first, and never one whose key frames are too far apart', () => {
    const page = new Page(wall(), (id) => ({ inSight: id !== 7, canThin: id !== 15 }))
    page.room = 15 * FPS
    page.seconds(4)
    expect([...page.thinned]).toEqual([7, 14, 13, 12])
    page.room = FPS
    page.seconds(60)
    expect(page.thinned.has(15)).toBe(false)
  })

  it('counts nothing of the time in which the page was hidden', () => {
    const page = new Page(wall())
    page.room = FPS
    page.seconds(2)
    page.nowMs += MINUTE
    page.room = Number.POSITIVE_INFINITY
    page.seconds(1)
    page.room = FPS
    page.seconds(2)
    expect(page.thinned.size).toBe(0)
    page.seconds(2)
    expect(page.thinned.size).toBeGreaterThan(0)
  })
})
