import { expect, test } from 'vitest'
import { TurnBudget, type Waiting } from './turn-budget.ts'

const MB = 1024 * 1024
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Frames of a megabyte each, through a budget as a console's link sends them. */
function frames(budget: TurnBudget, count: number) {
  const written: number[] = []
  const held: number[] = []
  const writer: Waiting = {
    writeNext() {
      const frame = held.shift()
      if (frame === undefined) return undefined
      written.push(frame)
      return MB
    },
  }
  for (let n = 0; n < count; n++) {
    if (held.length === 0 && budget.take(MB)) written.push(n)
    else {
      held.push(n)
      budget.later(writer)
    }
  }
  return written
}

test('what does not fit into a turn of the event loop goes out in the next ones, in order', async () => {
  const budget = new TurnBudget()
  const written = frames(budget, 10)
  expect(written).toEqual([0, 1, 2, 3])
  await turn()
  expect(written).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  await turn()
  expect(written).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('each turn has its whole budget again, and a frame larger than it goes out nevertheless', async () => {
  const budget = new TurnBudget()
  expect(budget.take(100 * MB)).toBe(true)
  expect(budget.take(1)).toBe(false)
  await turn()
  expect(budget.take(1)).toBe(true)
})

test('a writer that takes a whole turn leaves the next one to the others', async () => {
  const budget = new TurnBudget()
  budget.take(4 * MB)
  const [greedy, other] = [frames(budget, 4), frames(budget, 1)]
  await turn()
  expect([greedy.length, other.length]).toEqual([4, 0])
  await turn()
  expect([greedy.length, other.length]).toEqual([4, 1])
})
