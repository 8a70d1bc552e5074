import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CursorRange, commonRanges, isInRanges, withoutRange, withRange } from './cursor-ranges.ts'

const MOST = 30
const range = fc
  .tuple(fc.nat(MOST), fc.nat(MOST))
  .map(([a, b]): CursorRange => ({ fromCursor: Math.min(a, b), toCursor: Math.max(a, b) }))
const cursorsOf = (ranges: readonly CursorRange[]) =>
  Array.from({ length: MOST + 1 }, (_, cursor) => cursor).filter((cursor) => isInRanges(ranges, cursor))

test('ranges hold the cursors that a set would, in order and apart', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), range), { maxLength: 12 }), range, (steps, part) => {
      let ranges: CursorRange[] = []
      const model = new Set<number>()
      for (const [isMore, step] of steps) {
        ranges = isMore ? withRange(ranges, step) : withoutRange(ranges, step)
        const its = new Set(cursorsOf([step]))
        for (const cursor of its) isMore ? model.add(cursor) : model.delete(cursor)
        expect(cursorsOf(ranges)).toEqual([...model].sort((a, b) => a - b))
        for (const [i, { fromCursor, toCursor }] of ranges.entries()) {
          expect(fromCursor).toBeLessThan(toCursor)
          if (i > 0) expect(fromCursor).toBeGreaterThanOrEqual(ranges[i - 1]!.toCursor)
        }
      }
      expect(cursorsOf(commonRanges(ranges, part))).toEqual(
        cursorsOf([part]).filter((cursor) => model.has(cursor)),
      )
    }),
  )
})
