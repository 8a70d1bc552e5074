import { vi } from 'vitest'
import { createChannel } from './channel-connection.ts'
import { fakeSockets } from './fake-sockets.test-support.ts'

export const credentials = { projectName: 'backlot', loginName: 'admin', sessionId: 'S' }
export const clock = { nowMs: 1000, rate: 1, epoch: 1, zoneMinutes: 480 }

/** A channel with sockets and timers in the test's hands. */
export function setUp() {
  const { sockets, timers, time, environment } = fakeSockets()
  const refused: number[] = []
  const channel = createChannel({
    ...environment,
    onRefused: (code) => refused.push(code),
    onClock: vi.fn(),
  })
  const signIn = (more: object = {}) => {
    const socket = sockets.at(-1)!
    socket.onopen?.()
    socket.say({ type: 'loginReply', code: 0, msg: '', boot: 'b1', clock, alarmCursor: 40, ...more })
    return socket
  }
  const reconnect = () => {
    const timer = timers.find(({ ms }) => ms <= 15_000 && ms >= 700)!
    timers.splice(timers.indexOf(timer), 1)
    timer.run()
  }
  return { channel, sockets, timers, time, refused, signIn, reconnect }
}

export const batch = (messages: object[], more: object = {}) => ({
  type: 'batch',
  boot: 'b1',
  epoch: 1,
  at: 1,
  messages,
  ...more,
})
