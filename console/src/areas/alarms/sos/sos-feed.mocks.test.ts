import { respondToAlarm } from '@backlot/contract/alarms/calls'
import { SOS } from '@backlot/contract/alarms/constants'
import { Alarm } from '@backlot/contract/alarms/entities'
import { beforeEach, expect, it, vi } from 'vitest'
import { answerCall } from '../../../features/talk/talk-state.ts'
import { request } from '../../../platform/client.ts'
import { answerCase, dispatchUnit } from './sos-actions.ts'
import { withAlarms } from './sos-cases.ts'
import { followSos } from './sos-feed.ts'
import { changeCases, useSos } from './sos-store.ts'

const heard = vi.hoisted(() => new Map<string, (event: object) => void>())
vi.mock('../../../platform/client.ts', () => ({ request: vi.fn(async () => ({})) }))
vi.mock('../../../platform/channel.ts', () => ({ channel: { on: () => () => {} } }))
vi.mock('../../../platform/talk.ts', () => ({
  talkEngines: {
    intercom: {
      on(name: string, listener: (event: object) => void) {
        heard.set(name, listener)
        return () => {}
      },
      onState: () => () => {},
    },
  },
}))
vi.mock('../../../session/permission.ts', () => ({ isCallPermitted: () => true }))
vi.mock('../../../components/notifications/notify.ts', () => ({ notify: { warning: vi.fn() } }))
vi.mock('../alarm-store.ts', () => ({ onNews: () => () => {} }))
vi.mock('../../../language/error-text.ts', () => ({ errorText: String }))
vi.mock('../../../features/talk/talk-state.ts', () => ({
  answerCall: vi.fn(),
  rejectCall: vi.fn(),
  showSosCalls: () => () => {},
}))

const caseOf = (sn: string) => useSos.getState().cases.find((one) => one.sn === sn)!
const RIGHTS = { handle: true, talk: true, dispatch: true }
const alarmOf = (sn: string, responder: object = {}) =>
  Alarm.parse({
    ...{
      id: Number(sn.slice(1)),
      cursor: 1,
      sn,
      chnId: 0,
      alarmSeq: `s-${sn}`,
      ...SOS,
      state: 1,
      alarmSource: 0,
    },
    ...{ startTime: 1, endTime: null, isRead: 0, devName: 'D', ...responder },
  })

beforeEach(() => {
  vi.mocked(request).mockReset()
  vi.mocked(answerCall).mockReset()
})

it('who answers a call has its alarm too, though that comes while the call is being answered', () => {
  const stop = followSos()
  heard.get('incoming')?.({ callId: 'c1', sn: 'D1', chnId: 1, cause: 'sos' })
  changeCases((cases) => withAlarms(cases, [alarmOf('D1')], false))
  expect(request).not.toHaveBeenCalled()
  heard.get('incomingEnd')?.({ callId: 'c1', why: 'answered', by: '' })
  expect(request).toHaveBeenCalledExactlyOnceWith(respondToAlarm, {
    body: { id: 1, sn: 'D1', alarmSeq: 's-D1' },
  })
  stop()
})

it('a call that comes before its alarm is answered once the platform has given the case to this operator', async () => {
  const stop = followSos()
  heard.get('incoming')?.({ callId: 'c2', sn: 'D2', chnId: 1, cause: 'sos' })
  const answering = answerCase(caseOf('D2'), RIGHTS)
  await Promise.resolve()
  expect(answerCall).not.toHaveBeenCalled()
  changeCases((cases) => withAlarms(cases, [alarmOf('D2')], false))
  await answering
  expect(request).toHaveBeenCalledExactlyOnceWith(respondToAlarm, expect.anything())
  expect(answerCall).toHaveBeenCalledOnce()
  stop()
})

it('of two who press before the alarm came, the one whom the platform refuses does not get the call', async () => {
  const stop = followSos()
  vi.mocked(request).mockRejectedValueOnce(new Error('A colleague responds'))
  heard.get('incoming')?.({ callId: 'c3', sn: 'D3', chnId: 1, cause: 'sos' })
  const answering = answerCase(caseOf('D3'), RIGHTS)
  changeCases((cases) => withAlarms(cases, [alarmOf('D3', { responderId: 7, responderName: 'Li' })], false))
  await answering
  expect(answerCall).not.toHaveBeenCalled()
  // Nor is a call answered that ended while its alarm was waited for.
  heard.get('incoming')?.({ callId: 'c4', sn: 'D4', chnId: 1, cause: 'sos' })
  const late = answerCase(caseOf('D4'), RIGHTS)
  heard.get('incomingEnd')?.({ callId: 'c4', why: 'answeredElsewhere', by: 'Li' })
  await late
  expect(answerCall).not.toHaveBeenCalled()
  stop()
})

it('a unit is not dispatched twice: who presses before the alarm came waits for it, too', async () => {
  const stop = followSos()
  vi.mocked(request).mockRejectedValueOnce(new Error('A colleague responds'))
  heard.get('incoming')?.({ callId: 'c5', sn: 'D5', chnId: 1, cause: 'sos' })
  const dispatching = dispatchUnit(caseOf('D5'), { sn: 'U1', name: 'Unit' }, 'SOS', RIGHTS)
  changeCases((cases) => withAlarms(cases, [alarmOf('D5', { responderId: 7, responderName: 'Li' })], false))
  await dispatching
  expect(request).toHaveBeenCalledExactlyOnceWith(respondToAlarm, expect.anything())
  stop()
})
