import { expect, it } from 'vitest'
import { figureChange } from './counted.ts'

const sum = { total: 9, open: 0, unread: 2, ongoing: 1, grave: 3 }
const response = { count: 4, mean: 60, median: 50, p90: 90 }

it('adds to the filter what a figure counts', () => {
  expect(figureChange('total', sum, response)).toEqual({})
  expect(figureChange('grave', sum, response)).toEqual({ levels: 1 })
  expect(figureChange('ongoing', sum, response)).toEqual({ state: 1 })
  expect(figureChange('unread', sum, response)).toEqual({ isRead: 0 })
  expect(figureChange('p90', sum, response)).toEqual({ processed: 1 })
})

it('leads nowhere from a figure that counts none', () => {
  expect(figureChange('open', sum, response)).toBeUndefined()
  expect(figureChange('median', sum, { ...response, count: 0 })).toBeUndefined()
})
