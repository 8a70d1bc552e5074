import { expect, it } from 'vitest'
import { headerValue, type SipResponse } from '../../wire/sip/sip-message.ts'
import { DEVICE, gatewayRig, SERVER, SERVER_IP } from './gateway-rig.test-support.ts'

const statusOf = (response: SipResponse | string) =>
  typeof response === 'string' ? response : response.status

it('registers a device by digest: it is online, and learns its lifetime and the time', async () => {
  await using rig = gatewayRig()
  const response = (await rig.settled(rig.device().register())) as SipResponse
  expect(response.status).toBe(200)
  expect(headerValue(response, 'Expires')).toBe('3600')
  expect(headerValue(response, 'Date')).toMatch(/^2026-11-26T12:00:00\.\d{3}$/)
  expect(headerValue(response, 'Contact')).toBe(`<sip:${DEVICE}@10.0.0.8:5060>;expires=3600`)
  expect(rig.told).toEqual([`${DEVICE} online`])
  expect(rig.gateway.device(DEVICE)).toMatchObject({ remote: '10.0.0.8:5060' })
  expect(rig.net.shown().slice(0, 4)).toEqual([
    '10.0.0.8 REGISTER',
    '127.0.0.1 401',
    '10.0.0.8 REGISTER',
    '127.0.0.1 200',
  ])
})

it('refuses a wrong password, later each time, and counts it', async () => {
  await using rig = gatewayRig()
  const device = rig.device()
  const waits: number[] = []
  for (let i = 0; i < 6; i++) {
    const fromMs = rig.clock.now()
    expect(statusOf((await rig.settled(device.register({ password: 'guess' }), 60_000)) as SipResponse)).toBe(
      401,
    )
    waits.push(rig.clock.now() - fromMs)
  }
  expect(waits.at(-1)).toBeGreaterThan(waits[0]!)
  expect(rig.gateway.counters.loginFailures).toBe(6)
  expect(rig.told).toEqual([])
})

it('tells a device of another realm its own', async () => {
  await using rig = gatewayRig()
  const device = rig.device()
  const Authorization = `Digest username="${DEVICE}", realm="4401000000", nonce="1", uri="sip:x", response="${'0'.repeat(32)}"`
  const headers = [{ name: 'Authorization', value: Authorization }]
  // The client answers the challenge to its first try.
  const response = (await rig.settled(device.register({ headers }), 60_000)) as SipResponse
  expect(rig.gateway.counters.loginFailures).toBe(1)
  expect(response.status).toBe(200)
})

it('is offline after three missed keepalives, and comes back by registering', async () => {
  await using rig = gatewayRig()
  const device = rig.device()
  await rig.settled(device.register())
  for (let i = 0; i < 3; i++) {
    await rig.pass(60_000)
    expect(await rig.settled(device.keepalive())).toBe(200)
  }
  await rig.pass(170_000)
  expect(rig.gateway.device(DEVICE)).toBeDefined()
  await rig.pass(20_000)
  expect(rig.told).toEqual([`${DEVICE} online`, `${DEVICE} offline`])
  expect(rig.gateway.counters.lost).toBe(1)
  expect(await rig.settled(device.keepalive())).toBe(403)
  await rig.settled(device.register())
  expect(rig.told.at(-1)).toBe(`${DEVICE} online`)
})

it('ends a registration that is not renewed though keepalives come, and one that says goodbye', async () => {
  await using rig = gatewayRig()
  const device = rig.device()
  await rig.settled(device.register({ expires: '100' }))
  await rig.pass(50_000)
  await rig.settled(device.register({ expires: '100' }))
  await rig.pass(60_000)
  await rig.settled(device.keepalive())
  expect(rig.told).toEqual([`${DEVICE} online`])
  expect(rig.gateway.counters.refreshed).toBe(1)
  await rig.pass(41_000)
  expect(rig.told.at(-1)).toBe(`${DEVICE} offline`)
  await rig.settled(device.register())
  await rig.settled(device.register({ expires: '0' }))
  expect(rig.told.slice(-2)).toEqual([`${DEVICE} online`, `${DEVICE} offline`])
  expect(rig.gateway.counters.deregistered).toBe(1)
})

