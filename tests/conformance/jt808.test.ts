import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listAlarms } from '@backlot/contract/alarms/calls'
import type { ClientFrame } from '@backlot/contract/channel/frames'
import { controlDevices } from '@backlot/contract/control/calls'
import { controlSetDeviceValue } from '@backlot/contract/control/device-calls'
import { controlAddFaults, controlRemoveFaults } from '@backlot/contract/control/fault-calls'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
import { getPlatformParam, restartDevice, setPlatformParam } from '@backlot/contract/device-config/calls'
import { listMessages, sendMessage } from '@backlot/contract/device-messages/calls'
import { deviceTree, gpsRealtime } from '@backlot/contract/devices/calls'
import { controlAskTerminal, controlTerminals } from '@backlot/contract/wires/jt808/calls'
import { reportAt, testTerminal } from '@backlot/simulator/gateways/jt808/test-terminal.test-support'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ChannelClient } from '../../testing/channel-client.ts'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

/** A registration of another implementation: phone 000123456789, plate 粤A12345 in GBK. */
const REGISTER =
  '7e0100002d000123456789000a002800323132333400736d616c6c6368693132330000000000000000004348493132330001d4c14131323334358a7e'
const PHONE = '000123456789'

let simulator: LaunchedSimulator
let operator: Operator
let port: number
beforeAll(async () => {
  simulator = await launchSimulator(['--no-rtmp'])
  operator = await Operator.signIn(simulator.url)
  port = Number(simulator.jt808?.split(':').at(-1))
})
afterAll(() => simulator.stop())

const treeNode = async (sn: string) => {
  const { list } = await operator.call(deviceTree, {
    query: { parentId: 0, childNode: 1, pageSize: 1000, currentPage: 1 },
  })
  const all = [...list]
  const { list: found } = await control(simulator.url, controlDevices, { query: { sn, limit: 1 } })
  return all.find((node) => node.sn === sn) ?? (found[0] && { sn, name: found[0].name })
}

it('a terminal of another make registers by its own bytes, joins the tree as discovered, and is seen moving', async () => {
  expect(simulator.jt808).toMatch(/^127\.0\.0\.1:\d+$/)
  await using channel = await ChannelClient.open(operator)
  const subscribe: ClientFrame = {
    type: 'subscribe',
    id: 'all',
    topics: ['gps', 'status', 'alarm'],
    scope: { kind: 'subtree', groupId: 0 },
    snapshot: false,
  }
  channel.send(subscribe)
  const one = await testTerminal(port, PHONE)
  one.sendBytes(Buffer.from(REGISTER, 'hex'))
  const reply = await one.heard('registerReply')
  expect(reply).toMatchObject({ serial: 10, result: 0 })
  const authCode = reply.authCode ?? ''
  expect(await one.acked({ kind: 'authenticate', authCode: `${authCode}x` })).toBe(1)
  expect(await one.acked({ kind: 'authenticate', authCode })).toBe(0)
  expect(await treeNode(PHONE)).toMatchObject({ name: '粤A12345' })

  // A little in the past: alarms ahead of the platform's present are not listed.
  const nowMs = Math.floor(Date.now() / 1000) * 1000 - 20_000
  expect(await one.acked({ kind: 'location', ...reportAt(nowMs, 116.3912, 39.9075) })).toBe(0)
  const { list } = await operator.call(gpsRealtime, { body: { list: [PHONE] } })
  expect(list).toEqual([
    {
      sn: PHONE,
      longitude: 116.3912,
      latitude: 39.9075,
      speed: 36,
      direction: 90,
      locationTime: nowMs / 1000,
    },
  ])
  const listed = await control(simulator.url, controlDevices, { query: { sn: PHONE } })
  expect(listed.list).toMatchObject([{ longitude: 116.3912, latitude: 39.9075 }])
  await channel.until(() =>
    channel.messages.some((m) => m.type === 'gps' && m.list.some(({ sn }) => sn === PHONE)),
  )

  // The emergency button: one alarm, however often the bit is sent.
  for (const second of [1, 2, 3]) {
    const at = nowMs + second * 1000
    await one.acked({ kind: 'location', ...reportAt(at, 116.3913, 39.9075, { alarm: 1 }) })
  }
  await channel.until(() =>
    channel.messages.some((m) => m.type === 'alarm' && m.list.some(({ sn }) => sn === PHONE)),
  )
  const alarms = await operator.call(listAlarms, { query: { pageSize: 50, sn: PHONE } })
  const own = alarms.list.filter(({ sn }) => sn === PHONE)
  expect(own.map(({ type, subType }) => [type, subType])).toEqual([['IoAlarm', 'SOS']])

  // Requests over the control API.
  const asked = control(simulator.url, controlAskTerminal, {
    body: { sn: PHONE, request: { kind: 'locate' } },
  })
  const query = await one.heard('queryLocation')
  one.send({
    kind: 'locationReply',
    serial: query.header.serial,
    location: reportAt(nowMs + 9000, 116.4, 39.91),
  })
  expect(await asked).toMatchObject({ result: 0, position: { longitude: 116.4, latitude: 39.91 } })
  // A terminal of another make does not take settings of the device configuration.
  const config = { address: 'platform.example', port: 9000, heartbeatSeconds: 30 }
  const refused = { code: 30006 }
  expect(await operator.ask(setPlatformParam, { body: { sn: PHONE, config } })).toMatchObject(refused)
  expect(await operator.ask(getPlatformParam, { body: { sn: PHONE } })).toMatchObject(refused)
  expect(await operator.ask(restartDevice, { body: { sn: PHONE } })).toMatchObject(refused)
  one.close()
})

