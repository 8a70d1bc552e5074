import type { Alarm } from '@backlot/contract/alarms/entities'
import { expect, test } from 'vitest'
import { processingMark, readDraft } from './processing-drafts.ts'

const alarm = {
  processingType: null,
  processingId: null,
  processingTime: null,
  processingContent: '',
} as Alarm
const processed = {
  ...alarm,
  processingType: 4,
  processingId: 7,
  processingTime: 1_795_140_000,
  processingContent: 'A reflection.',
} as Alarm

test('nothing is chosen for an alarm that nobody has processed', () => {
  expect(readDraft(alarm, undefined)).toEqual({ type: undefined, content: '', unsent: false })
  expect(readDraft(processed, undefined)).toEqual({ type: 4, content: 'A reflection.', unsent: false })
})

test('words stay when somebody else processes the alarm, and when that is taken back; what was chosen before goes', () => {
  const draft = { content: 'Called the guard', choice: { type: 5, on: processingMark(alarm) } }
  expect(readDraft(alarm, draft)).toEqual({ type: 5, content: 'Called the guard', unsent: true })
  expect(readDraft(processed, draft)).toEqual({ type: 4, content: 'Called the guard', unsent: true })
  const updated = { ...alarm, state: 2, isRead: 1, cursor: 99 } as Alarm
  expect(readDraft(updated, draft)).toEqual({ type: 5, content: 'Called the guard', unsent: true })
})

test('words that were deleted are not put back by what the platform has', () => {
  expect(readDraft(processed, { content: '' })).toMatchObject({ content: '', unsent: true })
})
