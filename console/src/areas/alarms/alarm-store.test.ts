import { Alarm } from '@backlot/contract/alarms/entities'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emptyList, onNews, receiveAlarms, useAlarms } from './alarm-store.ts'

const told: string[] = []
let stop: () => void

beforeEach(() => {
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => run())
  vi.useFakeTimers()
  emptyList()
  told.length = 0
  stop = onNews(({ fresh }) => told.push(...fresh.map(({ alarmSeq }) => alarmSeq)))
})
afterEach(() => {
  stop()
  emptyList()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const alarm = (id: number) =>
  Alarm.parse({
    id,
    sn: 'A',
    chnId: 1,
    alarmSeq: `s${id}`,
    type: 'AiAlarm',
    subType: 'Fire',
    state: 1,
    alarmSource: 0,
    startTime: id,
    endTime: null,
    isRead: 0,
    devName: 'A',
  })
const live = { updateOnly: false, counted: true }

it('an alarm that comes while the list begins is news, also where nothing was before', () => {
  receiveAlarms([], { updateOnly: false, counted: false, first: true })
  receiveAlarms([alarm(1)], live)
  vi.advanceTimersByTime(1000)
  expect(told).toEqual(['s1'])
})

it('what came while the page was away is counted, and no news', () => {
  receiveAlarms([alarm(1)], { updateOnly: false, counted: false, first: true })
  receiveAlarms([alarm(2)], { ...live, first: true })
  receiveAlarms([alarm(3)], live)
  vi.advanceTimersByTime(1000)
  expect(told).toEqual(['s3'])
  expect(useAlarms.getState().newCount).toBe(2)
  // Sent live later than it was fetched: an update.
  receiveAlarms([alarm(2)], live)
  vi.advanceTimersByTime(1000)
  expect(told).toEqual(['s3'])
})
