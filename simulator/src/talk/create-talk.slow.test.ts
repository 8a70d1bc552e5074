import { TALK_CLOSE, type TalkClientFrame } from '@backlot/contract/talk/frames'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createManualClock } from '../timeline/manual-clock.ts'
import { createTalkRig, type TalkRig } from './talk-rig.test-support.ts'

let rig: TalkRig
beforeEach(async () => {
  rig = await createTalkRig()
})
afterEach(() => rig[Symbol.asyncDispose]())

const login = (loginName: string, sessionId = loginName) =>
  ({ type: 'talkLogin', service: 'intercom', projectName: 'p', loginName, sessionId, lang: 'en' }) as const

const frame = (value: number) => new Int16Array(320).fill(value)

test('a console that does not sign in by session, or may not, is closed with the reason', async () => {
  const refused = async (loginName: string, sessionId?: string) => {
    const one = await rig.open()
    one.say(login(loginName, sessionId))
    const { code } = await one.told('talkLoginReply')
    return [code, await one.closeCode()]
  }
  expect(await refused('nobody')).toEqual([401, TALK_CLOSE.signInFirst])
  expect(await refused('old')).toEqual([20011, TALK_CLOSE.signInFirst])
  expect(await refused('mate', 'north')).toEqual([401, TALK_CLOSE.signInFirst])
  expect(await refused('blind')).toEqual([40003, TALK_CLOSE.notPermitted])
  expect(await refused('plain')).toEqual([40010, TALK_CLOSE.notPermitted])
  rig.sessions.set('reset', { caller: rig.caller('reset', 6, 1, { mustChangePassword: true }) })
  expect(await refused('reset')).toEqual([20014, TALK_CLOSE.notPermitted])
  const silent = await rig.open()
  silent.sound(frame(1))
  expect(await silent.closeCode()).toBe(TALK_CLOSE.signInFirst)
})

test('requests without end are read at a bounded rate, while others are answered', async () => {
  const clock = createManualClock(Date.now())
  await using own = await createTalkRig(clock)
  const [flood, well] = [await own.signIn('north'), await own.signIn('mate')]
  let pongs = 0
  flood.socket.on('message', () => pongs++)
  const SENT = 10_000
  for (let at = 0; at < SENT; at++) flood.say({ type: 'ping', at })
  // Some two thousand small frames may come at once, and the rest of the read with the last of them.
  await expect.poll(() => pongs).toBeGreaterThan(1900)
  for (let at = 0; at < 20; at++) {
    well.say({ type: 'ping', at })
    await well.told('pong', (pong) => pong.at === at)
  }
  expect(pongs).toBeLessThan(SENT / 2)
  const before = pongs
  clock.advance(10_000)
  await expect.poll(() => pongs).toBeGreaterThan(before + 100)
})

test('meetings need the meeting server instead of bit 2048', async () => {
  const one = await rig.signIn('plain', 'meeting')
  expect((await one.told('meetings')).list).toEqual([])
})

test('garbage and sound of a wrong length close a socket and nothing else', async () => {
  const [one, two, well] = [await rig.signIn('north'), await rig.signIn('north'), await rig.signIn('mate')]
  one.socket.send('{"type":"callStart"')
  two.socket.send(Buffer.alloc(639))
  expect(await one.closeCode()).toBe(TALK_CLOSE.badFrame)
  expect(await two.closeCode()).toBe(TALK_CLOSE.badFrame)
  well.say({ type: 'ping', at: 5 })
  expect(await well.told('pong')).toEqual({ type: 'pong', at: 5 })
})

test('sound faster than time is dropped, and its sender cut in the end', async () => {
  const one = await rig.signIn('north')
  for (let i = 0; i < 800; i++) one.sound(frame(0))
  expect(await one.closeCode()).toBe(TALK_CLOSE.badFrame)
  expect(rig.drops).toContain('tooFast')
})

test('one session has at most six sockets', async () => {
  for (let i = 0; i < 6; i++) await rig.signIn('north')
  const one = await rig.open()
  one.say(login('north'))
  expect((await one.told('talkLoginReply')).code).toBe(429)
  expect(await one.closeCode()).toBe(TALK_CLOSE.tooMany)
})

test('a permission that is taken away, a device moved out of reach and a sign-out end what they covered', async () => {
  const one = await rig.signIn('north')
  const start: TalkClientFrame = {
    type: 'callStart',
    callId: 'c',
    kind: 'monitor',
    targets: [{ sn: 'V3', chnId: 1 }],
  }
  one.say(start)
  await one.told('callState')
  rig.sessions.set('north', { caller: rig.caller('north', 1, 2) })
  expect(await one.told('callEnd')).toMatchObject({ by: 'platform', reason: 'revoked' })
  rig.sessions.set('north', { caller: rig.caller('north', 1, 1, { permission: new Set() }) })
  expect(await one.closeCode()).toBe(TALK_CLOSE.notPermitted)
  const mate = await rig.signIn('mate')
  rig.sessions.set('mate', { reason: 'signedOut' })
  expect(await mate.closeCode()).toBe(TALK_CLOSE.signInFirst)
})

test('a call ends when its device moves out of reach, also while it rings, and others go on', async () => {
  const [one, mate] = [await rig.signIn('north'), await rig.signIn('mate')]
  const start = (sn: string): TalkClientFrame => ({
    type: 'callStart',
    callId: sn,
    kind: 'call',
    targets: [{ sn, chnId: 1 }],
  })
  one.say(start('V3'))
  mate.say(start('V1'))
  await Promise.all([one.told('callState'), mate.told('callState')])
  rig.move('V3', 2)
  expect(await one.told('callEnd')).toMatchObject({ callId: 'V3', by: 'platform', reason: 'revoked' })
  expect(rig.devices.get('V3').takenBy).toBeUndefined()
  mate.say({ type: 'callStop', callId: 'V1' })
  expect(await mate.told('callEnd')).toMatchObject({ by: 'operator', reason: 'hangUp' })

  rig.devices.get('R1').behave({ ringMs: 200 })
  one.say(start('R1'))
  one.say({ type: 'ping', at: 1 })
  await one.told('pong')
  rig.move('R1', 2)
  expect(await one.told('callEnd')).toMatchObject({ callId: 'R1', by: 'platform', reason: 'revoked' })
})

test('a stopped intercom server cuts its consoles and refuses new ones for a while', async () => {
  const one = await rig.signIn('north')
  expect(rig.talk.stop(60_000)).toBe(1)
  expect(await one.closeCode()).toBe(TALK_CLOSE.noServer)
  const next = await rig.open()
  next.say(login('north'))
  expect((await next.told('talkLoginReply')).code).toBe(503)
  expect(await next.closeCode()).toBe(TALK_CLOSE.noServer)
})

test('who listens to a device is not heard by it', async () => {
  rig.devices.get('V3').behave({ toneHz: 500 })
  const one = await rig.signIn('north')
  one.say({ type: 'callStart', callId: 'c', kind: 'monitor', targets: [{ sn: 'V3', chnId: 1 }] })
  expect(await one.told('callState')).toMatchObject({ state: 'monitoring', monitor: 0 })
  one.sound(frame(1))
  await one.until(() => one.heard.length >= 3)
  expect(rig.devices.get('V3').meter.read()).toMatchObject({ frames: 0, stray: 1 })
})
