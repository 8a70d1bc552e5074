import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AlarmEdges } from './alarm-edges.ts'

const SN = '013912345678'
/** By which of the reports, each as [second, word], bit 0 rises: their places; of a rise of a later second, that second. */
function rises(
  ...reports: readonly (readonly [second: number | undefined, word: number])[]
): (number | string)[] {
  const edges = new AlarmEdges()
  return reports.flatMap(([second, word], place) => {
    const atMs = second === undefined ? undefined : second * 1000
    return edges
      .risen(SN, word, atMs)
      .filter(({ bit }) => bit === 0)
      .map((rise) => (rise.atMs === undefined ? place : `at ${rise.atMs / 1000}`))
  })
}

it('a bit rises once while it stands, and again after it fell', () => {
  expect(rises([1, 0], [2, 1], [3, 1], [4, 0], [5, 1])).toEqual([1, 4])
  expect(rises([1, 1], [2, 1])).toEqual([0])
})

it('a backlog is compared with what was before it, not with what came before it', () => {
  expect(rises([100, 0], [10, 0], [20, 1], [30, 1], [40, 0], [101, 1])).toEqual([2, 5])
  // It was set when the line was cut: the backlog belongs to the same alarm.
  expect(rises([10, 1], [100, 1], [20, 1], [30, 1])).toEqual([0])
  expect(rises([10, 0], [100, 1], [20, 1], [30, 0])).toEqual([1, 2])
})

it('a backlog that tells of a fall between two reports tells of the rise after it', () => {
  expect(rises([10, 1], [100, 1], [20, 0])).toEqual([0, 'at 100'])
  expect(rises([10, 1], [100, 3], [20, 0])).toEqual([0, 'at 100'])
})

it('a second report of the same second counts, in whichever order they come', () => {
  expect(rises([100, 0], [50, 0], [50, 1], [50, 0])).toEqual([2])
  expect(rises([50, 0], [50, 1])).toEqual([1])
})

it('a report whose time cannot be right hides none of the right ones', () => {
  expect(rises([undefined, 0], [1, 0], [2, 1])).toEqual([2])
  expect(rises([1, 0], [undefined, 0], [2, 1], [undefined, 1], [3, 0], [undefined, 1])).toEqual([2, 5])
  expect(rises([undefined, 1], [undefined, 1], [undefined, 0], [undefined, 1])).toEqual([0, 3])
})

it('what was sent again changes nothing for what comes after it', () => {
  expect(rises([1, 1], [2, 0], [1, 1], [3, 1])).toEqual([0, 3])
})

it('is as sure after changes without end', () => {
  const many = Array.from({ length: 1000 }, (_, i) => [i, i % 2] as const)
  expect(rises(...many)).toHaveLength(500)
  expect(rises(...many.toReversed(), [1001, 0], [1002, 1]).at(-1)).toBe(1001)
  // A backlog of a set bit behind as many live changes as are remembered.
  const live = many.slice(-100)
  expect(rises(...live, [1, 0], [2, 1], [3, 1], [4, 1]).filter((one) => Number(one) >= 100)).toEqual([101])
})

it('in order of time every report rises exactly where its bits were not set in the one before', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(7), { minLength: 1, maxLength: 40 }), (words) => {
      const edges = new AlarmEdges()
      for (const [i, word] of words.entries()) {
        const rose = word & ~(words[i - 1] ?? 0)
        expect(edges.risen(SN, word, i * 1000)).toEqual(
          [0, 1, 2].filter((bit) => (rose >>> bit) & 1).map((bit) => ({ bit })),
        )
      }
    }),
  )
})

it('in any order no rise is lost: of reports that stand together with the bit set, one raises it', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.record({ second: fc.nat(30), word: fc.nat(1) }), {
        minLength: 1,
        selector: ({ second }) => second,
      }),
      (reports) => {
        const edges = new AlarmEdges()
        const raised = new Set<number>()
        for (const { second, word } of reports) {
          const [rise] = edges.risen(SN, word, second * 1000)
          if (rise) raised.add(rise.atMs === undefined ? second : rise.atMs / 1000)
        }
        const inTime = reports.toSorted((a, b) => a.second - b.second)
        let stretch: number[] = []
        for (const { second, word } of [...inTime, { second: 99, word: 0 }]) {
          if (word === 1) stretch.push(second)
          else {
            if (stretch.length > 0) expect(stretch.some((one) => raised.has(one))).toBe(true)
            stretch = []
          }
        }
      },
    ),
  )
})
