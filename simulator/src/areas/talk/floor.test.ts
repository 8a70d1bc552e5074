import { FLOOR_MAX_MS, FLOOR_QUEUE_MAX } from '@backlot/contract/talk/ptt-frames'
import { expect, test } from 'vitest'
import { FLOOR_SILENT_MS, Floor } from './floor.ts'

test('one speaks, the next wait in line and follow in their order', () => {
  const floor = new Floor<string>()
  expect(floor.request('a', 0, true)).toBe('granted')
  expect(floor.request('a', 1, true)).toBe('granted')
  expect(floor.request('b', 2, true)).toBe('queued')
  expect(floor.request('c', 3, true)).toBe('queued')
  expect(floor.request('b', 4, true)).toBe('queued')
  expect(floor.waiting).toEqual(['b', 'c'])
  expect(floor.release('b', 5)).toBe(true)
  expect(floor.release('a', 6)).toBe(true)
  expect(floor.holder).toBe('c')
  expect(floor.release('c', 7)).toBe(true)
  expect(floor.holder).toBeUndefined()
  expect(floor.release('c', 8)).toBe(false)
})

test('who does not want to wait is denied, and a line has an end', () => {
  const floor = new Floor<string>()
  floor.request('a', 0, true)
  expect(floor.request('b', 0, false)).toBe('denied')
  for (let i = 0; i < FLOOR_QUEUE_MAX; i++) expect(floor.request(`q${i}`, 0, true)).toBe('queued')
  expect(floor.request('late', 0, true)).toBe('queueFull')
})

test('the floor is taken from who keeps it too long or says nothing, and goes to the next', () => {
  const floor = new Floor<string>()
  floor.request('a', 0, true)
  floor.request('b', 0, true)
  for (let at = 0; at < FLOOR_MAX_MS; at += 1000) {
    floor.heard(at)
    expect(floor.review(at)).toBeUndefined()
  }
  expect(floor.review(FLOOR_MAX_MS)).toEqual({ who: 'a', why: 'tooLong' })
  expect(floor.holder).toBe('b')
  expect(floor.review(FLOOR_MAX_MS + FLOOR_SILENT_MS)).toEqual({ who: 'b', why: 'silent' })
  expect(floor.review(FLOOR_MAX_MS + FLOOR_SILENT_MS)).toBeUndefined()
})
