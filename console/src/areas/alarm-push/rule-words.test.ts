import type { PushRuleFields } from '@backlot/contract/alarm-push/entities'
import { expect, it } from 'vitest'
import { clockText, whenText } from './rule-words.ts'

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
