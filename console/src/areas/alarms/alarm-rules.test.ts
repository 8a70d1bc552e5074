import { expect, it } from 'vitest'
import {
  isManualSnapshot,
  isOrdinary,
  processingFor,
  processingName,
  selectableProcessing,
} from './alarm-rules.ts'

const raised = { type: 'VideoLost', subType: '', processingType: null }
const processed = { ...raised, processingType: 5 }

it('counts files and heads as no alarms', () => {
  expect(isOrdinary({ type: 'UpLoadFile' })).toBe(false)
  expect(isOrdinary({ type: 'Head' })).toBe(false)
  expect(isOrdinary({ type: 'IoAlarm' })).toBe(true)
})

it('opens an unprocessed alarm for everybody', () => {
  expect(processingFor(raised, { type: 0, firstProcess: 1 })).toBe('open')
  expect(processingFor(raised, { type: 2, firstProcess: 1 })).toBe('open')
})

it('lets only user type 0 process again when firstProcess is set', () => {
  expect(processingFor(processed, { type: 0, firstProcess: 1 })).toBe('again')
  expect(processingFor(processed, { type: 1, firstProcess: 1 })).toBe('closed')
  expect(processingFor(processed, { type: 1, firstProcess: 0 })).toBe('again')
})

it('keeps what a work order was made of read-only for all but user type 0', () => {
  const ordered = { ...raised, processingType: 100 }
  expect(processingFor(ordered, { type: 1, firstProcess: 0 })).toBe('closed')
  expect(processingFor(ordered, { type: 0, firstProcess: 1 })).toBe('again')
})

it('changes nothing about an alarm that only the archive has', () => {
  for (const alarm of [raised, processed])
    expect(processingFor({ ...alarm, archived: true }, { type: 0, firstProcess: 0 })).toBe('archived')
})

it('never processes a manual snapshot, however it is written', () => {
  expect(isManualSnapshot({ type: 'Snapshot', subType: 'Manual' })).toBe(true)
  expect(isManualSnapshot({ type: 'Snapshot', subType: 'Snapshot-Manual' })).toBe(true)
  expect(processingFor({ ...raised, type: 'Snapshot-Manual' }, { type: 0, firstProcess: 0 })).toBe('never')
})

it('offers work order generated only when the alarm already is', () => {
  expect(selectableProcessing(null)).toEqual([4, 5])
  expect(selectableProcessing(100)).toEqual([4, 5, 100])
})

it('names results that no form offers, too', () => {
  expect(processingName(0)).toBe('voice')
  expect(processingName(7)).toBe('other')
  expect(processingName(null)).toBe('none')
})
