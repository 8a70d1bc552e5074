import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StreamRecorder } from './stream-recorder.ts'

const leases = vi.hoisted(() => ({ asked: 0, refuses: false, held: 0 }))
vi.mock('../player/stream-leases.ts', () => ({
  askForStream: () => {
    leases.asked += 1
    return leases.refuses ? Promise.reject(new Error('offline')) : Promise.resolve({ url: '/live/1.flv' })
  },
  holdStream: () => {
    leases.held += 1
    return () => {
      leases.held -= 1
    }
  },
}))
vi.mock('../../platform/media-url.ts', () => ({ mediaUrl: (path: string) => `ws://platform${path}` }))

let sockets: Socket[]
class Socket {
  binaryType = ''
  onmessage: ((event: { data: ArrayBuffer }) => void) | null = null
  onclose: (() => void) | null = null
  isClosed = false
  constructor() {
    sockets.push(this)
  }
  close() {
    this.isClosed = true
  }
}

beforeEach(() => {
  sockets = []
  Object.assign(leases, { asked: 0, refuses: false, held: 0 })
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Socket)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const place = { sn: 'S1', chnId: 1, streamType: 'sub' as const }

it('asks for a stream again that ended, was refused or fell silent, until it is stopped', async () => {
  const recorder = new StreamRecorder(place)
  await vi.advanceTimersByTimeAsync(0)
  expect([sockets.length, leases.held]).toEqual([1, 1])

  sockets[0]!.onclose?.()
  leases.refuses = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect([leases.asked, sockets.length]).toEqual([2, 1])
  leases.refuses = false
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sockets.length).toBe(2)

  await vi.advanceTimersByTimeAsync(9_000)
  sockets[1]!.onmessage?.({ data: new ArrayBuffer(5) })
  await vi.advanceTimersByTimeAsync(9_000)
  expect(sockets[1]!.isClosed).toBe(false)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(sockets[1]!.isClosed).toBe(true)
  expect(sockets.length).toBe(3)

  expect(recorder.stop()).toBeUndefined()
  expect([sockets[2]!.isClosed, leases.held]).toEqual([true, 0])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sockets.length).toBe(3)
})

it('opens nothing when it is stopped while the platform still answers', async () => {
  const recorder = new StreamRecorder(place)
  recorder.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([sockets.length, leases.asked]).toEqual([0, 1])
})
