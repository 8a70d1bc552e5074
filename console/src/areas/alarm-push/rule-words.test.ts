import type { PushRuleFields } from '@backlot/contract/alarm-push/entities'
import { expect, it } from 'vitest'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import { clockText, whatText, whenText } from './rule-words.ts'

const rule: PushRuleFields = {
  name: 'Rule',
  url: 'http://127.0.0.1/',
  types: [],
  levels: [],
  nodeIds: [],
  sns: [],
  events: ['start'],
  weekdays: [],
  fromMinute: 0,
  toMinute: 1440,
  enabled: true,
}
const t = (key: string) => key.replace('weekday.', 'day')

it('writes minutes of the day as a clock does', () => {
  expect([0, 65, 1439, 1440].map(clockText)).toEqual(['00:00', '01:05', '23:59', '24:00'])
})

it('says when a rule works, the shortest way', () => {
  expect(whenText(t, rule)).toBe('always')
  expect(whenText(t, { ...rule, weekdays: [3, 1] })).toBe('daymon daywed')
  expect(whenText(t, { ...rule, weekdays: [1, 2, 3, 4, 5, 6, 7] })).toBe('always')
  expect(whenText(t, { ...rule, fromMinute: 1320, toMinute: 360 })).toBe('everyDay 22:00–06:00')
})

it('names devices and groups, and marks those that are gone', () => {
  const words = (key: string, values?: object) => (values ? `${key} ${JSON.stringify(values)}` : key)
  const named = {
    ...{ types: [], levels: [], nodeIds: [7, 8], sns: ['C-1', 'C-2'] },
    groups: [
      { nodeId: 7, name: 'North' },
      { nodeId: 8, name: null },
    ],
    devices: [
      { sn: 'C-2', name: null },
      { sn: 'C-1', name: 'Gate' },
    ],
  }
  expect(whatText(words as never, named, {} as AlarmTypes)).toBe(
    'groups North, groupGone {"id":8} · devices Gate, deviceGone {"sn":"C-2"}',
  )
})
