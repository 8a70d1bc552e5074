import { expect, test } from 'vitest'
import { reordered } from './favourite-store.ts'

const list = [3, 5, 8, 9].map((id, at) => ({ id, sort: at * 10 }))
const ids = (entries: readonly { id: number }[]) => entries.map(({ id }) => id).join(' ')

test('a favourite takes the place of another, and those between move over', () => {
  expect(ids(reordered(list, 9, 5))).toBe('3 9 5 8')
  expect(ids(reordered(list, 3, 8))).toBe('5 8 3 9')
  expect(reordered(list, 3, 8).map(({ sort }) => sort)).toEqual([1, 2, 3, 4])
})

test('nothing moves onto itself or to where nobody is', () => {
  expect(reordered(list, 5, 5)).toBe(list)
  expect(reordered(list, 5, 77)).toBe(list)
  expect(reordered(list, 77, 5)).toBe(list)
})