it.each([2013, 2019] as const)(
  'a call for help is raised whatever the clock of its sender (%s)',
  async (version) => {
    await using channel = await ChannelClient.open(operator)
    await channel.subscribe(['gps', 'alarm'])
    const phone = version === 2013 ? '013911110020' : '00000000013911110021'
    const nowMs = () => Math.floor(Date.now() / 1000) * 1000
    const beganMs = nowMs()
    const help = (atMs: number, alarm: number) =>
      ({ kind: 'location', ...reportAt(atMs, 116.3913, 39.9075, { alarm }) }) as const
    let one = await testTerminal(port, phone, version)
    const authCode = await one.enter('')
    const cameBack = async () => {
      one.close()
      await one.ended
      one = await testTerminal(port, phone, version)
      expect(await one.acked({ kind: 'authenticate', authCode })).toBe(0)
    }
    // Its clock is wrong; it leaves and comes again with the right one.
    expect(await one.acked(help(Date.UTC(2099, 0, 1), 0))).toBe(0)
    await cameBack()
    for (const [s, alarm] of [0, 1, 1].entries()) await one.acked(help(beganMs - 9000 + s * 1000, alarm))
    // Released, and pressed again under a clock of 2099; the same packet comes twice.
    await one.acked(help(beganMs - 6000, 0))
    const wrong = help(Date.UTC(2098, 11, 31, 16), 1)
    const serial = one.send(wrong)
    one.send(wrong, serial)
    await one.acked({ kind: 'heartbeat' })
    // From its memory: pressed two hours ago, where it had no net.
    await cameBack()
    const pastMs = beganMs - 7_200_000
    const items = [help(pastMs, 0), help(pastMs, 1), help(pastMs + 10_000, 1), help(pastMs + 20_000, 0)]
    await one.acked({ kind: 'locationBatch', type: 1, items, problems: [] })

    const query = { sn: phone, startTime: pastMs / 1000 - 60, endTime: nowMs() / 1000 + 60, pageSize: 50 }
    const listed = async () => (await operator.call(listAlarms, { query })).list
    await expect.poll(async () => (await listed()).length).toBe(3)
    const [late, right, aheadOfTime] = (await listed()).toSorted((a, b) => a.startTime - b.startTime)
    const sos = { type: 'IoAlarm', subType: 'SOS', alarmSource: 1, startLon: 116.3913 }
    expect(late).toMatchObject({ ...sos, startTime: pastMs / 1000 })
    expect(late?.receivedTime).toBeGreaterThanOrEqual(beganMs / 1000)
    expect(late).not.toHaveProperty('deviceTime')
    expect(right).toMatchObject({ ...sos, startTime: beganMs / 1000 - 8 })
    expect(right).not.toHaveProperty('receivedTime')
    expect(aheadOfTime).toMatchObject({ ...sos, deviceTime: '2099-01-01 00:00:00' })
    expect(aheadOfTime?.startTime).toBeGreaterThanOrEqual(beganMs / 1000)
    expect(aheadOfTime?.startTime).toBe(aheadOfTime?.receivedTime)
    const pushed = () =>
      channel.messages
        .flatMap((m) => (m.type === 'alarm' ? m.list : []))
        .filter(({ sn }) => sn === phone)
        .map(({ alarmSeq, deviceTime }) => ({ alarmSeq, deviceTime }))
    await channel.until(() => pushed().length >= 3)
    expect(pushed()).toHaveLength(3)
    expect(pushed()).toContainEqual({ alarmSeq: aheadOfTime?.alarmSeq, deviceTime: aheadOfTime?.deviceTime })
    expect(pushed().map(({ alarmSeq }) => alarmSeq)).toContain(late?.alarmSeq)

    // The map shows where it is now, and nothing lies ahead of the present.
    await one.acked({ kind: 'location', ...reportAt(nowMs() + 1000, 116.5, 39.9) })
    const [place] = (await operator.call(gpsRealtime, { body: { list: [phone] } })).list
    expect(place).toMatchObject({ longitude: 116.5 })
    expect(place?.locationTime).toBeLessThanOrEqual(Date.now() / 1000)
    one.close()
  },
)

