import type { Favourite } from '@backlot/contract/favourites/calls'
import { expect, test } from 'vitest'
import { foldersFor, liesIn, reordered } from './favourite-store.ts'

const list = [3, 5, 8, 9].map((id, at) => ({ id, sort: at * 10, parentId: 0 }))
const ids = (entries: readonly { id: number }[]) => entries.map(({ id }) => id).join(' ')
const folder = (id: number, parentId: number): Favourite => ({
  ...{ id, parentId, type: 0, name: `F${id}`, sn: '', chnId: 0, autoPlay: 0, sort: id },
})
const nested = [folder(1, 0), folder(2, 1), { ...folder(3, 2), type: 4 }, folder(4, 0)]

test('a favourite takes the place of another, and those between move over', () => {
  expect(ids(reordered(list, 9, 5))).toBe('3 9 5 8')
  expect(ids(reordered(list, 3, 8))).toBe('5 8 3 9')
  expect(reordered(list, 3, 8).map(({ sort }) => sort)).toEqual([1, 2, 3, 4])
})

test('a favourite that takes the place of one in a folder lies in that folder', () => {
  expect(reordered(nested, 4, 3).find(({ id }) => id === 4)?.parentId).toBe(2)
})

test('nothing moves onto itself, to where nobody is, or into itself', () => {
  expect(reordered(list, 5, 5)).toBe(list)
  expect(reordered(list, 5, 77)).toBe(list)
  expect(reordered(list, 77, 5)).toBe(list)
  expect(reordered(nested, 1, 3)).toBe(nested)
})

test('a folder is offered every folder but itself and those in it', () => {
  expect(foldersFor(nested, 1)).toEqual([{ id: 4, path: 'F4' }])
  expect(foldersFor(nested, 3).map(({ path }) => path)).toEqual(['F1', 'F1 / F2', 'F4'])
})

test('folders in a circle end the search for what lies in them', () => {
  expect(liesIn([folder(1, 2), folder(2, 1)], 1, 9)).toBe(false)
})
