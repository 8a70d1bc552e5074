import { Alarm } from '@backlot/contract/alarms/entities'
import { fromCivil } from '@backlot/contract/time'
import { expect, it } from 'vitest'
import { byHour, byType, scaleTop } from './situation.ts'

const at = (hour: number, minute = 0, more: Partial<Alarm> = {}, day = 20): Alarm =>
  Alarm.parse({
    id: 1,
    sn: 'D1',
    chnId: 0,
    alarmSeq: 's',
    type: 'VideoLost',
    state: 1,
    alarmSource: 0,
    startTime: fromCivil(2026, 11, day, hour, minute) / 1000,
    endTime: null,
    isRead: 0,
    devName: 'D',
    ...more,
  })

it('counts alarms in the 24 civil hours up to now', () => {
  const buckets = byHour(
    [at(12, 5), at(11, 59, { processingType: 5 }), at(13, 0, {}, 19), at(12, 59, {}, 19)],
    fromCivil(2026, 11, 20, 12, 30),
    480,
  )
  expect(buckets).toHaveLength(24)
  expect(buckets[23]).toMatchObject({ hour: 12, open: 1, processed: 0 })
  expect(buckets[22]).toMatchObject({ hour: 11, open: 0, processed: 1 })
  expect(buckets[0]).toMatchObject({ hour: 13, open: 1 })
  expect(buckets.reduce((sum, b) => sum + b.open + b.processed, 0)).toBe(3)
})

it('ranks types by how often they came', () => {
  const alarms = [
    at(1),
    at(2),
    at(3, 0, { type: 'Gas' }),
    at(4, 0, { type: 'Gas', processingType: 4 }),
    at(5, 0, { type: 'Door' }),
  ]
  expect(byType(alarms, 2)).toEqual([
    { type: 'Gas', open: 1, processed: 1 },
    { type: 'VideoLost', open: 2, processed: 0 },
  ])
})

it('ends scales at round numbers', () => {
  expect([0, 4, 5, 9, 13, 37, 41, 130].map(scaleTop)).toEqual([4, 4, 8, 12, 20, 40, 80, 200])
})
