import { expect, it } from 'vitest'
import { deviceRow } from './log-rows.ts'

const row = (detail: object) => ({
  id: 1,
  kind: 'device',
  atMs: 5000,
  level: 0,
  event: 'removed',
  subject: 'X1',
  groupId: 0,
  userId: 0,
  loginName: '',
  address: '',
  detail: JSON.stringify(detail),
})
const GONE = { devName: '', groupName: '' }

it('a device that was removed is called in its removal as it was called then, in the language of the reader', () => {
  const removed = row({ called: { zh: '北门', en: 'North gate' } })
  expect(deviceRow(removed, 'en', GONE)).toMatchObject({ devName: 'North gate', detail: {} })
  expect(deviceRow(removed, 'zh', GONE).devName).toBe('北门')
  // One that has come again is called as it is called now.
  expect(deviceRow(removed, 'en', { devName: 'South gate', groupName: 'City' }).devName).toBe('South gate')
  expect(deviceRow(row({}), 'en', GONE).devName).toBe('')
})
