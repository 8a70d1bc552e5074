import { expect, it } from 'vitest'
import { createSerialQueue } from './serial-queue.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

it('begins a job when the one before has ended, also when that failed', async () => {
  const queue = createSerialQueue()
  const order: string[] = []
  const first = queue.run(async () => {
    order.push('first')
    await turn()
    order.push('first ends')
    throw new Error('no')
  })
  const second = queue.run(() => {
    order.push('second')
    return 2
  })
  await expect(first).rejects.toThrow('no')
  await expect(second).resolves.toBe(2)
  expect(order).toEqual(['first', 'first ends', 'second'])
})

it('is idle when all have ended that were given by then', async () => {
  const queue = createSerialQueue()
  let ended = 0
  for (let i = 0; i < 3; i++) void queue.run(() => turn().then(() => ended++))
  await queue.idle()
  expect(ended).toBe(3)
})
