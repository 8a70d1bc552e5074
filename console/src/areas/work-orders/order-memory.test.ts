import { expect, it } from 'vitest'
import { noteOrder, readOrderMemory } from './order-memory.ts'

function storage() {
  const held = new Map<string, string>()
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
  }
}

it('offers the last assignee, and the last three texts with the newest first', () => {
  const store = storage()
  expect(readOrderMemory(store, 7)).toEqual({ texts: [] })
  for (const text of ['one', 'two', 'one', 'three', 'four ', ''])
    noteOrder(store, 7, { assigneeId: 12, text })
  expect(readOrderMemory(store, 7)).toEqual({ assigneeId: 12, texts: ['four', 'three', 'one'] })
})

it('keeps accounts of one browser apart, and reads nothing out of what it did not write', () => {
  const store = storage()
  noteOrder(store, 7, { assigneeId: 12, text: 'one' })
  expect(readOrderMemory(store, 8)).toEqual({ texts: [] })
  store.setItem('orders.last.7', '{"texts":4}')
  expect(readOrderMemory(store, 7)).toEqual({ texts: [] })
  store.setItem('orders.last.7', '{')
  expect(readOrderMemory(store, 7)).toEqual({ texts: [] })
})
