import { expect, it } from 'vitest'
import type { SosCase, SosStatus } from './sos-cases.ts'
import { sosChoices } from './sos-choices.ts'

const withAlarm = { alarm: {} as NonNullable<SosCase['alarm']> }
const callOnly = {}
const NONE = { handle: false, talk: false }
const ALL = { handle: true, talk: true }
const KINDS = ['ringing', 'waiting', 'missed', 'mine', 'handled'] as const satisfies SosStatus['kind'][]

it.each(KINDS)('who may neither handle alarms nor talk gets no button that does nothing: %s', (kind) => {
  for (const one of [withAlarm, callOnly])
    expect(sosChoices(one, { kind }, NONE, true)).toEqual({
      answer: undefined,
      acknowledge: false,
      done: kind === 'mine' || kind === 'missed',
      process: false,
      decline: false,
    })
})

it('answers what rings, calls back what was missed, and responds to the rest', () => {
  expect(KINDS.map((kind) => sosChoices(withAlarm, { kind }, ALL, true).answer)).toEqual([
    'answer',
    'respond',
    'call',
    undefined,
    undefined,
  ])
})

it('a device that cannot be talked to is responded to by who may handle alarms, and by nobody else', () => {
  const speaker = { handle: false, talk: true }
  expect(sosChoices(withAlarm, { kind: 'waiting' }, speaker, false).answer).toBeUndefined()
  expect(sosChoices(withAlarm, { kind: 'waiting' }, ALL, false).answer).toBe('respond')
  expect(sosChoices(withAlarm, { kind: 'missed' }, ALL, false).answer).toBe('respond')
})

it('a missed call is acknowledged for everybody by who may handle alarms, else put away', () => {
  expect(sosChoices(withAlarm, { kind: 'missed' }, ALL, true)).toMatchObject({
    acknowledge: true,
    done: false,
  })
  expect(sosChoices(callOnly, { kind: 'missed' }, ALL, true)).toMatchObject({
    acknowledge: false,
    done: true,
  })
})
