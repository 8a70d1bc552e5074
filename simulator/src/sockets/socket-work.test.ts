import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { countTurns, mostInOneTurn } from '../kernel/turns.test-support.ts'
import { WorkBudget } from '../kernel/work-budget.ts'
import { createManualClock } from '../timeline/manual-clock.ts'
import { SocketWork, type SocketWorkDeps, type SocketWorkHandlers } from './socket-work.ts'

/** Items are single bytes; a 0 is the beginning of one that never ends. */
function byteReader() {
  let bytes: number[] = []
  let pending = 0
  return {
    feed(chunk: Uint8Array) {
      bytes = [...chunk]
    },
    next() {
      while (bytes[0] === 0) pending += 1 + (bytes.shift() as number)
      return bytes.shift()
    },
    get pending() {
      return pending
    },
  }
}

/** A connection without a network that records its actions. */
function connection(budget: WorkBudget, more: Partial<SocketWorkHandlers<undefined, number>> = {}) {
  const seen = { taken: [] as number[], slowed: 0, isPaused: false, isCut: false, ends: 0, failures: 0 }
  const clock = createManualClock(0)
  const socket = {
    pause: () => {
      seen.isPaused = true
    },
    resume: () => {
      seen.isPaused = false
    },
    isPaused: () => seen.isPaused,
    // Work on a socket pauses and resumes it, and no more.
  } as unknown as SocketWorkDeps<undefined, number>['socket']
  const handlers: SocketWorkHandlers<undefined, number> = {
    take: (_, item) => void seen.taken.push(item),
    gather: () => {},
    flush: () => {},
    slowed: () => seen.slowed++,
    isCut: () => seen.isCut,
    failed: () => seen.failures++,
    ended: () => seen.ends++,
    ...more,
  }
  const work = new SocketWork({
    socket,
    reader: byteReader(),
    budget,
    hostClock: clock,
    connection: undefined,
    handlers,
  })
  return { work, seen, clock }
}

const items = (count: number) => new Uint8Array(count).fill(7)

it('works off what many connections bring in shares of a turn, and all of it in the end', async () => {
  const budget = new WorkBudget(20)
  const turns = mostInOneTurn()
  let taken = 0
  const all = Array.from({ length: 30 }, () =>
    connection(budget, {
      take: () => {
        taken++
        turns.called()
        return undefined
      },
    }),
  )
  for (const { work } of all) work.receive(items(200))
  await expect.poll(() => taken).toBe(6000)
  // Items left over from one turn may fall into the next one.
  expect(turns.end()).toBeLessThanOrEqual(2 * 20)
})

it('takes the item of a polite connection within the turns of one round, whatever the others bring', async () => {
  const budget = new WorkBudget(20)
  const flooding = Array.from({ length: 100 }, () => connection(budget))
  for (const { work } of flooding) work.receive(items(4000))
  const polite = connection(budget)
  const turns = countTurns()
  polite.work.receive(items(1))
  while (polite.seen.taken.length === 0) await nextTurn()
  turns.end()
  expect(turns.count()).toBeLessThanOrEqual(Math.ceil(101 / 20) + 1)
  // The others had one item each of a round; of the continuing ones, one had two more in each turn.
  for (const { seen } of flooding.slice(1)) expect(seen.taken.length).toBeLessThanOrEqual(3)
  for (const { seen } of flooding) seen.isCut = true
})

it('reads one more piece from a socket while its bytes wait, and goes on when they are done', async () => {
  const { work, seen } = connection(new WorkBudget(10))
  work.receive(items(10))
  expect([seen.taken.length, seen.isPaused]).toEqual([10, false])
  await nextTurn()
  work.receive(items(25))
  expect([seen.taken.length, seen.isPaused, seen.slowed]).toEqual([20, false, 1])
  work.receive(items(5))
  expect([seen.taken.length, seen.isPaused]).toEqual([20, true])
  await expect.poll(() => seen.taken.length).toBe(40)
  expect(seen.isPaused).toBe(false)
})

it('rests as long as asked, also when its bytes are done before', () => {
  const { work, seen, clock } = connection(new WorkBudget(10))
  work.receive(items(1))
  work.rest(500)
  work.rest(1000)
  work.receive(items(1))
  clock.advance(999)
  expect(seen.isPaused).toBe(true)
  clock.advance(1)
  expect([seen.isPaused, seen.taken.length]).toEqual([false, 2])
})

it('counts bytes without any item, four kilobytes as one unit of work', async () => {
  const { work, seen } = connection(new WorkBudget(10))
  work.receive(new Uint8Array(9 * 4096))
  work.receive(new Uint8Array(4096))
  expect(seen.slowed).toBe(0)
  work.receive(new Uint8Array(1))
  expect(seen.slowed).toBe(1)
})

it('counts an item as the work that it is', async () => {
  const { work, seen } = connection(new WorkBudget(10), { unitsOf: () => 5 })
  work.receive(items(4))
  expect(seen.taken).toHaveLength(2)
  await expect.poll(() => seen.taken.length).toBe(4)
})

it('takes what came before the socket closed, and ends behind it', async () => {
  const { work, seen } = connection(new WorkBudget(10))
  work.receive(items(25))
  work.closed()
  expect([seen.taken.length, seen.ends]).toEqual([10, 0])
  await expect.poll(() => seen.ends).toBe(1)
  expect(seen.taken).toHaveLength(25)
})

it('takes one item after the other, and none once it is cut', async () => {
  const waiting: (() => void)[] = []
  const { work, seen } = connection(new WorkBudget(10), {
    take: () => new Promise((resolve) => waiting.push(resolve)),
  })
  work.receive(items(2))
  work.receive(items(1))
  await nextTurn()
  expect([waiting.length, seen.isPaused]).toEqual([1, true])
  waiting[0]?.()
  await nextTurn()
  expect(waiting).toHaveLength(2)
  seen.isCut = true
  waiting[1]?.()
  await nextTurn()
  expect(waiting).toHaveLength(2)
})

it('knows since when a frame is unfinished, and counts no time against bytes that wait here', async () => {
  const { work, clock } = connection(new WorkBudget(10))
  work.receive(Uint8Array.of(7, 0))
  expect(work.unfinishedSinceMs).toBe(0)
  clock.advance(5000)
  // More of the same frame does not make it younger.
  work.receive(Uint8Array.of(0))
  expect(work.unfinishedSinceMs).toBe(0)
  work.receive(items(30))
  expect(work.unfinishedSinceMs).toBeUndefined()
  await expect.poll(() => work.unfinishedSinceMs).toBe(5000)
})

it('tells of an item that cannot be taken, and stays usable', async () => {
  const { work, seen } = connection(new WorkBudget(10), {
    take: () => {
      throw new Error('no')
    },
  })
  work.receive(items(3))
  expect(seen.failures).toBe(1)
  work.closed()
  expect(seen.ends).toBe(1)
})
