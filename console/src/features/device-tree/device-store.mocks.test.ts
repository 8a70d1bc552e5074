import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { channel } from '../../platform/channel.ts'
import type { Subscription } from '../../platform/channel-connection.ts'
import { forgetTree, loadTree } from './device-store.ts'

vi.mock('../../platform/client.ts', () => ({ request: async () => ({ list: [] }), callOver: () => {} }))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  forgetTree()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('asks for the states of all devices and for the positions of none: those are for who looks at them', async () => {
  const asked: Subscription[] = []
  vi.spyOn(channel, 'subscribe').mockImplementation((wanted) => {
    asked.push(wanted)
    return () => {}
  })
  await loadTree()
  expect(asked).toEqual([
    {
      id: 'device-tree',
      topics: ['status'],
      scope: { kind: 'subtree', groupId: 0 },
      snapshot: 'afterCut',
    },
  ])
})
