import type { Channel } from '@backlot/contract/devices/entities'
import { describe, expect, it } from 'vitest'
import { judgePick, judgeTicked, type PickedRow } from './picker-rules.ts'

const channel = (chnId: number, type = 0): Channel => ({
  id: chnId,
  deviceId: 1,
  sn: 'A',
  chnId,
  name: `channel ${chnId}`,
  type,
  lineId: 1,
  onlineStatus: 1,
  isChnl: true,
})
const deviceRow = (...channels: Channel[]): PickedRow => ({
  nodeType: 0,
  node: { sn: 'A', chnList: channels },
  channel: undefined,
})
const channelRow = (one: Channel): PickedRow => ({ nodeType: 4, node: { sn: 'A' }, channel: one })
const group: PickedRow = { nodeType: 1, node: {}, channel: undefined }
const camera = deviceRow(channel(1), channel(2, 4), channel(3, 1))
const vehicle = deviceRow(channel(1), channel(2), channel(3, 4))

describe('picking one row', () => {
  it('takes a device where one is wanted', () => {
    expect(judgePick(camera, 'device')).toEqual({ picked: { sn: 'A' } })
    expect(judgePick(channelRow(channel(1)), 'device')).toEqual({ fault: 'selectDevice' })
    expect(judgePick(group, 'device')).toEqual({ fault: 'selectDevice' })
  })
  it('takes a video channel where one is wanted', () => {
    expect(judgePick(channelRow(channel(2)), 'channel')).toEqual({ picked: { sn: 'A', chnId: 2 } })
    expect(judgePick(channelRow(channel(2, 4)), 'channel')).toEqual({ fault: 'selectDeviceChannel' })
    expect(judgePick(camera, 'channel')).toEqual({ fault: 'selectDeviceChannel' })
  })
  it('takes the only video channel of a device for polling, and asks for one where there are more or none', () => {
    expect(judgePick(camera, 'pollingChannel')).toEqual({ picked: { sn: 'A', chnId: 1 } })
    expect(judgePick(channelRow(channel(2)), 'pollingChannel')).toEqual({ picked: { sn: 'A', chnId: 2 } })
    for (const row of [vehicle, deviceRow(channel(3, 3)), group]) {
      expect(judgePick(row, 'pollingChannel')).toEqual({ fault: 'selectPollingDevChannel' })
    }
  })
  it('takes the device itself for logs and for the replay of tracks', () => {
    expect(judgePick(vehicle, 'pollingChannel', 'log')).toEqual({ picked: { sn: 'A' } })
    expect(judgePick(vehicle, 'channel', 'mapReplay')).toEqual({ picked: { sn: 'A' } })
    expect(judgePick(group, 'channel', 'mapReplay')).toEqual({ fault: 'selectDeviceChannel' })
  })
})

describe('ticking devices', () => {
  it('takes those with one video channel and names the others', () => {
    expect(judgeTicked([camera.node, { ...vehicle.node, sn: 'B' }])).toEqual({
      channels: [{ sn: 'A', chnId: 1 }],
      unclear: ['B'],
    })
  })
  it('wants at least one device', () => {
    expect(judgeTicked([])).toEqual({ fault: 'selectDevice' })
  })
})
