import { BLOCK_TYPES } from '@backlot/contract/pcapng/write-blocks'
import { expect, it } from 'vitest'
import type { TappedConnection } from '../../sockets/socket-tap.ts'
import { devicesIn } from './devices-in.ts'
import { LiveCapture, type LiveCaptureOptions } from './live-capture.ts'

/** A capture whose blocks are counted; `at` moves both clocks. */
function rig(options: Partial<LiveCaptureOptions> = {}) {
  const seen = { nowMs: 1000, unread: 0, isFull: false }
  const packets: string[] = []
  const statistics: { received: number; dropped: number }[] = []
  const capture = new LiveCapture({
    wires: ['hj212', 'gb28181'],
    only: undefined,
    packetsMost: 1000,
    bytesMost: 1_000_000,
    comment: '',
    platformMs: () => seen.nowMs,
    hostMs: () => seen.nowMs,
    isDevice: () => true,
    write(block) {
      const view = new DataView(block.buffer)
      const type = view.getUint32(0, true)
      if (type === BLOCK_TYPES.enhancedPacket) packets.push(Buffer.from(block).toString('latin1'))
      if (type === BLOCK_TYPES.statistics) {
        const bytes = Buffer.from(block)
        statistics.push({ received: bytes.readUInt32LE(24), dropped: bytes.readUInt32LE(36) })
      }
    },
    unread: () => seen.unread,
    full: () => {
      seen.isFull = true
    },
    ...options,
  })
  return { capture, packets, statistics, seen }
}

function connection(devices: string[] = []): TappedConnection {
  return {
    wire: 'hj212',
    local: { address: '127.0.0.1', port: 8212 },
    remote: { address: '127.0.0.1', port: 40_000 },
    opener: 'remote',
    devices: () => devices,
  }
}

it('a packet waits until its device is known, a second at most, and those behind it with it', () => {
  const { capture, packets, seen } = rig()
  const devices: string[] = []
  const nameless = connection(devices)
  capture.bytes(nameless, 'in', Buffer.from('first'))
  capture.bytes(connection(['B-2']), 'in', Buffer.from('second'))
  expect(packets).toEqual([])
  devices.push('A-1')
  capture.flush()
  // Each with its acknowledgement.
  expect(packets.map((packet) => /device \S-\d/.exec(packet)?.[0])).toEqual([
    'device A-1',
    'device A-1',
    'device B-2',
    'device B-2',
  ])
  capture.bytes(connection(), 'in', Buffer.from('third'))
  seen.nowMs += 1000
  capture.flush()
  expect(packets).toHaveLength(6)
})

it('a filter leaves other devices and nobody out', () => {
  const { capture, packets } = rig({ only: new Set(['B-2']) })
  capture.bytes(connection(['A-1']), 'in', Buffer.from('one'))
  capture.bytes(connection(['A-1', 'B-2']), 'in', Buffer.from('two'))
  capture.bytes(connection(), 'in', Buffer.from('three'))
  capture.end()
  expect(packets).toHaveLength(2)
  expect(packets[0]).toContain('two')
})

it('packets that are not read in time are dropped, and the file says how many', () => {
  const { capture, packets, statistics, seen } = rig()
  const known = connection(['A-1'])
  capture.bytes(known, 'in', Buffer.from('one'))
  seen.unread = 20_000_000
  capture.bytes(known, 'in', Buffer.from('two'))
  capture.end()
  expect(packets).toHaveLength(2)
  expect(statistics[0]).toEqual({ received: 4, dropped: 2 })
})

it('ends when it has as many packets as it may have', () => {
  const { capture, packets, statistics, seen } = rig({ packetsMost: 3 })
  const known = connection(['A-1'])
  for (let i = 0; i < 5; i++) capture.bytes(known, 'in', Buffer.from('bytes'))
  expect([packets.length, statistics.length, seen.isFull]).toEqual([3, 2, true])
})

it('a message names its device where the connection does not know it', () => {
  const register = Buffer.from(
    'REGISTER sip:34020000002000000001@3402000000 SIP/2.0\r\nFrom: <sip:34020000001320000001@x>',
  )
  expect(devicesIn('gb28181', register, (sn) => sn.includes('132'))).toEqual(['34020000001320000001'])
  expect(devicesIn('rtsp', Buffer.from('OPTIONS rtsp://h:1/CAM-1/1/main RTSP/1.0'), () => true)).toEqual([
    'CAM-1',
  ])
  const media = Buffer.from('3031636481e2000001391234567801', 'hex')
  expect(
    devicesIn('jt1078', Buffer.concat([media, Buffer.alloc(30)]), (sn) => sn === '013912345678'),
  ).toEqual(['013912345678'])
  expect(devicesIn('mqtt', register, () => true)).toEqual([])
})
