import { expect, it } from 'vitest'
import { readOwnScreens, withPin, withRecent } from './own-screens.ts'

const none = { pinned: [], recent: [] }
const stored = (text: string | null) => ({ getItem: () => text })

it('lists a screen that is opened again once, as the newest', () => {
  const own = ['/a', '/b', '/a'].reduce(withRecent, none)
  expect(own.recent).toEqual(['/a', '/b'])
})

it('forgets the oldest of more than eight screens', () => {
  const own = [...'abcdefghij'].reduce(withRecent, none)
  expect(own.recent.join('')).toBe('jihgfedc')
})

it('pins and unpins', () => {
  const both = ['/a', '/b'].reduce(withPin, none)
  expect(both.pinned).toEqual(['/a', '/b'])
  expect(withPin(both, '/a').pinned).toEqual(['/b'])
})

it('reads what it wrote, and nothing from what cannot be read', () => {
  const own = { pinned: ['/a'], recent: ['/b', '/a'] }
  expect(readOwnScreens(stored(JSON.stringify(own)), 'x')).toEqual(own)
  for (const text of [null, '', '{', '[]', '{"pinned":1}', '{"pinned":[],"recent":[2]}']) {
    expect(readOwnScreens(stored(text), 'x')).toEqual(none)
  }
})
