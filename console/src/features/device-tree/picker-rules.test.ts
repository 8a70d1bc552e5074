import type { Channel } from '@backlot/contract/devices/entities'
import { describe, expect, it } from 'vitest'
import { judgePick, judgePollingTicks, judgeTicks, offeredRows } from './picker-rules.ts'
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
const device = (chnList: Channel[], more: Partial<TreeEntry> = {}): TreeEntry => ({
  _id: 'd_1',
  id: 1,
  parentId: 0,
  name: 'Gate',
  sn: 'S1',
  nodeType: 0,
  chnList,
  ...more,
})
const rowOf = (node: TreeEntry, on?: Channel) => ({
  node,
  nodeType: on ? 4 : node.nodeType,
  channel: on,
  sense: undefined,
  name: on?.name ?? node.name,
})
const senseRow = (nodeType: 6 | 7) => ({
  node: two,
  nodeType,
  channel: undefined,
  sense: { id: 40, nodeType, name: 'North fence', chnId: 1 },
  name: 'North fence',
})
const group = rowOf({ _id: 'd_2', id: 2, parentId: 0, name: 'North', nodeType: 1 })
const one = device([channel(1), channel(9, 4)])
const two = device([channel(1), channel(2)])
const none = device([channel(3, 3)])
const likeOne = device([channel(1)], { sn: 'S2', nodeType: 2 })

describe('a picker in single mode', () => {
  it('takes a device (node type 0 or 2) where one is required, else says: please select device', () => {
    for (const node of [two, likeOne])
      expect(judgePick(rowOf(node), { want: 'device' })).toMatchObject({
        picked: { sn: node.sn, channel: undefined },
      })
    for (const other of [undefined, group, rowOf(two, channel(1))])
      expect(judgePick(other, { want: 'device' })).toEqual({ refusal: 'selectDevice' })
  })

  it('takes a channel (node type 4) where one is required, else says: please select device channel', () => {
    for (const type of [0, 4])
      expect(judgePick(rowOf(two, channel(2, type)), { want: 'channel' })).toMatchObject({
        picked: { sn: 'S1', channel: { chnId: 2 } },
      })
    for (const other of [undefined, group, rowOf(one)])
      expect(judgePick(other, { want: 'channel' })).toEqual({ refusal: 'selectChannel' })
  })

  it('asks for a device channel where a video channel is wanted for anything but polling', () => {
    expect(judgePick(rowOf(one), { want: 'videoChannel' })).toMatchObject({
      picked: { channel: { chnId: 1 } },
    })
    for (const other of [undefined, group, rowOf(two), rowOf(none), rowOf(one, channel(9, 4))])
      expect(judgePick(other, { want: 'videoChannel' })).toEqual({ refusal: 'selectChannel' })
  })

  it('uses the one video channel of a device where a polling channel is required', () => {
    expect(judgePick(rowOf(one), { want: 'pollingChannel' })).toMatchObject({
      picked: { channel: { chnId: 1 } },
    })
    expect(judgePick(rowOf(two, channel(2)), { want: 'pollingChannel' })).toMatchObject({
      picked: { channel: { chnId: 2 } },
    })
  })

  it('says: please select polling dev channel, for several video channels, none, another channel or a group', () => {
    for (const other of [rowOf(two), rowOf(none), rowOf(one, channel(9, 4)), group, undefined])
      expect(judgePick(other, { want: 'pollingChannel' })).toEqual({ refusal: 'selectPollingChannel' })
  })

  it('accepts the device itself for the source log when its channel is not clear', () => {
    for (const node of [two, none])
      expect(judgePick(rowOf(node), { want: 'pollingChannel', source: 'log' })).toMatchObject({
        picked: { sn: 'S1', channel: undefined },
      })
    expect(judgePick(rowOf(one), { want: 'pollingChannel', source: 'log' })).toMatchObject({
      picked: { channel: { chnId: 1 } },
    })
    expect(judgePick(group, { want: 'pollingChannel', source: 'log' })).toEqual({
      refusal: 'selectPollingChannel',
    })
  })

  it('accepts a device directly for the source mapReplay, whatever is required', () => {
    for (const want of ['device', 'channel', 'videoChannel', 'pollingChannel'] as const)
      expect(judgePick(rowOf(two), { want, source: 'mapReplay' })).toMatchObject({
        picked: { sn: 'S1', channel: undefined },
      })
    expect(judgePick(group, { want: 'channel', source: 'mapReplay' })).toEqual({ refusal: 'selectChannel' })
  })

  it('takes a monitoring point (node type 7) where one is required, with its device, and nothing else', () => {
    expect(judgePick(senseRow(7), { want: 'point' })).toMatchObject({
      picked: { sn: 'S1', name: 'North fence', channel: undefined, sense: { id: 40 } },
    })
    for (const other of [undefined, group, rowOf(two), rowOf(two, channel(1)), senseRow(6)])
      expect(judgePick(other, { want: 'point' })).toEqual({ refusal: 'selectPoint' })
  })

  it('takes no controller and no monitoring point for a channel or for video', () => {
    for (const want of ['channel', 'videoChannel', 'pollingChannel'] as const)
      for (const type of [6, 7] as const)
        expect(judgePick(senseRow(type), { want })).toHaveProperty('refusal')
  })

  it('takes nothing without a serial number', () => {
    const { sn: _, ...nameless } = one
    expect(judgePick(rowOf(nameless), { want: 'device' })).toEqual({ refusal: 'selectDevice' })
    expect(judgePick(rowOf(nameless), { want: 'pollingChannel' })).toEqual({
      refusal: 'selectPollingChannel',
    })
  })
})

