import { expect, test } from 'vitest'
import { startResult } from './call-rules.ts'
import type { TalkRecord } from './ports.ts'

const device = (more: Partial<TalkRecord> = {}): TalkRecord => ({
  sn: 'D1',
  name: { zh: '一', en: 'One' },
  groupId: 1,
  online: true,
  protocolType: 1,
  channels: [
    { chnId: 1, type: 0, lineId: 1 },
    { chnId: 2, type: 4, lineId: 1 },
  ],
  radio: false,
  ...more,
})
const start = (more: Partial<Parameters<typeof startResult>[0]> = {}) =>
  startResult({ wanted: 'call', device: device(), chnId: 1, taken: false, answer: 'ok', ...more })

test('a call is answered from the table of calls, listening from its own', () => {
  expect(start()).toEqual({ kind: 'call', result: 0 })
  expect(start({ wanted: 'monitor' })).toEqual({ kind: 'monitor', result: 0 })
  expect(start({ device: undefined })).toEqual({ kind: 'call', result: 3 })
  expect(start({ device: device({ online: false }) })).toEqual({ kind: 'call', result: 1 })
  expect(start({ device: device({ protocolType: 0 }) }).result).toBe(-1)
  expect(start({ device: device({ channels: [{ chnId: 1, type: 0, lineId: 1 }] }) }).result).toBe(3)
  expect(start({ answer: 'audioOffline' }).result).toBe(2)
  expect(start({ device: device({ lostChannels: new Set([2]) }), taken: true }).result).toBe(2)
  expect(start({ device: device({ lostChannels: new Set([1]) }) }).result).toBe(0)
  expect(start({ taken: true }).result).toBe(4)
  expect(start({ answer: 'intercomOffline' }).result).toBe(5)
  expect(start({ answer: 'network' }).result).toBe(6)
  expect(start({ answer: 'unknown' }).result).toBe(-1)
})

test('a V3 device answers a call from the table of duplex calls', () => {
  const v3 = device({ protocolType: 5 })
  const duplex = (result: number) => ({ kind: 'duplex', result })
  expect(start({ device: v3 })).toEqual(duplex(0))
  expect(start({ device: v3, taken: true })).toEqual(duplex(1))
  expect(start({ device: v3, answer: 'refuse' })).toEqual(duplex(2))
  expect(start({ device: { ...v3, online: false } })).toEqual(duplex(100))
  expect(start({ device: v3, answer: 'network' })).toEqual({ kind: 'call', result: 6 })
  expect(start({ device: v3, wanted: 'broadcast' })).toEqual({ kind: 'call', result: 0 })
})

test('several may listen while one speaks', () => {
  expect(start({ wanted: 'monitor', taken: true }).result).toBe(0)
})
