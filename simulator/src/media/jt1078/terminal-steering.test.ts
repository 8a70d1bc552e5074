import { expect, it } from 'vitest'
import { decodeSignal } from '../../wire/jt1078/signals.test-support.ts'
import { createTerminalCameras } from './terminal-cameras.ts'

function rig() {
  const done: object[] = []
  const cameras = createTerminalCameras(
    {
      live: { open: () => ({ ok: false, reason: 'unknown' }) },
      channelsOf: () => [
        { chnId: 1, isVideo: true, hasPtz: true },
        { chnId: 2, isVideo: true, hasPtz: false },
      ],
      voiceOf: () => ({ speak: () => new Int16Array(320), hear: () => undefined }),
      steer: (sn, action) => void done.push({ sn, ...action }),
      targetOf: async () => undefined,
      hostClock: { now: () => 0, after: () => () => undefined, every: () => () => undefined },
      platformMs: () => 0,
    },
    { sn: '013912345678', version: 2013 },
  )
  const steer = (id: number, hex: string) => {
    const read = decodeSignal(id, Buffer.from(hex, 'hex'))
    if (!read.ok || !read.value.kind.startsWith('ptz')) throw new Error('this is no order')
    return cameras.steer(read.value as Parameters<typeof cameras.steer>[0])
  }
  return { steer, done }
}
const sn = '013912345678'

it.each([
  [0x9301, '0103ff', { kind: 'ptzMove', motion: { pan: -1 }, speed: 100 }],
  [0x9301, '010480', { kind: 'ptzMove', motion: { pan: 1 }, speed: 50 }],
  [0x9301, '010100', { kind: 'ptzMove', motion: { tilt: 1 }, speed: 1 }],
  [0x9301, '010000', { kind: 'ptzStop', axes: ['pan', 'tilt'] }],
  [0x9302, '0100', { kind: 'ptzMove', motion: { focus: 1 }, speed: 50, forMs: 400 }],
  [0x9303, '0101', { kind: 'ptzMove', motion: { iris: -1 }, speed: 50, forMs: 400 }],
  [0x9306, '0100', { kind: 'ptzMove', motion: { zoom: 1 }, speed: 50, forMs: 400 }],
])('a camera obeys %i %s', (id, hex, action) => {
  const { steer, done } = rig()
  expect(steer(id, hex)).toBe(0)
  expect(done).toEqual([{ sn, ...action }])
})

it('a wiper, an infrared light and a camera without a motor are refused, as are unknown channels and values', () => {
  const { steer, done } = rig()
  expect([steer(0x9304, '0101'), steer(0x9305, '0101'), steer(0x9301, '020310')]).toEqual([3, 3, 3])
  expect([steer(0x9301, '090310'), steer(0x9301, '010510'), steer(0x9306, '0102')]).toEqual([1, 2, 2])
  expect(done).toEqual([])
})
