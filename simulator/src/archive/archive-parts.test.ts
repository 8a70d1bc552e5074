import { expect, test } from 'vitest'
import { type ArchivePositions, NOTHING_ARCHIVED } from '../store/archive-positions.ts'
import { ARCHIVE_VERSION } from './archive-schema.ts'
import { SHAPES } from './archived-columns.ts'
import { copyText } from './copy-text.ts'
import { createLag } from './lag.ts'
import { monthOf, monthsOf } from './months.ts'

test('a row is a line of COPY whatever its texts have in them', () => {
  const shape = SHAPES.foreign_readings
  expect(shape.columns.map(({ name }) => name)).toEqual(['seq', 'sn', 'interval', 'at_ms', 'rows', 'late'])
  const row = [1, 'a\tb\\c\nd\re\0f', '中文 "x"', 12.5, null, 1]
  expect(copyText(shape, [row, row])).toBe('1\ta\\tb\\\\c\\nd\\re\u2400f\t中文 "x"\t13\t\\N\t1\n'.repeat(2))
  expect(copyText(SHAPES.foreign_positions, [[1, 'x', 5, 0.1, -1e-7, 3, 4, null, null, null, null, 0]])).toBe(
    '1\tx\t5\t0.1\t-1e-7\t3\t4\t\\N\t\\N\t\\N\t\\N\t0\n',
  )
})

test('months tile the years from 2000 to 2099; what lies outside has none', () => {
  expect(monthOf(Date.UTC(2026, 10, 27))).toEqual({
    name: '2026_11',
    fromMs: Date.UTC(2026, 10),
    toMs: Date.UTC(2026, 11),
  })
  const starts = Array.from({ length: 1200 }, (_, month) => Date.UTC(2000, month))
  expect(monthsOf(starts.flatMap((ms) => [ms, ms - 1, ms])).map(({ name }) => name)).toHaveLength(1200)
  for (const ms of [Date.UTC(2000, 0) - 1, Date.UTC(2100, 0), Number.NaN, -1])
    expect(monthOf(ms)).toBeUndefined()
})

test('the lag is the age of the oldest change that is not there', () => {
  const lag = createLag()
  const at = (alarms: number): ArchivePositions => ({ ...NOTHING_ARCHIVED, alarms })
  lag.sample(at(0), 0)
  expect(lag.behindMs(at(0), 500)).toBe(0)
  lag.sample(at(10), 1000)
  lag.sample(at(20), 2000)
  lag.sample(at(20), 2500)
  expect(lag.behindMs(undefined, 3000)).toBe(2000)
  expect(lag.behindMs(at(5), 3000)).toBe(2000)
  expect(lag.behindMs(at(10), 3000)).toBe(1000)
  expect(lag.behindMs(at(20), 3000)).toBe(0)
  for (let i = 0; i < 10_000; i++) lag.sample(at(30 + i), 4000 + i)
  expect(lag.behindMs(at(20), 20_000)).toBe(16_000)
})

test('columns that the archive has change with its version alone', () => {
  const columns = Object.values(SHAPES).map(({ table, columns }) => [table, columns.length])
  expect([ARCHIVE_VERSION, columns]).toEqual([
    1,
    [
      ['alarms', 44],
      ['alarm_history', 9],
      ['foreign_positions', 12],
      ['foreign_readings', 6],
      ['foreign_presence', 4],
    ],
  ])
})
