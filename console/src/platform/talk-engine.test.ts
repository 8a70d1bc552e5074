import { expect, it } from 'vitest'
import { fakeSockets } from './fake-sockets.test-support.ts'
import { createTalkEngine } from './talk-engine.ts'

function engineFor(service: 'intercom' | 'meeting' | 'ptt') {
  const { sockets, timers, environment, runTimer } = fakeSockets()
  const engine = createTalkEngine(service, environment)
  const signIn = () => {
    const socket = sockets.at(-1)!
    socket.onopen?.()
    socket.say({ type: 'talkLoginReply', code: 0, msg: '' })
    return socket
  }
  engine.connect({ projectName: 'p', loginName: 'l', sessionId: 's', lang: 'en' })
  return { engine, sockets, timers, signIn, runTimer }
}

it('signs in by a first frame of text, with the session in it', () => {
  const { engine, signIn } = engineFor('intercom')
  expect(engine.state()).toBe('connecting')
  const socket = signIn()
  expect(socket.frames[0]).toEqual({
    type: 'talkLogin',
    service: 'intercom',
    codec: 'pcm',
    projectName: 'p',
    loginName: 'l',
    sessionId: 's',
    lang: 'en',
  })
  expect(engine.state()).toBe('ready')
})

it.each([
  ['intercom', 2000, 2000],
  ['meeting', 2000, 2000],
  ['ptt', 2000, 5000],
] as const)(
  'the %s engine tries again %i ms after a failure and %i ms after a logout',
  (service, failed, loggedOut) => {
    const { sockets, timers, signIn, runTimer } = engineFor(service)
    sockets[0]!.drop(1006)
    expect(timers.at(-1)!.ms).toBe(failed)
    runTimer()
    signIn().drop(4503)
    expect(timers.at(-1)!.ms).toBe(loggedOut)
    runTimer()
    expect(sockets).toHaveLength(3)
  },
)

it('does not try again when the platform says that this account may not', () => {
  const { engine, sockets, timers } = engineFor('intercom')
  sockets[0]!.onopen?.()
  sockets[0]!.say({ type: 'talkLoginReply', code: 40010, msg: 'no' })
  sockets[0]!.drop(4403)
  expect(engine.state()).toBe('refused')
  expect(timers).toEqual([])
})

it('hands out messages by type and sound, drops what is unreadable, and sends no sound into a full pipe', () => {
  const { engine, signIn } = engineFor('intercom')
  const heard: unknown[] = []
  engine.on('callState', (message) => heard.push(message.state))
  engine.onSound((bytes) => heard.push(bytes.length))
  const socket = signIn()
  socket.say({ type: 'callState', callId: 'c', state: 'calling', talking: true, more: 1 })
  socket.say({ type: 'callState', callId: 'c', state: 'singing', talking: true })
  socket.onmessage?.({ data: 'no JSON' })
  socket.onmessage?.({ data: new ArrayBuffer(640) })
  expect(heard).toEqual(['calling', 640])
  expect(engine.sound(new Uint8Array(640))).toBe(true)
  socket.bufferedAmount = 20_000
  expect(engine.sound(new Uint8Array(640))).toBe(false)
})
