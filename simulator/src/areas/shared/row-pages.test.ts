import { describe, expect, it } from 'vitest'
import { pageByNumber, pageOfRows, sortedBy } from './row-pages.ts'

describe('pages of rows', () => {
  it('sorts names as people do, numbers in them by their value', () => {
    const names = ['Gate 10', 'gate 2', 'Gate 1', 'Äpfel']
    expect(sortedBy(names, (name) => name)).toEqual(['Äpfel', 'Gate 1', 'gate 2', 'Gate 10'])
  })

  it('takes every page by a number as sorting all rows would, both ways', () => {
    let seed = 7
    const random = () => {
      seed = (seed * 48271) % 2147483647
      return seed
    }
    const rows = Array.from({ length: 503 }, (_, id) => ({ id, at: random() % 20 }))
    for (const order of ['asc', 'desc'] as const) {
      const sorted = sortedBy(rows, ({ at }) => at, order)
      for (const pageSize of [1, 20, 200, 1000]) {
        for (let currentPage = 1; currentPage <= 504 / pageSize + 2; currentPage++) {
          const query = { currentPage, pageSize, order }
          const expected = pageOfRows(sorted, query, ({ id }) => id)
          expect(
            pageByNumber(
              rows,
              ({ at }) => at,
              query,
              ({ id }) => id,
            ),
          ).toEqual(expected)
        }
      }
    }
  })

  it('answers no rows with none', () => {
    const query = { currentPage: 1, pageSize: 20 }
    const none = { list: [], total: 0, currentPage: 1, pageSize: 20 }
    expect(pageByNumber([] as number[], (row) => row, query, String)).toEqual(none)
  })
})
