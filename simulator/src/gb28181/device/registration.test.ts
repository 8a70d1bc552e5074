import { expect, test } from 'vitest'
import { headerValue } from '../../wire/sip/sip-message.ts'
import { DEVICE, gbRig } from '../gb-rig.test-support.ts'

test.each([
  ['2016', 'MD5', '2.0'],
  ['2022', 'SHA-256', '3.0'],
] as const)('a device of %s registers with %s', async (edition, algorithm, version) => {
  await using rig = gbRig({ edition })
  rig.server.algorithm = algorithm
  rig.device.start()
  await rig.pass(200)
  const [first, second] = rig.registers
  expect(rig.registers).toHaveLength(2)
  expect(headerValue(first!, 'Authorization')).toBeUndefined()
  expect(headerValue(second!, 'Authorization')).toContain(`algorithm=${algorithm}`)
  expect(headerValue(second!, 'Call-ID')).toBe(headerValue(first!, 'Call-ID'))
  expect(rig.registers.map((one) => headerValue(one, 'CSeq'))).toEqual(['1 REGISTER', '2 REGISTER'])
  expect(headerValue(first!, 'X-GB-Ver')).toBe(version)
  expect(headerValue(first!, 'Contact')).toBe(`<sip:${DEVICE}@127.0.0.1:5060>`)
  expect(rig.device.stats()).toMatchObject({ state: 'online', connects: 1, breaks: 0 })
})

test('the registration is refreshed before it ends, and given back at the end', async () => {
  await using rig = gbRig({ expiresS: 100 })
  await rig.online()
  await rig.pass(81_000)
  expect(rig.registers).toHaveLength(4)
  const stopped = rig.device.stop()
  await rig.pass(200)
  await stopped
  expect(headerValue(rig.registers.at(-1)!, 'Expires')).toBe('0')
  expect(headerValue(rig.registers.at(-1)!, 'Authorization')).toBeDefined()
  expect(rig.device.stats().state).toBe('stopped')
})

test('a device that is ended while it signs out, or that never did, waits for no answer', async () => {
  await using rig = gbRig({})
  await rig.online()
  // No time passes: neither an answer nor a timer comes.
  const stopped = rig.device.stop()
  await rig.device[Symbol.asyncDispose]()
  await stopped
  await using other = gbRig({})
  await other.online()
  await other.device[Symbol.asyncDispose]()
  expect(other.device.stats().state).toBe('stopped')
})

test('a wrong password is told, and tried again later and later, up to a minute', async () => {
  await using rig = gbRig({ passwordOfServer: 'other' })
  rig.device.start()
  await rig.pass(200)
  expect(rig.device.stats()).toMatchObject({
    state: 'waiting',
    problem: { kind: 'wrongPassword', status: 401 },
  })
  await rig.pass(600_000)
  const tries = rig.registers.filter((one) => headerValue(one, 'Authorization') === undefined)
  // At 0, 5, 15, 35, 75, 135 … s.
  expect(tries).toHaveLength(13)
})

test('the Date of the answer becomes its time', async () => {
  await using rig = gbRig()
  rig.server.headers = [{ name: 'Date', value: '2030-01-02T03:04:05.000' }]
  await rig.online()
  await rig.say({ kind: 'deviceStatusQuery', sn: 1, deviceId: DEVICE })
  const [status] = rig.heard
  const time = status?.kind === 'deviceStatus' ? status.deviceTime! : 0
  expect(Math.abs(time - Date.UTC(2030, 0, 1, 19, 4, 5))).toBeLessThan(3000)
})

test('three keepalives without an answer: it registers again, under a new Call-ID', async () => {
  await using rig = gbRig()
  await rig.online()
  rig.server.answersKeepalive = false
  const before = headerValue(rig.registers.at(-1)!, 'Call-ID')
  await rig.pass(120_000)
  expect(rig.registers).toHaveLength(2)
  await rig.pass(120_000)
  expect(rig.registers.length).toBeGreaterThan(2)
  expect(headerValue(rig.registers.at(-1)!, 'Call-ID')).not.toBe(before)
  expect(rig.device.stats()).toMatchObject({ connects: 2, breaks: 1 })
})

test('keepalives that were sent before it registered again say nothing about the new registration', async () => {
  await using rig = gbRig({ keepalivesMissedMost: 1, keepaliveS: 10 })
  await rig.online()
  rig.server.answersKeepalive = false
  await rig.pass(45_000)
  expect(rig.device.stats()).toMatchObject({ connects: 2, lost: 1 })
  // Those that waited meanwhile are given up one after the other, 32 s each, before its own.
  await rig.pass(75_000)
  expect(rig.device.stats()).toMatchObject({ connects: 2, lost: 3 })
  await rig.pass(60_000)
  expect(rig.device.stats()).toMatchObject({ connects: 3, lost: 5 })
})

test.each([
  ['in Contact', { name: 'Contact', value: `<sip:${DEVICE}@127.0.0.1:5060>;expires=4294967295` }],
  ['in Expires', { name: 'Expires', value: '4294967295' }],
])('a grant %s that no timer can hold is refreshed as one of a million seconds', async (_where, header) => {
  await using rig = gbRig({ keepaliveS: 1_000_000 })
  rig.server.headers = [header]
  await rig.online()
  rig.clock.advance(799_999_000)
  expect(rig.registers).toHaveLength(2)
  await rig.pass(2000)
  expect(rig.registers).toHaveLength(4)
})

test('a server that says when to come back is not asked sooner, and not left for longer than an hour', async () => {
  await using rig = gbRig()
  rig.server.refusal = { status: 503, retryAfter: '120 (busy)' }
  rig.device.start()
  await rig.pass(119_000)
  expect(rig.registers).toHaveLength(1)
  rig.server.refusal = { status: 503, retryAfter: '4294967295' }
  await rig.pass(31_000)
  expect(rig.registers).toHaveLength(2)
  rig.server.refusal = undefined
  rig.clock.advance(3_599_000)
  expect(rig.registers).toHaveLength(2)
  rig.clock.advance(900_000)
  await rig.pass(200)
  expect(rig.device.stats().state).toBe('online')
})
