import type { Channel, TreeNode } from '@backlot/contract/devices/entities'
import { describe, expect, it } from 'vitest'
import { channelsToOpen } from './channels-to-open.ts'

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
  it('are the named one, online or not', () => {
    expect(opened(channelsToOpen(device([channel(1, 0, 0), channel(2, 0, 1)]), 1))).toEqual([1])
  })
})
