import { Alarm } from '@backlot/contract/alarms/entities'
import { expect, test } from 'vitest'
import {
  FOLDED_MS,
  inOrder,
  nextCase,
  type SosCase,
  settled,
  statusOf,
  withAlarms,
  withCall,
  withCallState,
  withoutRinging,
} from './sos-cases.ts'

const ME = { userId: 7, knowsResponses: true }

const sos = (sn: string, more: Partial<Alarm> = {}): Alarm =>
  Alarm.parse({
    id: 1,
    sn,
    chnId: 0,
    alarmSeq: `${sn}-1`,
    type: 'IoAlarm',
    subType: 'SOS',
    state: 1,
    alarmSource: 1,
    startTime: 100,
    endTime: null,
    isRead: 0,
    devName: sn,
    ...more,
  })
const call = (sn: string, callId = `in-${sn}`) => ({ callId, sn, chnId: 1 })
const kinds = (cases: readonly SosCase[]) => cases.map((one) => statusOf(one, ME).kind)

test('an alarm and the call of its device are one case, whichever comes first', () => {
  const alarmFirst = withCall(withAlarms([], [sos('A')], false), call('A'), 101)
  const callFirst = withAlarms(withCall([], call('A'), 101), [sos('A')], false)
  for (const cases of [alarmFirst, callFirst]) {
    expect(cases).toMatchObject([
      { sn: 'A', since: 100, alarm: { alarmSeq: 'A-1' }, call: { state: 'ringing' } },
    ])
    expect(kinds(cases)).toEqual(['ringing'])
  }
})

test('five at once are five cases, and the same one again is none more', () => {
  const five = ['A', 'B', 'C', 'D', 'E'].map((sn) => sos(sn))
  const cases = withAlarms(withAlarms([], five, false), five, false)
  expect(cases).toHaveLength(5)
  expect(withAlarms(cases, [sos('F')], true)).toHaveLength(5)
})

test('who responds is known to all, and only the own case stays', () => {
  const cases = withAlarms([], [sos('A'), sos('B'), sos('C')], false)
  const changed = withAlarms(
    cases,
    [
      sos('A', { responderId: 7, responderName: 'Me' }),
      sos('B', { responderId: 8, responderName: 'Wang' }),
      sos('C', { processingType: 4, processingName: 'Li' }),
    ],
    true,
  )
  expect(changed.map((one) => statusOf(one, ME))).toEqual([
    { kind: 'mine' },
    { kind: 'handled', by: 'Wang' },
    { kind: 'handled', by: 'Li' },
  ])
  const folded = settled(changed, ME, 1000)
  expect(folded).toHaveLength(3)
  expect(settled(folded, ME, 999 + FOLDED_MS)).toHaveLength(3)
  expect(settled(folded, ME, 1000 + FOLDED_MS).map(({ sn }) => sn)).toEqual(['A'])
  // A case that this operator can still undo stays until he cannot.
  const kept = settled(folded, ME, 5000 + FOLDED_MS, ({ sn }) => sn === 'C')
  expect(kept.map(({ sn }) => sn)).toEqual(['A', 'C'])
  expect(settled(kept, ME, 5000 + FOLDED_MS).map(({ sn }) => sn)).toEqual(['A'])
})

test('a call that a colleague answers is handled; one that nobody answers stays as missed', () => {
  const cases = withCall(withCall([], call('A'), 1), call('B'), 2)
  const answered = withCallState(cases, 'in-A', 'answered', 'Wang')
  expect(answered.map((one) => statusOf(one, ME))).toEqual([
    { kind: 'handled', by: 'Wang' },
    { kind: 'ringing' },
  ])
  const missed = withCallState(answered, 'in-B', 'missed')
  expect(kinds(missed)).toEqual(['handled', 'missed'])
  expect(settled(settled(missed, ME, 0), ME, 1e9).map(({ sn }) => sn)).toEqual(['B'])
})

test('an alarm that ended by itself is missed until somebody has it', () => {
  const [ended] = withAlarms([], [sos('A', { state: 2, endTime: 160 })], false)
  expect(statusOf(ended!, ME)).toEqual({ kind: 'missed' })
})

test('a declined call waits here; a lost link leaves what rang as missed', () => {
  const ringing = withCall(withAlarms([], [sos('A')], false), call('A'), 1)
  expect(kinds(withCallState(ringing, 'in-A', 'declined'))).toEqual(['waiting'])
  expect(kinds(withoutRinging(ringing))).toEqual(['missed'])
  // A case taken up again by its colleague's absence is open again.
  const handled = settled(withCallState(ringing, 'in-A', 'answered', 'Wang'), ME, 5)
  expect(settled(withCall(handled, call('A'), 9), ME, 6)[0]).not.toHaveProperty('handledMs')
})

test('where the platform does not say who responds, a read alarm is handled', () => {
  const [read] = withAlarms([], [sos('A', { isRead: 1 })], false)
  expect(statusOf(read!, ME)).toEqual({ kind: 'waiting' })
  expect(statusOf(read!, { ...ME, knowsResponses: false })).toEqual({ kind: 'handled', by: '' })
})

test('what rings comes first, then the oldest; next goes round what is open', () => {
  const cases = withCall(
    withAlarms(
      [],
      [sos('A', { startTime: 30 }), sos('B', { startTime: 20 }), sos('C', { processingType: 5 })],
      false,
    ),
    call('D'),
    90,
  )
  const ordered = inOrder(cases, ME)
  expect(ordered.map(({ sn }) => sn)).toEqual(['D', 'B', 'A', 'C'])
  const keyOf = (sn: string) => ordered.find((one) => one.sn === sn)!.key
  expect(nextCase(ordered, keyOf('D'), ME)?.sn).toBe('B')
  expect(nextCase(ordered, keyOf('A'), ME)?.sn).toBe('D')
  expect(nextCase(ordered, undefined, ME)?.sn).toBe('D')
  expect(nextCase([], undefined, ME)).toBeUndefined()
})
