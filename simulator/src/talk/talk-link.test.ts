import { EventEmitter } from 'node:events'
import { TALK_CLOSE } from '@backlot/contract/talk/frames'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { TalkLink } from './talk-link.ts'

/** Members of a socket that TalkLink uses, with a backlog that the test sets. */
class SlowSocket extends EventEmitter {
  readyState = 1
  bufferedAmount = 0
  sent = 0
  closedWith: number | undefined
  send() {
    this.sent++
  }
  close(code: number) {
    this.closedWith = code
    this.readyState = 3
    // As of a real socket: never within the call.
    queueMicrotask(() => this.emit('close', code))
  }
}

function slowLink() {
  const socket = new SlowSocket()
  const drops: string[] = []
  const metrics = { sent: () => {}, received: () => {}, dropped: (reason: string) => drops.push(reason) }
  // Of a socket TalkLink uses no more than the class above has.
  return { socket, drops, link: new TalkLink(socket as unknown as WebSocket, metrics, 0) }
}
const frame = new Int16Array(320)

test('sound is dropped while half a second of it waits, and goes on live afterwards', () => {
  const { socket, link, drops } = slowLink()
  socket.bufferedAmount = 8001
  link.sound(0, frame)
  expect([socket.sent, drops]).toEqual([0, ['soundWaits']])
  socket.bufferedAmount = 0
  link.sound(40, frame)
  expect(socket.sent).toBe(1)
})

test('who takes nothing for eight seconds, or lets texts pile up, is cut', () => {
  const stalled = slowLink()
  stalled.socket.bufferedAmount = 9000
  for (let ms = 0; ms <= 8040; ms += 40) stalled.link.sound(ms, frame)
  expect(stalled.socket.closedWith).toBe(TALK_CLOSE.tooSlow)
  const piled = slowLink()
  piled.socket.bufferedAmount = 70_000
  piled.link.say({ type: 'pong', at: 0 })
  expect(piled.socket.closedWith).toBe(TALK_CLOSE.tooSlow)
})
