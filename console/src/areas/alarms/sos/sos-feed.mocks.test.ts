import { respondToAlarm } from '@backlot/contract/alarms/calls'
import { SOS } from '@backlot/contract/alarms/constants'
import { Alarm } from '@backlot/contract/alarms/entities'
import { expect, it, vi } from 'vitest'
import { request } from '../../../platform/client.ts'
import { withAlarms } from './sos-cases.ts'
import { followSos } from './sos-feed.ts'
import { changeCases } from './sos-store.ts'

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
vi.mock('../../../components/message-bridge.tsx', () => ({ shown: vi.fn() }))
vi.mock('../alarm-store.ts', () => ({ onNews: () => () => {} }))

it('who answers a call has its alarm too, though that comes while the call is being answered', () => {
  const stop = followSos()
  heard.get('incoming')?.({ callId: 'c1', sn: 'D1', chnId: 1, cause: 'sos' })
  const alarm = { id: 1, cursor: 1, sn: 'D1', chnId: 0, alarmSeq: 's1', ...SOS, state: 1, alarmSource: 0 }
  const raised = Alarm.parse({ ...alarm, startTime: 1, endTime: null, isRead: 0, devName: 'D' })
  changeCases((cases) => withAlarms(cases, [raised], false))
  expect(request).not.toHaveBeenCalled()
  heard.get('incomingEnd')?.({ callId: 'c1', why: 'answered', by: '' })
  expect(request).toHaveBeenCalledExactlyOnceWith(respondToAlarm, {
    body: { id: 1, sn: 'D1', alarmSeq: 's1' },
  })
  stop()
})