it('a terminal that was cut off brings what it kept, in one split message', async () => {
  const phone = '013911110001'
  const one = await testTerminal(port, phone)
  const authCode = await one.enter('')
  one.close()
  const again = await testTerminal(port, phone)
  expect(await again.acked({ kind: 'authenticate', authCode })).toBe(0)
  const nowMs = Math.floor(Date.now() / 1000) * 1000
  const items = Array.from({ length: 60 }, (_, i) =>
    reportAt(nowMs - 600_000 + i * 10_000, 116.3 + i / 1000, 39.9),
  )
  again.send({ kind: 'locationBatch', type: 1, items, problems: [] })
  await expect
    .poll(async () => (await operator.call(gpsRealtime, { body: { list: [phone] } })).list[0]?.longitude)
    .toBe(116.359)
  again.close()
})

it('bad checksums, noise and strangers disturb nobody', async () => {
  const good = await testTerminal(port, '013911110002')
  await good.enter('')
  const bad = await testTerminal(port, '013911110003')
  await bad.enter('')
  const broken = Buffer.from('7e0002000001391111000300ff007e', 'hex')
  bad.sendBytes(broken)
  bad.sendBytes(Buffer.from('GET / HTTP/1.1\r\n\r\n'))
  expect(await bad.acked({ kind: 'heartbeat' })).toBe(0)
  expect(await good.acked({ kind: 'heartbeat' })).toBe(0)
  const { problems, list } = await control(simulator.url, controlTerminals)
  expect(problems['checksum']).toBeGreaterThanOrEqual(1)
  expect(list.map(({ sn }) => sn)).toEqual(expect.arrayContaining(['013911110002', '013911110003']))
  good.close()
  bad.close()
})

