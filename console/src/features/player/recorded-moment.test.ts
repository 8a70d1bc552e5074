import { expect, it } from 'vitest'
import { RecordedMoment } from './recorded-moment.ts'

const FROM_MS = 1_795_140_000_000
const SPAN = { fromMs: FROM_MS, toMs: FROM_MS + 180_000 }

it('moves on by itself, stands when paused and goes where it is sent', () => {
  let now = 500
  const moment = new RecordedMoment(SPAN, FROM_MS + 50_000, () => now)
  let heard = 0
  const stop = moment.subscribe(() => heard++)
  now += 4000
  expect(moment.positionMs()).toBe(FROM_MS + 54_000)
  moment.pause()
  now += 4000
  expect(moment.positionMs()).toBe(FROM_MS + 54_000)
  moment.seek(FROM_MS + 10_000_000)
  expect(moment.positionMs()).toBe(SPAN.toMs)
  expect(moment.isRunning()).toBe(false)
  moment.play()
  expect(moment.positionMs()).toBe(FROM_MS)
  stop()
  moment.pause()
  expect(heard).toBe(3)
})

it('stands at its end', () => {
  let now = 0
  const moment = new RecordedMoment(SPAN, FROM_MS + 60_000, () => now)
  now += 500_000
  expect(moment.positionMs()).toBe(SPAN.toMs)
  expect(moment.isRunning()).toBe(false)
})

it('goes on from its place at another speed', () => {
  let now = 0
  const moment = new RecordedMoment(SPAN, FROM_MS, () => now)
  now += 1000
  moment.setSpeed(4)
  expect(moment.positionMs()).toBe(FROM_MS + 1000)
  now += 1000
  expect(moment.positionMs()).toBe(FROM_MS + 5000)
  expect(moment.rate()).toBe(4)
})

it('waits at its start when it begins paused', () => {
  let now = 0
  const moment = new RecordedMoment(SPAN, FROM_MS + 7000, () => now, false)
  now += 9000
  expect(moment.positionMs()).toBe(FROM_MS + 7000)
  expect(moment.isRunning()).toBe(false)
})
