import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TimingWheel } from './timing-wheel.ts'

const BUCKETS = 5
const action = fc.record({
  row: fc.nat(30),
  bucket: fc.oneof(fc.constant(undefined), fc.nat(BUCKETS - 1)),
})

test('whatever is placed, moved and removed, every bucket holds its rows, each once', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 200 }), (actions) => {
      const wheel = new TimingWheel(BUCKETS, 4)
      const naive = new Map<number, number>()
      for (const { row, bucket } of actions) {
        if (bucket === undefined) {
          wheel.remove(row)
          naive.delete(row)
        } else {
          wheel.place(row, bucket)
          naive.set(row, bucket)
        }
      }
      for (let bucket = 0; bucket < BUCKETS; bucket++) {
        const rows: number[] = []
        wheel.forEach(bucket, (row) => rows.push(row))
        const expected = [...naive].filter(([, each]) => each === bucket).map(([row]) => row)
        expect(rows.sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b))
      }
      for (let row = 0; row <= 30; row++) expect(wheel.bucketOf(row)).toBe(naive.get(row) ?? -1)
    }),
    { seed: 3 },
  )
})

test('rows that are moved on while a bucket is gone through are met once', () => {
  const wheel = new TimingWheel(2)
  for (let row = 0; row < 20; row++) wheel.place(row, 0)
  const met: number[] = []
  wheel.forEach(0, (row) => {
    met.push(row)
    if (row % 3 === 0) wheel.place(row, 1)
    if (row % 3 === 1) wheel.place(row, 0)
    if (row % 3 === 2) wheel.remove(row)
  })
  expect(met.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, row) => row))
  const left: number[] = []
  wheel.forEach(0, (row) => left.push(row))
  expect(left.sort((a, b) => a - b)).toEqual([1, 4, 7, 10, 13, 16, 19])
})
