import type { Channel } from '@backlot/contract/devices/entities'
import { describe, expect, it } from 'vitest'
import { judgePick, judgeTicks } from './picker-rules.ts'
import type { TreeEntry } from './tree-entry.ts'

const channel = (chnId: number, type = 0): Channel => ({
  id: chnId,
  deviceId: 1,
  sn: 'S1',
  chnId,
  name: `C${chnId}`,
  type,
  lineId: 1,
  onlineStatus: 1,
  isChnl: true,
})
const device = (chnList: Channel[], nodeType = 0): TreeEntry => ({
  _id: 'd_1',
  id: 1,
  parentId: 0,
  name: 'Gate',
  sn: 'S1',
  nodeType,
  chnList,
})
const rowOf = (node: TreeEntry, nodeType = node.nodeType, on?: Channel) => ({
  node,
  nodeType,
  channel: on,
  name: on?.name ?? node.name,
})
const group = rowOf({ _id: 'd_2', id: 2, parentId: 0, name: 'North', nodeType: 1 })
const one = device([channel(1), channel(9, 4)])
const two = device([channel(1), channel(2)])

describe('picking one', () => {
  it('takes a device where a device is asked for, and nothing else', () => {
    expect(judgePick(rowOf(two), { want: 'device' })).toMatchObject({
      picked: { sn: 'S1', channel: undefined },
    })
    for (const other of [undefined, group, rowOf(two, 4, channel(1))])
      expect(judgePick(other, { want: 'device' })).toEqual({ refusal: 'selectDevice' })
  })
  it('takes a channel where a channel is asked for, and nothing else', () => {
    expect(judgePick(rowOf(two, 4, channel(2)), { want: 'channel' })).toMatchObject({
      picked: { channel: { chnId: 2 } },
    })
    for (const other of [undefined, group, rowOf(one)])
      expect(judgePick(other, { want: 'channel' })).toEqual({ refusal: 'selectChannel' })
  })
  it('finds the polling channel of a device that has one video channel', () => {
    expect(judgePick(rowOf(one), { want: 'pollingChannel' })).toMatchObject({
      picked: { channel: { chnId: 1 } },
    })
    expect(judgePick(rowOf(two), { want: 'pollingChannel' })).toEqual({ refusal: 'selectPollingChannel' })
    expect(judgePick(rowOf(one, 4, channel(9, 4)), { want: 'pollingChannel' })).toEqual({
      refusal: 'selectPollingChannel',
    })
  })
  it('lets the log take a device with several channels, and the map replay any device', () => {
    expect(judgePick(rowOf(two), { want: 'pollingChannel', source: 'log' })).toMatchObject({
      picked: { sn: 'S1', channel: undefined },
    })
    expect(judgePick(rowOf(two), { want: 'channel', source: 'mapReplay' })).toMatchObject({
      picked: { sn: 'S1' },
    })
    expect(judgePick(group, { want: 'pollingChannel', source: 'log' })).toEqual({
      refusal: 'selectPollingChannel',
    })
  })
})

describe('picking several', () => {
  it('counts devices of node type 0 only', () => {
    const likeOne = { ...device([], 2), sn: 'S2' }
    expect(judgeTicks([one, likeOne, undefined])).toMatchObject({ picked: [{ sn: 'S1' }] })
  })
  it('asks for a device when none counts', () => {
    expect(judgeTicks([])).toEqual({ refusal: 'selectDevice' })
    expect(judgeTicks([device([], 2)])).toEqual({ refusal: 'selectDevice' })
  })
})
