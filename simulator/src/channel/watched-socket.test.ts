import { EventEmitter } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { WatchedSocket } from './watched-socket.ts'

/** Members of the library's socket that a watched socket uses. */
class QuietSocket extends EventEmitter {
  readyState = 1
  pings = 0
  closedWith: number | undefined
  reason = ''
  terminated = false
  ping() {
    this.pings++
  }
  close(code: number, reason: string) {
    this.closedWith = code
    this.reason = reason
    this.readyState = 2
  }
  terminate() {
    this.terminated = true
    this.readyState = 3
    this.emit('close', 1006)
  }
}

class TestSocket extends WatchedSocket {
  end(code: number, text = 'over') {
    this.sayGoodbye(code, text)
  }
}

function listener() {
  const socket = new QuietSocket()
  const silent = vi.fn()
  // Of a socket it uses no more than the class above has.
  return { socket, silent, link: new TestSocket(socket as unknown as WebSocket, silent) }
}

afterEach(() => {
  vi.useRealTimers()
})

test('a console that answers its pings stays, one that misses one is cut at the next', () => {
  const { socket, silent, link } = listener()
  link.beat()
  socket.emit('pong')
  link.beat()
  expect([socket.pings, socket.terminated]).toEqual([2, false])
  link.beat()
  expect(silent).toHaveBeenCalledOnce()
  expect([socket.pings, socket.terminated, link.isOpen]).toEqual([2, true, false])
})

test('a console that does not say goodbye within a second is cut', () => {
  vi.useFakeTimers()
  const rude = listener()
  rude.link.end(4409)
  expect(rude.socket.closedWith).toBe(4409)
  vi.advanceTimersByTime(999)
  expect(rude.socket.terminated).toBe(false)
  vi.advanceTimersByTime(1)
  expect(rude.socket.terminated).toBe(true)
  const polite = listener()
  polite.link.end(4409)
  polite.socket.emit('close', 4409)
  vi.advanceTimersByTime(5000)
  expect(polite.socket.terminated).toBe(false)
  rude.socket.closedWith = undefined
  rude.link.end(4401)
  expect(rude.socket.closedWith).toBeUndefined()
})

test('a reason is as long as a close frame holds, in whatever script', () => {
  for (const text of ['短'.repeat(120), '😀'.repeat(60), 'a'.repeat(500)]) {
    const { socket, link } = listener()
    link.end(4400, text)
    const bytes = Buffer.byteLength(socket.reason)
    expect(bytes).toBeGreaterThan(115)
    expect(bytes).toBeLessThanOrEqual(123)
  }
})
