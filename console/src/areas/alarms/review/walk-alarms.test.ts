import type { Alarm } from '@backlot/contract/alarms/entities'
import { expect, it } from 'vitest'
import { rowsBeyond } from './walk-alarms.ts'

const alarms = (names: string) => [...names].map((alarmSeq) => ({ sn: 'A', chnId: 1, alarmSeq }) as Alarm)
const beyond = (sequence: string, rows: string) =>
  rowsBeyond(alarms(sequence), alarms(rows))
    .map(({ alarmSeq }) => alarmSeq)
    .join('')

it('goes on with the rows below those that were gone through', () => {
  expect(beyond('abc', 'bcde')).toBe('de')
  expect(beyond('abc', 'abc')).toBe('')
})

it('leaves rows that came in above', () => {
  expect(beyond('abc', 'xyabcd')).toBe('d')
})

it('takes a whole page when all of the old ones have left it', () => {
  expect(beyond('abc', 'defg')).toBe('defg')
})
