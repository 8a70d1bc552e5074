import type { Alarm } from '@backlot/contract/alarms/entities'
import { afterEach, expect, test } from 'vitest'
import { offers, offerUndo, secondsLeft, useUndo, withdrawUndo } from './processing-undo.ts'

afterEach(withdrawUndo)

const alarm = (id: number) => ({ id, sn: 'C-1', chnId: 1, alarmSeq: `s${id}` }) as Alarm
const part = (ids: number[], untilS: number) => ({ alarms: ids.map(alarm), type: 4, content: '', untilS })

test('nothing is offered where the platform names no moment, as one does that cannot undo', () => {
  offerUndo([undefined])
  expect(useUndo.getState().offered).toBeUndefined()
  expect(offers(undefined, alarm(1))).toBe(false)
})

test('what was processed in several calls is offered as one, until the first of them is too late', () => {
  offerUndo([part([1, 2], 100), undefined, part([3], 99)])
  const { offered } = useUndo.getState()
  expect(offered?.alarms.map(({ id }) => id)).toEqual([1, 2, 3])
  expect(offered?.untilS).toBe(99)
  expect([alarm(3), alarm(4)].map((one) => offers(offered, one))).toEqual([true, false])
})

test('the seconds that are left never are more than ten, whatever the clock does', () => {
  expect([89, 90.2, 98.5, 99, 100].map((nowS) => secondsLeft({ untilS: 99 }, nowS * 1000))).toEqual([
    10, 9, 1, 0, 0,
  ])
  expect(secondsLeft({ untilS: 99 }, 0)).toBe(10)
})
