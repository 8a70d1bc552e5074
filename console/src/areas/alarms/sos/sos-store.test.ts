import { SOS } from '@backlot/contract/alarms/constants'
import { Alarm } from '@backlot/contract/alarms/entities'
import { beforeEach, expect, it } from 'vitest'
import { addOpenAlarms, foldSos, forgetSos, useSos } from './sos-store.ts'

const sos = (n: number, more: Partial<Alarm> = {}) =>
  Alarm.parse({
    id: n,
    cursor: n,
    sn: `D${n}`,
    chnId: 0,
    alarmSeq: `s${n}`,
    ...SOS,
    state: 1,
    alarmSource: 0,
    startTime: n,
    endTime: null,
    isRead: 0,
    devName: 'D',
    ...more,
  })
const shown = () => {
  const { cases, folded } = useSos.getState()
  return { folded, sns: cases.map(({ sn }) => sn) }
}

beforeEach(() => {
  forgetSos()
  useSos.setState({ viewer: { userId: 1, knowsResponses: true } })
})

it('opens the card of a page that was loaded anew while a button is pressed', () => {
  addOpenAlarms([sos(1, { state: 2, endTime: 5 }), sos(2)])
  expect(shown()).toEqual({ folded: false, sns: ['D1', 'D2'] })
})

it('counts those that have ended, or that this operator has, and leaves the card put away', () => {
  addOpenAlarms([sos(1, { state: 2, endTime: 5 }), sos(2, { responderId: 1, responderName: 'Wang' })])
  expect(shown()).toEqual({ folded: true, sns: ['D1', 'D2'] })
})

it('leaves a card put away when a later look finds nothing new', () => {
  addOpenAlarms([sos(1)])
  foldSos(true)
  addOpenAlarms([sos(1)])
  expect(shown().folded).toBe(true)
  addOpenAlarms([sos(1), sos(2)])
  expect(shown()).toEqual({ folded: false, sns: ['D1', 'D2'] })
})