it('vehicles of a wire fleet connect by themselves, and a spoilt wire costs them nothing', async () => {
  const fleet = { kind: 'vehicle' as const, count: 6, placement: 'traffic' as const, wire: true }
  const group = { key: 'wired', name: { zh: '线上', en: 'Wired' } }
  await control(simulator.url, controlAddFleet, { body: { ...fleet, group } })
  const read = () => control(simulator.url, controlTerminals)
  await expect.poll(async () => (await read()).list.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(4)
  const before = await read()
  // A setting from the control side reaches the running terminal.
  const wired = before.list.find(({ phone }) => phone.startsWith('013') && !phone.startsWith('0139111'))!
  const topSpeed = { sn: wired.sn, setting: 'topSpeedKmh', value: 43 }
  await control(simulator.url, controlSetDeviceValue, { body: topSpeed })
  const told = await control(simulator.url, controlAskTerminal, {
    body: { sn: wired.sn, request: { kind: 'getParameters', ids: [0x0055] } },
  })
  expect(told.parameters).toMatchObject([{ id: 0x0055, value: 43 }])
  // Heartbeats and reports every second, so that there is something to spoil.
  const { sn } = wired
  const parameters = [
    { id: 0x0029, value: 1 },
    { id: 0x0002, value: 1 },
    { id: 0x0003, value: 10 },
  ]
  await control(simulator.url, controlAskTerminal, {
    body: { sn, request: { kind: 'setParameters', parameters } },
  })
  const { list: faults } = await control(simulator.url, controlAddFaults, {
    body: { faults: [{ fault: 'wire-bad-crc', target: { protocols: ['jt808'] }, probability: 0.5 }] },
  })
  await expect
    .poll(async () => (await read()).problems['checksum'] ?? 0, { timeout: 60_000 })
    .toBeGreaterThan((before.problems['checksum'] ?? 0) + 2)
  await control(simulator.url, controlRemoveFaults, { body: { ids: faults.map(({ id }) => id) } })
  const reached = await read()
  await expect
    .poll(async () => (await read()).counters['positions'] ?? 0, { timeout: 60_000 })
    .toBeGreaterThan((reached.counters['positions'] ?? 0) + 3)
  expect((await read()).list.map((one) => one.sn)).toContain(sn)
})

it('a text from the platform reaches a terminal as 0x8300 and ends as the terminal answers it', async () => {
  const phone = '013911110012'
  const one = await testTerminal(port, phone, 2019)
  await one.enter('测A00012')
  const sn = (await control(simulator.url, controlTerminals)).list.find(({ phone: digits }) =>
    digits.endsWith('13911110012'),
  )!.sn
  const stateOf = async (id: number) =>
    (await operator.call(listMessages, { query: { sn } })).list.find((message) => message.id === id)
  const body = { sn, text: '前方拥堵，请绕行', urgent: true, spoken: true }
  for (const [result, end] of [
    [0, { state: 'acknowledged' }],
    [1, { state: 'failed', failure: 'refused' }],
  ] as const) {
    const { id } = await operator.call(sendMessage, { body })
    const heard = await one.heard('text')
    // Urgent (2), shown, read aloud; a notice: JT/T 808-2019, 8.25.
    expect(heard).toMatchObject({ flag: 0b1110, type: 1, text: '前方拥堵，请绕行' })
    expect((await stateOf(id))?.state).toBe('sent')
    one.send({ kind: 'terminalAck', serial: heard.header.serial, id: 0x8300, result })
    await expect.poll(() => stateOf(id)).toMatchObject(end)
  }
  const { id } = await operator.call(sendMessage, { body })
  await one.heard('text')
  one.close()
  await expect.poll(() => stateOf(id)).toMatchObject({ state: 'failed', failure: 'gone' })
  await expect.poll(async () => (await operator.ask(sendMessage, { body })).code).toBe(30001)
})

it('a discovered terminal and its code outlive a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backlot-jt808-'))
  const phone = '013911110009'
  const portOf = ({ jt808 }: LaunchedSimulator) => Number(jt808?.split(':').at(-1))
  try {
    const first = await launchSimulator(['--no-rtmp', '--data', folder])
    const before = await testTerminal(portOf(first), phone)
    const authCode = await before.enter('测A00009')
    before.close()
    await first.stop()
    await using second = await launchSimulator(['--no-rtmp', '--data', folder])
    const { list } = await control(second.url, controlDevices, { query: { sn: phone, limit: 1 } })
    expect(list).toMatchObject([{ sn: phone, name: '测A00009', online: false }])
    const after = await testTerminal(portOf(second), phone)
    expect(await after.acked({ kind: 'authenticate', authCode: 'wrong' })).toBe(1)
    expect(await after.acked({ kind: 'authenticate', authCode })).toBe(0)
    after.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
