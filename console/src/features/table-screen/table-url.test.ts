import { expect, it } from 'vitest'
import { changeSearch, numberOf } from './table-url.ts'

it('takes empty values out of the URL and leaves the others alone', () => {
  const before = new URLSearchParams('type=VideoLost&page=3&device=north')
  expect(changeSearch(before, { type: undefined, device: '', source: 0 }).toString()).toBe('page=3&source=0')
})

it('reads whole numbers only', () => {
  const search = new URLSearchParams('page=0&size=50&n=1e3&m=-2')
  expect(numberOf(search, 'page', 1)).toBeUndefined()
  expect(numberOf(search, 'size', 1)).toBe(50)
  expect(numberOf(search, 'n', 0)).toBeUndefined()
  expect(numberOf(search, 'm', 0)).toBeUndefined()
  expect(numberOf(search, 'none', 0)).toBeUndefined()
})
