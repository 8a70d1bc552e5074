import { expect, it } from 'vitest'
import { StormMeter } from './storm-meter.ts'

it('is calm while alarms come one by one', () => {
  const meter = new StormMeter()
  for (let s = 0; s < 10; s++) {
    meter.note(5, s * 1000)
    expect(meter.look(s * 1000)).toMatchObject({ raging: false })
  }
})

it('knows a storm by its first second, and its rate by the full ones', () => {
  const meter = new StormMeter()
  meter.note(31, 500)
  expect(meter.look(600).raging).toBe(true)
  for (const second of [1, 2, 3]) meter.note(600, second * 1000 + 10)
  expect(meter.look(4000)).toEqual({ raging: true, perSecond: 600 })
})

it('holds a storm for over only when the last seconds were all calm', () => {
  const meter = new StormMeter()
  meter.note(400, 0)
  expect(meter.look(100).raging).toBe(true)
  meter.note(5, 1500)
  expect(meter.look(3999).raging).toBe(true)
  expect(meter.look(4001)).toEqual({ raging: false, perSecond: 2 })
  meter.note(20, 4500)
  expect(meter.look(4600).raging).toBe(false)
})
