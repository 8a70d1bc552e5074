import { expect, it } from 'vitest'
import { newCall, press, release, takenCall, takesVoice, withoutMissed, withState } from './call.ts'

const target = { sn: 'D1', chnId: 1 }
const state = (one: 'calling' | 'monitoring' | 'duplex', talking = false, monitor?: 0 | 1) => ({
  type: 'callState' as const,
  callId: 'c',
  state: one,
  talking,
  ...(monitor === undefined ? {} : { monitor }),
})

it('V1: a press calls and speaks, letting go listens, the next press speaks again', () => {
  const asked = newCall('c', 'call', [target], false)
  expect(takesVoice(asked)).toBe(false)
  const { call: up } = withState(asked, state('calling', true), 5)
  expect(up).toMatchObject({ answered: true, since: 5 })
  expect(takesVoice(up)).toBe(true)
  const let1 = release({ ...up, captured: 7 })
  expect(let1.send).toEqual({ type: 'callTalk', callId: 'c', on: false, frames: 7 })
  const { call: listening } = withState(let1.call, state('monitoring', false, 1), 9)
  expect(listening).toMatchObject({ state: 'monitoring', monitor: 1, since: 5 })
  expect(takesVoice(listening)).toBe(false)
  const again = press(listening)
  expect(again.send).toEqual({ type: 'callTalk', callId: 'c', on: true })
  expect(again.call).toMatchObject({ captured: 0, state: 'calling' })
})

it('V3: the first press calls; held until it is up it speaks, let go before it only listens', () => {
  const asked = newCall('c', 'call', [target], true)
  const held = withState(asked, state('duplex'), 1)
  expect(held.send).toEqual({ type: 'callTalk', callId: 'c', on: true })
  expect(takesVoice(held.call)).toBe(true)
  const early = release(asked)
  expect(early.send).toBeUndefined()
  const up = withState(early.call, state('duplex'), 1)
  expect(up.send).toBeUndefined()
  expect(takesVoice(up.call)).toBe(false)
  expect(takesVoice(press(up.call).call)).toBe(true)
  expect(release(press(up.call).call).call.state).toBe('duplex')
})

it('listening has no voice, and a taken call begins without one', () => {
  const { call: monitor } = withState(
    newCall('c', 'monitor', [target], false),
    state('monitoring', false, 0),
    1,
  )
  expect(press(monitor)).toEqual({ call: monitor })
  const { call: taken } = withState(takenCall('c', target, true), state('duplex'), 1)
  expect(taken.pressed).toBe(false)
})

it('letting go of a broadcast tells how much was captured', () => {
  const { call } = withState(newCall('c', 'broadcast', [target, target], false), state('calling', true), 1)
  expect(release({ ...call, captured: 3 }).send).toMatchObject({ on: false, frames: 3 })
})

it('a broadcast goes on with those that it reached, and tells of the others', () => {
  const [one, two] = [target, { sn: 'D2', chnId: 1 }]
  const asked = newCall('c', 'broadcast', [one, two], false)
  const { call, missed } = withoutMissed(asked, [
    { ...one, result: 4 },
    { ...two, result: 0 },
  ])
  expect(call.targets).toEqual([two])
  expect(missed).toMatchObject([one])
  expect(withoutMissed(asked)).toEqual({ call: asked, missed: [] })
})
