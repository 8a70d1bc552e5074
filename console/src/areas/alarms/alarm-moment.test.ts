import { expect, it } from 'vitest'
import { AlarmMoment, LEAD_IN_MS, spanAround } from './alarm-moment.ts'

const ALARM_MS = 1_795_140_000_000

it('plays a minute before and two after the alarm, no further than now', () => {
  expect(spanAround(ALARM_MS, ALARM_MS + 900_000)).toEqual({
    fromMs: ALARM_MS - 60_000,
    toMs: ALARM_MS + 120_000,
  })
  expect(spanAround(ALARM_MS, ALARM_MS + 3000).toMs).toBe(ALARM_MS + 3000)
})

it('moves on by itself, stands when paused and goes where it is sent', () => {
  let now = 500
  const moment = new AlarmMoment(spanAround(ALARM_MS, ALARM_MS + 900_000), ALARM_MS - LEAD_IN_MS, () => now)
  let heard = 0
  const stop = moment.subscribe(() => heard++)
  now += 4000
  expect(moment.positionMs()).toBe(ALARM_MS - 6000)
  moment.pause()
  now += 4000
  expect(moment.positionMs()).toBe(ALARM_MS - 6000)
  moment.seek(ALARM_MS + 10_000_000)
  expect(moment.positionMs()).toBe(ALARM_MS + 120_000)
  expect(moment.isRunning()).toBe(false)
  moment.play()
  expect(moment.positionMs()).toBe(ALARM_MS - 60_000)
  stop()
  moment.pause()
  expect(heard).toBe(3)
})

it('stands at its end', () => {
  let now = 0
  const moment = new AlarmMoment(spanAround(ALARM_MS, ALARM_MS + 900_000), ALARM_MS, () => now)
  now += 500_000
  expect(moment.positionMs()).toBe(ALARM_MS + 120_000)
  expect(moment.isRunning()).toBe(false)
})
