import { listAlarms } from '@backlot/contract/alarms/calls'
import { CLOSE } from '@backlot/contract/channel/frames'
import { controlClock, controlDevices, controlStatus } from '@backlot/contract/control/calls'
import {
  controlAddFaults,
  controlFaultKinds,
  controlFaults,
  controlRemoveFaults,
} from '@backlot/contract/control/fault-calls'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
import { getInfo } from '@backlot/contract/session/calls'
import { controlTerminals } from '@backlot/contract/wires/jt808/calls'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { ChannelClient } from '../../testing/channel-client.ts'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

let simulator: LaunchedSimulator
let admin: Operator
let chief: Operator

beforeAll(async () => {
  simulator = await launchSimulator(['--no-rtmp'])
  admin = await Operator.signIn(simulator.url)
  chief = await Operator.signIn(simulator.url, 'chief')
})
afterAll(() => simulator.stop())
afterEach(() => control(simulator.url, controlRemoveFaults, { body: {} }))

type Order = Parameters<typeof controlAddFaults.body.parse>[0] & object
const attach = async (...faults: object[]) => {
  const { list } = await control(simulator.url, controlAddFaults, { body: { faults } as Order as never })
  return list.map(({ id }) => id)
}
const struck = async (id: string) => {
  const { list } = await control(simulator.url, controlFaults)
  return list.find((fault) => fault.id === id)?.struck ?? 0
}
/** Looks again until something holds; the test's own limit ends it. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50))
}
const metric = async (line: string) => {
  const text = await (await fetch(`${simulator.url}/metrics`)).text()
  return Number(
    text
      .split('\n')
      .find((row) => row.startsWith(`${line} `))
      ?.split(' ')
      .at(-1) ?? 0,
  )
}

it('a code strikes one account on some paths, is counted, and is over when it is removed', async () => {
  const target = { paths: ['/alarm/*'], accounts: ['chief'] }
  const [id] = await attach({
    fault: 'http-code',
    target,
    parameters: { code: 503, message: 'out of order' },
  })
  expect(await chief.ask(listAlarms)).toMatchObject({ status: 503, code: 503, msg: 'out of order' })
  expect(await chief.ask(getInfo)).toMatchObject({ code: 0 })
  expect(await admin.ask(listAlarms)).toMatchObject({ code: 0 })
  expect(await struck(id!)).toBe(1)
  expect(await metric('backlot_fault_strikes_total{fault="http-code"}')).toBe(1)
  await control(simulator.url, controlRemoveFaults, { body: { ids: [id!] } })
  expect(await chief.ask(listAlarms)).toMatchObject({ code: 0 })
  expect(await metric('backlot_faults_attached')).toBe(0)
})

it('latency holds requests back; the control API answers whatever is attached', async () => {
  const [id] = await attach(
    { fault: 'http-latency', target: { paths: ['/user/*'] }, parameters: { delayMs: 400 } },
    { fault: 'http-code', target: { paths: ['/control*', '/alarm/*'] } },
  )
  const beganMs = performance.now()
  expect(await admin.ask(getInfo)).toMatchObject({ code: 0 })
  expect(performance.now() - beganMs).toBeGreaterThanOrEqual(390)
  expect((await control(simulator.url, controlStatus)).seed).toBe(7)
  expect(await struck(id!)).toBe(1)
})

it('orders that make no sense attach nothing and name their field', async () => {
  await expect(
    attach({ fault: 'http-code' }, { fault: 'wire-split', parameters: { pieces: 1 } }),
  ).rejects.toThrow('faults.1.parameters.pieces')
  await expect(attach({ fault: 'http-code', schedule: { everyMs: 1000 } })).rejects.toThrow('strikeMs')
  await expect(attach({ fault: 'nothing' })).rejects.toThrow('There are: http-latency')
  expect((await control(simulator.url, controlFaults)).list).toEqual([])
  expect((await control(simulator.url, controlFaultKinds)).list.map(({ name }) => name)).toContain(
    'wire-slow',
  )
})

it('the channel of an account is cut, and comes back when the fault has ended', async () => {
  const other = await ChannelClient.open(chief)
  const client = await ChannelClient.open(admin)
  const [id] = await attach({ fault: 'channel-cut', target: { accounts: ['admin'] } })
  client.send({ type: 'ping', at: 1 })
  await client.until(() => client.closed !== undefined)
  expect(client.closed?.code).not.toBe(CLOSE.signInFirst)
  expect(await struck(id!)).toBe(1)
  await control(simulator.url, controlRemoveFaults, { body: {} })
  await using again = await ChannelClient.open(admin)
  again.send({ type: 'ping', at: 2 })
  await again.until(() => again.frames.some((frame) => frame.type === 'pong'))
  expect(other.closed).toBeUndefined()
  await other[Symbol.asyncDispose]()
})

it('frames of the channel are late in their order, or lost while the line stays', async () => {
  await using client = await ChannelClient.open(admin)
  const pongs = () => client.frames.flatMap((frame) => (frame.type === 'pong' ? [frame.at] : []))
  const [late] = await attach({ fault: 'channel-delay', parameters: { delayMs: 150 }, probability: 0.5 })
  for (let at = 1; at <= 40; at++) client.send({ type: 'ping', at })
  await client.until(() => pongs().length === 40)
  expect(pongs()).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
  expect(await struck(late!)).toBeGreaterThan(0)
  await control(simulator.url, controlRemoveFaults, { body: {} })

  const [lost] = await attach({ fault: 'channel-drop' })
  client.send({ type: 'ping', at: 41 })
  await until(async () => (await struck(lost!)) > 0)
  await control(simulator.url, controlRemoveFaults, { body: {} })
  client.send({ type: 'ping', at: 42 })
  await client.until(() => pongs().at(-1) === 42)
  expect(pongs()).not.toContain(41)
})

it('devices go off line and come back', async () => {
  await using client = await ChannelClient.open(admin)
  await client.subscribe(['status'])
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'camera' } })
  const sns = list
    .filter(({ online }) => online)
    .slice(0, 5)
    .map(({ sn }) => sn)
  const [id] = await attach({ fault: 'device-offline', target: { devices: sns } })
  await client.until(() => sns.every((sn) => client.isOnline(sn) === false))
  expect(await struck(id!)).toBe(5)
  await control(simulator.url, controlRemoveFaults, { body: { ids: [id!] } })
  await client.until(() => sns.every((sn) => client.isOnline(sn)))
})

it('on the wire: wrong checks are refused, pieces and thin lines are not, silence is silent', async () => {
  await control(simulator.url, controlAddFleet, {
    body: {
      kind: 'vehicle',
      count: 10,
      group: { key: 'wired', name: { zh: '有线', en: 'Wired' } },
      placement: 'traffic',
      profile: 'busy',
      wire: true,
      seed: 3,
    },
  })
  const gateway = () => control(simulator.url, controlTerminals)
  const messages = async () => (await gateway()).list.reduce((sum, one) => sum + one.messages, 0)
  // Some of ten may be out of reach in their lives.
  await until(async () => (await gateway()).list.length >= 4)

  const before = (await gateway()).problems['checksum'] ?? 0
  await attach({ fault: 'wire-bad-crc', target: { protocols: ['jt808'] }, probability: 0.5 })
  await until(async () => ((await gateway()).problems['checksum'] ?? 0) > before)
  await control(simulator.url, controlRemoveFaults, { body: {} })

  const [split, slow] = await attach(
    { fault: 'wire-split', parameters: { pieces: 5, gapMs: 5 } },
    { fault: 'wire-slow', parameters: { bytesPerSecond: 2000 } },
  )
  await until(async () => (await struck(split!)) > 8 && (await struck(slow!)) > 8)
  const wrong = (await gateway()).problems['checksum'] ?? 0
  const heard = await messages()
  await until(async () => (await messages()) > heard + 8)
  expect((await gateway()).problems['checksum'] ?? 0).toBe(wrong)
  await control(simulator.url, controlRemoveFaults, { body: {} })

  const clockMs = async () => (await control(simulator.url, controlClock)).nowMs
  const passes = async (ms: number) => {
    const fromMs = await clockMs()
    await until(async () => (await clockMs()) > fromMs + ms)
  }
  const [silence] = await attach({ fault: 'device-silence', target: { kinds: ['vehicle'] } })
  expect(await struck(silence!)).toBe(70)
  // Frames in transit have arrived by then.
  await passes(1000)
  const said = await messages()
  const there = (await gateway()).list.length
  await passes(6000)
  expect(await messages()).toBe(said)
  expect((await gateway()).list).toHaveLength(there)
  await control(simulator.url, controlRemoveFaults, { body: {} })
  await until(async () => (await messages()) > said)
})
