import { duplexPair } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { refuseUpgrade, UNAVAILABLE } from './refuse-upgrade.ts'

test('a client that is refused a WebSocket reads why, and is cut if it stays', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const [socket, client] = duplexPair()
    refuseUpgrade(socket, UNAVAILABLE)
    expect(await text(client)).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\nConnection: close\r\n/)
    expect(socket.destroyed).toBe(false)
    vi.advanceTimersByTime(1000)
    expect(socket.destroyed).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})
