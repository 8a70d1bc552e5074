import { expect, test } from 'vitest'
import { type SwarmIds, swarmIds } from './gb-ids.ts'

function idsOf(first: string, count: number, channels: number): SwarmIds[] {
  const ids = swarmIds(first, count, channels)
  if (typeof ids === 'string') throw new Error(ids)
  return Array.from({ length: count }, (_, i) => ids(i))
}

test('cameras are numbered up; each is its own channel', () => {
  expect(idsOf('34020000001320000009', 2, 1)).toEqual([
    { deviceId: '34020000001320000009', channelIds: ['34020000001320000009'] },
    { deviceId: '34020000001320000010', channelIds: ['34020000001320000010'] },
  ])
})

test('no two channels of recorders have one id', () => {
  const ids = idsOf('34020000001180000001', 50, 16)
  const all = ids.flatMap(({ deviceId, channelIds }) => [deviceId, ...channelIds])
  expect(new Set(all).size).toBe(50 * 17)
  expect(ids[1]!.channelIds[0]).toBe('34020000001320000017')
})

test.each([
  ['12', 1, 1, '2 digits, not 20'],
  ['34020000001320999999', 2, 1, 'six digits'],
  ['34020000001180000001', 2000, 1000, 'six digits'],
  ['34020000001320000001', 1, 4, 'one channel'],
])('%s, %i devices with %i channels: %s', (first, count, channels, said) => {
  expect(swarmIds(first, count, channels)).toContain(said)
})
