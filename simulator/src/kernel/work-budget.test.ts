import { expect, it } from 'vitest'
import { WorkBudget } from './work-budget.ts'

/** Lets `count` workers do `each` pieces, and answers how many pieces were done in each turn of the event loop. */
async function piecesPerTurn(budget: WorkBudget, count: number, each: number, units = 1) {
  const turns: number[] = [0]
  const done: number[] = []
  let isOver = false
  const nextTurn = () => {
    turns.push(0)
    if (!isOver) setImmediate(nextTurn)
  }
  setImmediate(nextTurn)
  const worker = async (number: number) => {
    for (let piece = 0; piece < each; piece++) {
      const wait = budget.take(units)
      if (wait) await wait
      turns[turns.length - 1]!++
      done.push(number)
    }
  }
  await Promise.all(Array.from({ length: count }, (_, number) => worker(number)))
  isOver = true
  return { turns, done }
}

it('does no more in one turn than fits, and all of it in the end', async () => {
  const { turns, done } = await piecesPerTurn(new WorkBudget(10), 7, 30)
  expect(done).toHaveLength(210)
  expect(Math.max(...turns)).toBe(10)
})

it('gives every worker that waits its share', async () => {
  const { done } = await piecesPerTurn(new WorkBudget(5), 5, 20)
  // The first takes the first turn alone; from then on each has one piece of every turn.
  expect(new Set(done.slice(5, 9)).size).toBe(4)
})

it('does what costs more than a whole turn in a turn of its own', async () => {
  const { turns, done } = await piecesPerTurn(new WorkBudget(10), 3, 4, 25)
  expect(done).toHaveLength(12)
  expect(Math.max(...turns)).toBe(1)
})

it('lets who asks for the first time go before those that go on, one of which has a share of each turn', async () => {
  const budget = new WorkBudget(3)
  const done: string[] = []
  const ask = async (name: string, goesOn: boolean, units = 1) => {
    await budget.take(units, goesOn)
    done.push(name)
  }
  budget.take(3)
  const all = ['a', 'b', 'c'].map((name) => ask(name, true))
  all.push(...['1', '2', '3', '4'].map((name) => ask(name, false)))
  await Promise.all(all)
  expect(done).toEqual(['a', '1', '2', 'b', '3', '4', 'c'])
})