describe('a picker in multi-select mode', () => {
  it('counts nodes of type 0 only', () => {
    expect(judgeTicks([one, likeOne, undefined])).toMatchObject({ picked: [{ sn: 'S1' }] })
  })

  it('says: please select device, when none counts', () => {
    for (const nodes of [[], [likeOne], [undefined]]) {
      expect(judgeTicks(nodes)).toEqual({ refusal: 'selectDevice' })
      expect(judgePollingTicks(nodes)).toEqual({ refusal: 'selectDevice' })
    }
  })

  it('of polling channels takes devices with one video channel and names the others', () => {
    const other = { ...two, sn: 'S3' }
    expect(judgePollingTicks([one, other, none])).toMatchObject({
      channels: [{ sn: 'S1', chnId: 1 }],
      unclear: [{ sn: 'S3' }, { sn: 'S1', node: none }],
    })
  })
})

describe('controllers', () => {
  it('stand in a picker of one device, and picking one picks its device', () => {
    expect(offeredRows({ want: 'device' })(two, 6, undefined)).toBe(true)
    expect(judgePick(senseRow(6), { want: 'device' })).toEqual({
      picked: { sn: 'S1', name: 'Gate', node: two, channel: undefined, sense: senseRow(6).sense },
    })
  })

  it('stand in no picker that ticks devices, or that asks for a channel or a monitoring point', () => {
    const others = [
      { want: 'device', multiple: true },
      { want: 'channel' },
      { want: 'videoChannel' },
      { want: 'point' },
    ] as const
    for (const wish of others) expect(offeredRows(wish)(two, 6, undefined), JSON.stringify(wish)).toBe(false)
    expect(judgePick(senseRow(6), { want: 'point' })).toEqual({ refusal: 'selectPoint' })
    expect(judgePick(senseRow(7), { want: 'device' })).toEqual({ refusal: 'selectDevice' })
  })

  it('of devices that are not offered are not offered either', () => {
    expect(offeredRows({ want: 'device', filter: () => false })(two, 6, undefined)).toBe(false)
  })
})

it('a picker of monitoring points shows the devices that have some, not cameras and not stations without one', () => {
  const offers = (more: Partial<TreeEntry>) => offeredRows({ want: 'point' })(device([], more), 0, undefined)
  const sense = (nodeType: 6 | 7) => [{ id: 40, nodeType, name: 'North fence', chnId: 1 }]
  expect(offers({ ability: 1 })).toBe(false)
  expect(offers({ ability: 2, senseList: sense(6) })).toBe(false)
  expect(offers({ ability: 2, senseList: sense(7) })).toBe(true)
  // A platform that sends points as nodes of their own names none with the device.
  expect(offers({ ability: 2 })).toBe(true)
})
