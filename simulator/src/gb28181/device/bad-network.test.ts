import { expect, test } from 'vitest'
import { headerValue } from '../../wire/sip/sip-message.ts'
import { channelId, DEVICE, gbRig } from '../gb-rig.test-support.ts'

const C1 = channelId(1)
const RECORD = { kind: 'deviceControl', sn: 4, deviceId: C1, recordCmd: 'Record' } as const

test('registrations that are lost are sent again after 0.5 s and 1 s, under their numbers', async () => {
  await using rig = gbRig()
  let lost = 0
  rig.network.copiesOf = (isSent) => (isSent && lost++ < 2 ? [] : [0])
  rig.device.start()
  await rig.pass(1400)
  expect(rig.registers).toHaveLength(0)
  await rig.pass(300)
  expect(rig.registers.map((one) => headerValue(one, 'CSeq'))).toEqual(['1 REGISTER', '2 REGISTER'])
  expect(rig.device.stats()).toMatchObject({ state: 'online', breaks: 0 })
})

test('messages whose answers are lost are sent again, and known again by who takes them', async () => {
  await using rig = gbRig()
  await rig.online()
  let answers = 0
  rig.network.copiesOf = (isSent) => (!isSent && answers++ < 3 ? [] : [0])
  rig.alarm({ id: C1, priority: 1, method: 5, type: 2, atMs: rig.clock.now() })
  await rig.pass(5000)
  const sent = rig.net.shown().filter((one) => one === '127.0.0.1 MESSAGE')
  expect(sent.length).toBeGreaterThanOrEqual(4)
  expect(rig.heard.filter(({ kind }) => kind === 'alarmNotify')).toHaveLength(1)
  expect(rig.device.stats()).toMatchObject({ lost: 0, waiting: 0 })
})

test('a command that comes three times is carried out once, and answered each time', async () => {
  await using rig = gbRig()
  await rig.online()
  rig.network.copiesOf = (isSent) => (isSent ? [0] : [0, 0, 700])
  const before = rig.net.shown().length
  expect(await rig.say(RECORD)).toBe(200)
  expect(rig.commands).toEqual([[C1, { kind: 'record', on: true }]])
  const answers = rig.net
    .shown()
    .slice(before)
    .filter((one) => one === '127.0.0.1 200')
  expect(answers).toHaveLength(3)
})

test('a command whose answer is lost is sent again, and carried out once', async () => {
  await using rig = gbRig()
  await rig.online()
  let answers = 0
  rig.network.copiesOf = (isSent) => (isSent && answers++ === 0 ? [] : [0])
  expect(await rig.say(RECORD)).toBe(200)
  expect(rig.commands).toHaveLength(1)
})

test('late datagrams arrive late, and none after the end', async () => {
  const rig = gbRig()
  rig.network.copiesOf = (isSent) => (isSent ? [3000] : [0])
  rig.device.start()
  await rig.pass(2500)
  expect(rig.registers).toHaveLength(0)
  await rig.pass(4000)
  expect(rig.registers.length).toBeGreaterThan(0)
  expect(headerValue(rig.registers[0]!, 'To')).toContain(DEVICE)
  const count = rig.registers.length
  await rig[Symbol.asyncDispose]()
  await rig.pass(10_000)
  expect(rig.registers.length - count).toBeLessThanOrEqual(2)
})
