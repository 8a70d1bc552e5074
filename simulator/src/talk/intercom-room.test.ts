import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTalkRig, type TalkConsole, type TalkRig } from './talk-rig.test-support.ts'

let rig: TalkRig
beforeEach(async () => {
  rig = await createTalkRig()
})
afterEach(() => rig[Symbol.asyncDispose]())

const frame = (value: number) => new Int16Array(320).fill(value)
const start = (one: TalkConsole, sn: string, kind: 'call' | 'monitor' = 'call', callId = 'c1') =>
  one.say({ type: 'callStart', callId, kind, targets: [{ sn, chnId: 1 }] })

test('a call with a V1 device: pressed it hears, let go it is heard', async () => {
  const device = rig.devices.get('V1')
  device.behave({ toneHz: 700 })
  const one = await rig.signIn('north')
  start(one, 'V1')
  expect(await one.told('callResult')).toEqual({ type: 'callResult', callId: 'c1', kind: 'call', result: 0 })
  expect(await one.told('callState')).toMatchObject({ state: 'calling', talking: true })
  for (let i = 0; i < 5; i++) one.sound(frame(1000))
  one.say({ type: 'callTalk', callId: 'c1', on: false, frames: 6 })
  expect(await one.told('callState')).toMatchObject({ state: 'monitoring', monitor: 1, talking: false })
  expect(device.meter.read()).toMatchObject({ frames: 5, captured: 6, lost: 1, stray: 0 })
  await one.until(() => one.heard.length >= 3)
  expect(Math.max(...one.heard.at(-1)!)).toBeGreaterThan(8000)
  one.sound(frame(1000))
  one.say({ type: 'callTalk', callId: 'c1', on: true })
  expect(await one.told('callState')).toMatchObject({ state: 'calling' })
  one.say({ type: 'callStop', callId: 'c1' })
  expect(await one.told('callEnd')).toMatchObject({ by: 'operator', reason: 'hangUp' })
  expect(device.meter.read().stray).toBe(1)
  expect(device.takenBy).toBeUndefined()
})

test('a V3 device speaks and hears at once, and its echo comes back in A-law too', async () => {
  rig.devices.get('V3').behave({ echoMs: 80 })
  const one = await rig.signIn('north', 'intercom', 'alaw')
  start(one, 'V3')
  expect(await one.told('callResult')).toMatchObject({ kind: 'duplex', result: 0 })
  expect(await one.told('callState')).toMatchObject({ state: 'duplex', talking: false })
  one.say({ type: 'callTalk', callId: 'c1', on: true })
  expect(await one.told('callState')).toMatchObject({ state: 'duplex', talking: true })
  for (let i = 0; i < 4; i++) one.sound(frame(8448), 'alaw')
  await one.until(() => one.heard.filter((samples) => samples[7] === 8448).length === 4)
})

test('results are those of the tables: offline, no audio, engaged, refusing, unknown', async () => {
  const one = await rig.signIn('north')
  const mate = await rig.signIn('mate')
  const resultOf = async (sn: string, kind: 'call' | 'monitor' = 'call') => {
    start(one, sn, kind)
    const { kind: table, result } = await one.told('callResult')
    return [table, result]
  }
  rig.records.get('V1')!.online = false
  rig.records.get('V3')!.online = false
  expect(await resultOf('V1')).toEqual(['call', 1])
  expect(await resultOf('V1', 'monitor')).toEqual(['monitor', 1])
  expect(await resultOf('V3')).toEqual(['duplex', 100])
  rig.records.get('V1')!.online = true
  rig.records.get('V3')!.online = true
  expect(await resultOf('SOUTH')).toEqual(['call', 3])
  expect(await resultOf('OLD')).toEqual(['call', -1])
  rig.devices.get('V3').behave({ answer: 'refuse' })
  expect(await resultOf('V3')).toEqual(['duplex', 2])
  rig.devices.get('V3').behave({ answer: 'ok' })
  start(mate, 'V3')
  await mate.told('callState')
  start(mate, 'V1', 'call', 'c2')
  await mate.told('callState')
  expect(await resultOf('V1')).toEqual(['call', 4])
  expect(await resultOf('V1', 'monitor')).toEqual(['monitor', 0])
  start(mate, 'V3', 'call', 'c3')
  await mate.told('callState')
  expect(await resultOf('V3')).toEqual(['duplex', 1])
})