it('lets the newest registration of an id count, and hears no longer of the older one', async () => {
  await using rig = gatewayRig()
  const [old, moved] = [rig.device(), rig.device({ address: '10.0.0.9' })]
  await rig.settled(old.register())
  await rig.settled(moved.register())
  expect(rig.gateway.device(DEVICE)).toMatchObject({ remote: '10.0.0.9:5060' })
  expect(rig.warnings).toContain('a device registered from another address')
  expect(await rig.settled(old.keepalive())).toBe(403)
  // A goodbye from the old address ends nothing.
  await rig.settled(old.register({ expires: '0' }))
  expect(rig.gateway.device(DEVICE)).toBeDefined()
  expect(rig.told).not.toContain(`${DEVICE} offline`)
})

it.each([
  ['an id that is none', { id: '123' }, {}, 403],
  ['a lifetime that is too short', {}, { expires: '5' }, 423],
  ['a lifetime that is none', {}, { expires: 'soon' }, 400],
])('refuses %s', async (_what, options, more, status) => {
  await using rig = gatewayRig()
  expect(statusOf((await rig.settled(rig.device(options).register(more))) as SipResponse)).toBe(status)
  expect(rig.gateway.devices()).toEqual([])
})

it.each([
  ['unknown', 403],
  ['full', 503],
] as const)('refuses a device that the platform does not take: %s', async (reason, status) => {
  await using rig = gatewayRig()
  rig.refuses.reason = reason
  expect(statusOf((await rig.settled(rig.device().register())) as SipResponse)).toBe(status)
})

it('tells registrations past its rate to come later', async () => {
  await using rig = gatewayRig()
  const device = rig.device()
  const all = Array.from({ length: 2100 }, () => device.register({ password: 'x' }))
  const late = (await rig.settled(all.at(-1)!)) as SipResponse
  expect(late.status).toBe(503)
  expect(headerValue(late, 'Retry-After')).toBe('10')
})

/** REGISTERs without credentials, each of another call; answers how many were challenged, and how many told to come later. */
async function storm(rig: ReturnType<typeof gatewayRig>, addresses: readonly string[]) {
  const before = rig.net.log.length
  const to = { transport: 'udp', address: SERVER_IP, port: 5060 } as const
  for (const [i, address] of addresses.entries()) {
    const call = `${before}-${i}`
    const lines = [
      `REGISTER sip:${SERVER}@3402000000 SIP/2.0`,
      `Via: SIP/2.0/UDP ${address}:5060;branch=z9hG4bK${call}`,
      `From: <sip:${DEVICE}@3402000000>;tag=1`,
      `To: <sip:${DEVICE}@3402000000>`,
      `Call-ID: ${call}`,
      'CSeq: 1 REGISTER',
    ]
    rig.net.put(`${lines.join('\r\n')}\r\n\r\n`, { transport: 'udp', address, port: 5060 }, to)
  }
  await rig.pass(50)
  const count = (status: number) =>
    rig.net.log
      .slice(before)
      .filter(({ message }) => message?.kind === 'response' && message.status === status).length
  return { challenged: count(401), later: count(503) }
}

it('lets all devices of a storm register that come again when they are told to', async () => {
  await using rig = gatewayRig()
  let addresses = Array.from({ length: 5000 }, (_, i) => `10.1.${i >> 8}.${i & 255}`)
  const rounds: number[] = []
  for (let round = 0; round < 4 && addresses.length > 0; round++) {
    const { challenged } = await storm(rig, addresses)
    rounds.push(challenged)
    addresses = addresses.slice(challenged)
    await rig.pass(10_000)
  }
  expect(rounds).toEqual([2000, 2000, 1000])
})

it('gives one address what others leave', async () => {
  await using rig = gatewayRig()
  const challenged: number[] = []
  for (let second = 0; second < 30; second++) {
    challenged.push((await storm(rig, Array<string>(200).fill('10.0.0.66'))).challenged)
    await rig.pass(950)
  }
  expect(Math.min(...challenged)).toBeGreaterThan(190)
})

it('lets nobody be shut out by one address that registers without end', async () => {
  await using rig = gatewayRig()
  for (let i = 0; i < 3; i++) {
    const { later } = await storm(rig, Array<string>(3000).fill('10.0.0.66'))
    expect(later).toBeGreaterThan(1900)
    await rig.pass(1000)
  }
  expect(statusOf((await rig.settled(rig.device().register())) as SipResponse)).toBe(200)
})
