import type { Channel, TreeNode } from '@backlot/contract/devices/entities'
import { describe, expect, it } from 'vitest'
import { channelsToOpen, onlinePlaces } from './channels-to-open.ts'

const channel = (chnId: number, type: number, onlineStatus: number): Channel => ({
  id: chnId,
  deviceId: 1,
  sn: 'S1',
  chnId,
  name: `c${chnId}`,
  type,
  lineId: 1,
  onlineStatus,
  isChnl: true,
})
const device = (chnList: Channel[]): TreeNode => ({
  _id: 'd_1',
  id: 1,
  parentId: 0,
  name: 'D',
  sn: 'S1',
  nodeType: 0,
  chnList,
})
const opened = (result: ReturnType<typeof channelsToOpen>) =>
  'places' in result ? result.places.map((place) => place.chnId) : result.refusal

describe('channels to open', () => {
  it('are the online video channels of a device, at most sixteen', () => {
    const many = Array.from({ length: 20 }, (_, n) => channel(n + 1, 0, n === 0 ? 0 : 1))
    expect(opened(channelsToOpen(device([...many, channel(99, 4, 1)])))).toEqual(
      Array.from({ length: 16 }, (_, n) => n + 2),
    )
  })
  it('are refused with what the device lacks', () => {
    expect(opened(channelsToOpen(undefined))).toBe('noChannel')
    expect(opened(channelsToOpen(device([])))).toBe('noChannel')
    expect(opened(channelsToOpen(device([channel(1, 4, 1)])))).toBe('noVideoChannel')
    expect(opened(channelsToOpen(device([channel(1, 0, 0)])))).toBe('noOnlineChannel')
    expect(opened(channelsToOpen(device([channel(1, 4, 1)]), 1))).toBe('notVideo')
  })
  it('are the named one while it is online', () => {
    const two = device([channel(1, 0, 0), channel(2, 0, 1)])
    expect(opened(channelsToOpen(two, 2))).toEqual([2])
    expect(opened(channelsToOpen(two, 1))).toBe('noOnlineChannel')
  })

  it('of a popup are the online ones, at most sixteen of them', () => {
    const up = Array.from({ length: 20 }, (_, n) => channel(n + 1, 0, n % 2))
    const of = (devices: TreeNode) => (sn: string) => (sn === 'S1' ? devices : undefined)
    const wanted = up.map(({ chnId }) => ({ sn: 'S1', chnId }))
    const ids = onlinePlaces(wanted, of(device(up))).map(({ chnId }) => chnId)
    expect(ids).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20])
    const all = up.map((one) => ({ ...one, onlineStatus: 1 }))
    expect(onlinePlaces(wanted, of(device(all)))).toHaveLength(16)
    expect(onlinePlaces([...wanted, ...wanted], of(device(all)), 99)).toHaveLength(20)
    expect(onlinePlaces([{ sn: 'S9', chnId: 1 }], of(device(all)))).toEqual([])
    expect(onlinePlaces([{ sn: 'S1', chnId: 3 }], of(device([channel(3, 4, 1)])))).toEqual([])
  })
})
