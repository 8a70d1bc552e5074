import { SOS } from '@backlot/contract/alarms/constants'
import { Alarm } from '@backlot/contract/alarms/entities'
import { beforeEach, expect, it, vi } from 'vitest'
import { request } from '../../../platform/client.ts'
import { PlatformReplyError } from '../../../platform/platform-reply-error.ts'
import { refreshSos } from './refresh-sos.ts'
import { statusOf, withAlarms } from './sos-cases.ts'
import { changeCases, forgetSos, useSos } from './sos-store.ts'

vi.mock('../../../platform/client.ts', () => ({ request: vi.fn() }))
const asked = vi.mocked(request as (call: unknown, input: { query: { id: number } }) => Promise<Alarm>)
const refusal = (code: number, httpStatus: number) =>
  new PlatformReplyError({ code, msg: '', httpStatus, callName: 'alarms.get' })

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
  const { cases, viewer } = useSos.getState()
  return Object.fromEntries(cases.map((one) => [one.sn, statusOf(one, viewer)]))
}

beforeEach(() => {
  asked.mockReset()
  forgetSos()
  useSos.setState({ viewer: { userId: 1, knowsResponses: true } })
  changeCases((cases) => withAlarms(cases, [sos(1), sos(2), sos(3)], false))
})

it('says who has a case that a colleague took or processed while its changes were left out', async () => {
  const now = [
    sos(1, { cursor: 11, responderId: 2, responderName: 'Li' }),
    sos(2, { cursor: 12, processingType: 0, processingName: 'Wang' }),
    sos(3),
  ]
  asked.mockImplementation(async (_, { query }) => now[query.id - 1]!)
  await refreshSos()
  expect(shown()).toEqual({
    D1: { kind: 'handled', by: 'Li' },
    D2: { kind: 'handled', by: 'Wang' },
    D3: { kind: 'waiting' },
  })
})

it('takes off the card what the platform no longer has, and keeps all when it cannot be asked', async () => {
  asked.mockRejectedValueOnce(refusal(-1001, 0))
  await expect(refreshSos()).rejects.toThrow('-1001')
  expect(Object.keys(shown())).toEqual(['D1', 'D2', 'D3'])
  // A platform without the call has no news of the alarm.
  asked.mockRejectedValue(refusal(404, 404))
  await refreshSos()
  expect(Object.keys(shown())).toEqual(['D1', 'D2', 'D3'])
  // Another platform has another alarm under the number.
  asked.mockImplementation(async (_, { query: { id } }) => {
    if (id === 2) throw refusal(404, 200)
    return id === 3 ? sos(3, { alarmSeq: 'other' }) : sos(id)
  })
  await refreshSos()
  expect(Object.keys(shown())).toEqual(['D1'])
})

it('asks once more for what it was asked meanwhile', async () => {
  asked.mockImplementation(async (_, { query: { id } }) => sos(id))
  await Promise.all([refreshSos(), refreshSos(), refreshSos()])
  expect(asked).toHaveBeenCalledTimes(6)
})
