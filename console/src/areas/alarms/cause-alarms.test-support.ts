import { Alarm } from '@backlot/contract/alarms/entities'

const START_S = 1_700_000_000

/** An unread alarm of an intruder at a gate, some minutes after the first. */
export const alarmAt = (seq: string, minute: number, more: Partial<Alarm> = {}): Alarm =>
  Alarm.parse({
    id: minute,
    sn: 'D1',
    chnId: 1,
    alarmSeq: seq,
    type: 'AiAlarm',
    subType: 'Intruder',
    state: 1,
    alarmSource: 1,
    startTime: START_S + minute * 60,
    endTime: null,
    isRead: 0,
    devName: 'Gate',
    ...more,
  })

/** Names of types as they are written, each of the same level. */
export const TYPES = { nameOf: (type: string, sub = '') => `${type} ${sub}`, levelOf: () => 2 as const }