test('a broadcast reaches those that answer, and letting go ends it', async () => {
  rig.records.get('V1')!.online = false
  const one = await rig.signIn('north')
  const targets = ['V3', 'R1', 'V1'].map((sn) => ({ sn, chnId: 1 }))
  one.say({ type: 'callStart', callId: 'b', kind: 'broadcast', targets })
  expect((await one.told('callResult')).targets).toEqual([
    { sn: 'V3', chnId: 1, result: 0 },
    { sn: 'R1', chnId: 1, result: 0 },
    { sn: 'V1', chnId: 1, result: 1 },
  ])
  await one.told('callState')
  for (let i = 0; i < 3; i++) one.sound(frame(500))
  one.say({ type: 'callTalk', callId: 'b', on: false, frames: 3 })
  expect(await one.told('callEnd')).toMatchObject({ by: 'operator', reason: 'released' })
  for (const sn of ['V3', 'R1'])
    expect(rig.devices.get(sn).meter.read()).toMatchObject({ frames: 3, lost: 0 })
  expect(one.heard).toEqual([])
})

test('a device calls all who may see it; the first to answer has it', async () => {
  const [one, mate, south] = [await rig.signIn('north'), await rig.signIn('mate'), await rig.signIn('south')]
  const made = rig.intercom.call('V3', 'sos')!
  expect(made.rings).toBe(2)
  const incoming = await one.told('incoming')
  expect(incoming).toMatchObject({ sn: 'V3', chnId: 1, cause: 'sos' })
  await mate.told('incoming')
  const late = await rig.signIn('north')
  expect(await late.told('incoming')).toMatchObject({ callId: made.callId })
  mate.say({ type: 'callAnswer', callId: made.callId })
  expect(await mate.told('callState')).toMatchObject({ state: 'duplex' })
  expect(await one.told('incomingEnd')).toMatchObject({
    why: 'answeredElsewhere',
    by: 'mate',
  })
  // Who was too late does not stay on a call that is none.
  one.say({ type: 'callAnswer', callId: made.callId })
  expect(await one.told('incomingEnd')).toMatchObject({ callId: made.callId, why: 'hungUp' })
  expect(rig.intercom.call('V3', 'button')).toBeUndefined()
  expect(rig.intercom.hangUp('V3')).toBe(1)
  expect(await mate.told('callEnd')).toMatchObject({ by: 'device', reason: 'hangUp' })
  south.say({ type: 'ping', at: 1 })
  await expect(south.told('pong')).resolves.toBeDefined()
})

test('a call that all reject has ended for the device', async () => {
  const one = await rig.signIn('north')
  const { callId } = rig.intercom.call('R1', 'button')!
  await one.told('incoming')
  one.say({ type: 'callReject', callId })
  expect(await one.told('incomingEnd')).toMatchObject({ why: 'rejected' })
  expect([...rig.intercom.ringing]).toEqual([])
})

test('a call that nobody answers ends when the device has called long enough', async () => {
  rig.devices.get('V3').behave({ callForMs: 1000 })
  const one = await rig.signIn('north')
  const { callId } = rig.intercom.call('V3', 'sos')!
  expect(await one.told('incoming')).toMatchObject({ callId, waitMs: expect.closeTo(1000, -2) })
  expect(await one.told('incomingEnd')).toMatchObject({ callId, why: 'noAnswer' })
  expect([...rig.intercom.ringing]).toEqual([])
})

test('a device that goes off line ends its call; an operator who leaves frees it', async () => {
  const one = await rig.signIn('north')
  start(one, 'V3')
  await one.told('callState')
  rig.intercom.deviceOffline('V3')
  expect(await one.told('callEnd')).toMatchObject({ by: 'device', reason: 'deviceOffline' })
  start(one, 'V3', 'call', 'c2')
  await one.told('callState')
  one.socket.terminate()
  const mate = await rig.signIn('mate')
  let result = 1
  while (result !== 0) {
    start(mate, 'V3')
    result = (await mate.told('callResult')).result
  }
})
