import { Alarm } from '@backlot/contract/alarms/entities'
import { afterEach, expect, it } from 'vitest'
import { useSettings } from '../../platform/settings-store.ts'
import { ringOf, sosOf, withoutQuiet } from './alarm-announcer.ts'

afterEach(() => useSettings.setState({ quietKinds: [] }))

const alarm = (type: string, subType = ''): Alarm =>
  Alarm.parse({
    id: 1,
    sn: 'D1',
    chnId: 0,
    alarmSeq: 's',
    type,
    subType,
    state: 1,
    alarmSource: 0,
    startTime: 1,
    endTime: null,
    isRead: 0,
    devName: 'D',
  })
const levelOf = (type: string) => (({ Fire: 1, Video: 3 })[type] ?? 4) as 1 | 3 | 4
const types = {
  levelOf,
  toneOf: (type: string) =>
    type === 'Mute' ? 'none' : ({ 1: 'alert', 3: 'single', 4: 'low' } as const)[levelOf(type)],
}

it('rings for the gravest alarm, those that the channel left out included', () => {
  expect(ringOf({ fresh: [alarm('Video'), alarm('Other')], skipped: {} }, types)).toEqual({
    tone: 'single',
    urgency: 3,
  })
  expect(ringOf({ fresh: [alarm('Video')], skipped: { Fire: 40 } }, types)?.tone).toBe('alert')
  expect(ringOf({ fresh: [alarm('Fire'), alarm('IoAlarm', 'SOS')], skipped: {} }, types)).toEqual({
    tone: 'siren',
    urgency: 0,
  })
})

it('is silent for types whose level has no tone', () => {
  expect(ringOf({ fresh: [alarm('Mute')], skipped: {} }, types)).toBeUndefined()
  expect(ringOf({ fresh: [alarm('Mute'), alarm('Other')], skipped: {} }, types)?.tone).toBe('low')
})

it('leaves out alarms of silenced levels, but never an SOS call', () => {
  useSettings.setState({ quietKinds: ['alarm1', 'alarm4'] })
  const sos = alarm('IoAlarm', 'SOS')
  const news = { fresh: [alarm('Fire'), alarm('Video'), sos], skipped: { Other: 3, Video: 2 } }
  expect(withoutQuiet(news, types)).toEqual({ fresh: [alarm('Video'), sos], skipped: { Video: 2 } })
})

it('is an SOS alone in storm mode', () => {
  const many = { fresh: [alarm('Fire')], skipped: { Fire: 40 } }
  expect(ringOf(sosOf(many), types)).toBeUndefined()
  expect(ringOf(sosOf({ ...many, fresh: [...many.fresh, alarm('IoAlarm', 'SOS')] }), types)?.tone).toBe(
    'siren',
  )
})
