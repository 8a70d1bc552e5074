import { expect, it } from 'vitest'
import { detailText, knownText } from './log-detail.ts'

it('says what belongs to an entry on one line, without what is empty', () => {
  expect(detailText({ name: 'Gate', roleId: 2, note: '', to: null, changed: ['label'] })).toBe(
    'name: Gate · roleId: 2 · changed: ["label"]',
  )
  expect(detailText({})).toBe('')
})

it('shows a call that nobody has named as it is', () => {
  expect(knownText('verb.teleport', 'verb.teleport', 'teleport')).toBe('teleport')
  expect(knownText('Add', 'verb.add', 'add')).toBe('Add')
})
