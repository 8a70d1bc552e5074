import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { watchLink } from './link-socket.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function watched() {
  const ended = vi.fn()
  const socket = Object.assign(new EventEmitter(), {
    readyState: WebSocket.OPEN,
    isPaused: false,
    ping() {},
    terminate: ended,
  })
  // Watching listens to a socket, pings and ends it, and no more.
  watchLink(socket as unknown as WebSocket)
  return { socket, ended }
}

test('a link whose other side says nothing for two seconds is ended', () => {
  const { socket, ended } = watched()
  vi.advanceTimersByTime(1900)
  socket.emit('pong')
  vi.advanceTimersByTime(1900)
  expect(ended).not.toHaveBeenCalled()
  vi.advanceTimersByTime(700)
  expect(ended).toHaveBeenCalled()
})

test('a side that does not read for a while does not end the link: what was said meanwhile waits', () => {
  const { socket, ended } = watched()
  socket.isPaused = true
  vi.advanceTimersByTime(10_000)
  socket.isPaused = false
  vi.advanceTimersByTime(1500)
  expect(ended).not.toHaveBeenCalled()
})
