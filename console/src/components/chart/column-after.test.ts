import { expect, it } from 'vitest'
import { columnAfter } from './column-after.ts'

it('arrows walk through the columns and stop at both ends, Home and End go there', () => {
  expect(['ArrowRight', 'ArrowLeft', 'Home', 'End'].map((key) => columnAfter(key, 1, 4))).toEqual([
    2, 0, 0, 3,
  ])
  expect([columnAfter('ArrowLeft', 0, 4), columnAfter('ArrowRight', 3, 4)]).toEqual([0, 3])
  expect(['Tab', 'a', 'Enter'].map((key) => columnAfter(key, 1, 4))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
