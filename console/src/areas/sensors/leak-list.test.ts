import { Alarm } from '@backlot/contract/alarms/entities'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createNewsSource } from '../../features/alarms/news-source.test-support.ts'
import { followLeaks, withPushedLeaks } from './leak-list.ts'

const alarm = (id: number, startTime: number, more: Partial<Alarm> = {}) =>
  Alarm.parse({
    id,
    sn: 'G1',
    chnId: 0,
    alarmSeq: String(id),
    type: 'GasAlarm',
    state: 1,
    alarmSource: 1,
    startTime,
    endTime: null,
    isRead: 0,
    devName: 'G',
    ...more,
  })
const detector = { sn: 'G1', most: 3 }
const idsOf = (list: readonly Alarm[]) => list.map(({ id }) => id)

it('a pushed leak is listed first, and the oldest one goes', () => {
  const listed = [alarm(3, 30), alarm(2, 20), alarm(1, 10)]
  expect(idsOf(withPushedLeaks(listed, [alarm(4, 40)], detector))).toEqual([4, 3, 2])
  expect(idsOf(withPushedLeaks([], [alarm(4, 40), alarm(5, 50)], detector))).toEqual([5, 4])
})

it('a leak that ends is brought up to date in its place', () => {
  const after = withPushedLeaks([alarm(2, 20), alarm(1, 10)], [alarm(1, 10, { endTime: 15 })], detector)
  expect(after.map(({ id, endTime }) => [id, endTime])).toEqual([
    [2, null],
    [1, 15],
  ])
})

it('alarms of others and of another type change nothing', () => {
  const listed = [alarm(1, 10)]
  const others = [alarm(2, 20, { sn: 'G2' }), alarm(3, 30, { type: 'DeviceAlarm' })]
  expect(withPushedLeaks(listed, others, detector)).toBe(listed)
})

it('a leak is listed when it is pushed and over when its end is, without asking; a gap of leaks asks', () => {
  const client = new QueryClient()
  const { source, say, listening } = createNewsSource()
  const queryKey = ['leaks', 'G1']
  client.setQueryData(queryKey, [])
  const ends = () => client.getQueryData<readonly Alarm[]>(queryKey)?.map(({ id, endTime }) => [id, endTime])
  const stop = followLeaks(source, client, { ...detector, queryKey })
  say('alarm', { list: [alarm(1, 10)], updateOnly: false })
  expect(ends()).toEqual([[1, null]])
  say('alarm', { list: [alarm(1, 10, { state: 2, endTime: 15 })], updateOnly: true })
  expect(ends()).toEqual([[1, 15]])
  say('alarmGap', { byType: { DeviceAlarm: 3 } })
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false)
  say('alarmGap', { byType: { 'GasAlarm-H2S': 3 } })
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
  stop()
  expect(listening()).toBe(0)
})
