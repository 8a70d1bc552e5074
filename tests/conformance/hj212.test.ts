import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { getCommonConfig } from '@backlot/contract/device-config/calls'
import { deviceTree, sensorRealtime } from '@backlot/contract/devices/calls'
import { getSensorConfig } from '@backlot/contract/sensors/param-calls'
import { controlAskStation, controlStationPackets } from '@backlot/contract/wires/hj212/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStationUplink } from '../../simulator/src/fleet/uplinks/hj212/station-uplink.ts'
import { createHostClock } from '../../simulator/src/timeline/host-clock.ts'
import { createFrameReader } from '../../simulator/src/wire/hj212/frame-reader.ts'
import { wireTime } from '../../simulator/src/wire/hj212/wire-time.ts'
import { writeFrame } from '../../simulator/src/wire/hj212/write-packet.ts'
import { ChannelClient } from '../../testing/channel-client.ts'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

type Vector = {
  text: string
  valid: boolean
  decoded: { MN?: string; QN?: string; Flag?: string; ST: string; CN: string }
}
const VECTORS = JSON.parse(
  readFileSync(new URL('../../fixtures/wire/hj212.json', import.meta.url), 'utf8'),
) as Vector[]

let simulator: LaunchedSimulator
let operator: Operator
const sockets: Socket[] = []

beforeAll(async () => {
  simulator = await launchSimulator()
  operator = await Operator.signIn(simulator.url)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await simulator?.[Symbol.asyncDispose]()
})

async function plug() {
  const [host, port] = (simulator.hj212 as string).split(':') as [string, string]
  const socket = connect(Number(port), host)
  sockets.push(socket)
  socket.on('error', () => socket.destroy())
  const heard: { qn: string | undefined; cn: string; qnRtn: string | undefined }[] = []
  const reader = createFrameReader({
    packet: ({ qn, cn, params }) => heard.push({ qn, cn, qnRtn: params.get('QnRtn') }),
    problem: ({ message }) => {
      throw new Error(message)
    },
  })
  socket.on('data', (chunk: Buffer) => reader.push(chunk))
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve())
    socket.once('error', reject)
  })
  return { socket, heard }
}

const discovered = async () => {
  const top = await operator.call(deviceTree, { query: { parentId: 0, currentPage: 1, pageSize: 100 } })
  const group = top.list.find(({ name }) => name === 'Discovered' || name === '已发现')
  if (!group) return []
  return (await operator.call(deviceTree, { query: { parentId: group.id, currentPage: 1, pageSize: 100 } }))
    .list
}
const readingsOf = async (sn: string) => {
  const answer = await operator.ask(sensorRealtime, { query: { sn } })
  return ((answer.data as { list?: { code: string; V: number }[] } | undefined)?.list ?? []).map(
    ({ code, V }) => [code, V] as const,
  )
}

describe('a station at the door', () => {
  it('is heard in any dialect, cut at any byte, between frames that are wrong', async () => {
    const channel = await ChannelClient.open(operator)
    await channel.subscribe(['status'])
    const { socket, heard } = await plug()
    socket.setNoDelay(true)
    const stream = Buffer.from(VECTORS.map(({ text }) => text).join(''))
    for (let at = 0; at < stream.length; at += 7) socket.write(stream.subarray(at, at + 7))
    const uploads = VECTORS.filter(
      ({ valid, decoded }) => valid && decoded.ST !== '91' && decoded.CN.startsWith('2'),
    )
    const asking = uploads.filter(({ decoded }) => (Number(decoded.Flag ?? 0) & 1) === 1)
    await expect
      .poll(() => heard.filter(({ cn }) => cn === '9014').map(({ qn }) => qn), { timeout: 60_000 })
      .toEqual(asking.map(({ decoded }) => decoded.QN))
    await expect
      .poll(async () => (await discovered()).map(({ sn }) => sn).sort(), { timeout: 60_000 })
      .toEqual([...new Set(uploads.map(({ decoded }) => decoded.MN))].sort())
    expect((await discovered()).every(({ sensorOnlineStatus }) => sensorOnlineStatus === 1)).toBe(true)
    expect(await readingsOf('LXHB0CS0306310')).toContainEqual(['a34004', 75.6])
    expect(await readingsOf('JLYP01_AIR01_0001')).toContainEqual(['a21005', 0.427])
    expect(await readingsOf('14513567846884')).toEqual([['a01006', 101.85]])
    await channel.until(() => channel.messages.some(({ type }) => type === 'tree'))
    await channel[Symbol.asyncDispose]()
    const sn = 'JLYP01_AIR01_0001'
    expect(await operator.ask(getSensorConfig, { query: { sn } })).toMatchObject({ code: 30006 })
    expect(await operator.ask(getCommonConfig, { body: { sn } })).toMatchObject({ code: 30006 })
  })

  it('with a wrong password is told so and reports nothing', async () => {
    const { socket, heard } = await plug()
    const segment = (password: string, value: number) =>
      `QN=20261120080000001;ST=22;CN=2011;PW=${password};MN=PASSWORD000001;Flag=5;CP=&&DataTime=20261120080000;a34004-Rtd=${value}&&`
    socket.write(writeFrame(segment('123456', 12)))
    await expect.poll(() => heard.length).toBe(1)
    socket.write(writeFrame(segment('654321', 99)))
    await expect.poll(() => heard.length).toBe(2)
    expect(heard.map(({ cn, qnRtn }) => [cn, qnRtn])).toEqual([
      ['9014', undefined],
      ['9011', '3'],
    ])
    expect(await readingsOf('PASSWORD000001')).toEqual([['a34004', 12]])
  })

  it('may stand in for one of the platform, with its password, until it leaves', async () => {
    const all = await operator.call(deviceTree, {
      query: { parentId: 0, currentPage: 1, pageSize: 1000, childNode: 1 },
    })
    const own = all.list.find(
      ({ type, sensorOnlineStatus }) => type === 'hj212Station' && sensorOnlineStatus === 1,
    )
    const { socket, heard } = await plug()
    const segment = (password: string) =>
      `QN=20261120080000001;ST=22;CN=2011;PW=${password};MN=${own?.sn};Flag=5;CP=&&DataTime=20261120080000;a34004-Rtd=77.7&&`
    socket.write(writeFrame(segment('000000')))
    socket.write(writeFrame(segment('123456')))
    await expect.poll(() => heard.map(({ cn }) => cn)).toEqual(['9011', '9014'])
    expect(await readingsOf(own?.sn ?? '')).toEqual([['a34004', 77.7]])
    const online = async () =>
      (
        await operator.call(deviceTree, {
          query: { parentId: own?.parentId ?? 0, currentPage: 1, pageSize: 1000 },
        })
      ).list.find(({ sn }) => sn === own?.sn)?.sensorOnlineStatus
    expect(await online()).toBe(1)
    socket.destroy()
    // It lives in process again, with the world's values.
    await expect.poll(async () => (await readingsOf(own?.sn ?? '')).length).toBeGreaterThan(1)
    expect(await online()).toBe(1)
  })

  it('is asked by the platform, and its intervals are set', async () => {
    const { socket, heard } = await plug()
    const upload =
      'QN=20261120080000001;ST=22;CN=2011;PW=123456;MN=ASKED000000001;Flag=5;CP=&&DataTime=20261120080000;a34004-Rtd=1&&'
    socket.write(writeFrame(upload))
    await expect.poll(() => heard.length).toBe(1)
    const asked = control(simulator.url, controlAskStation, {
      body: { sn: 'ASKED000000001', cn: '1062', parameters: [{ name: 'RtdInterval', value: 30 }] },
    })
    await expect.poll(() => heard.at(-1)?.cn).toBe('1062')
    const { qn } = heard.at(-1) ?? {}
    const answer = (cn: string, cp: string) =>
      `QN=${qn};ST=91;CN=${cn};PW=123456;MN=ASKED000000001;Flag=4;CP=&&${cp}&&`
    socket.write(writeFrame(answer('9011', 'QnRtn=1')))
    socket.write(writeFrame(answer('9012', 'ExeRtn=1')))
    await expect(asked).resolves.toMatchObject({ qn, qnRtn: 1, exeRtn: 1 })
    const { list } = await control(simulator.url, controlStationPackets, { query: { sn: 'ASKED000000001' } })
    expect(list.map(({ direction }) => direction)).toEqual(['in', 'in', 'out', 'out', 'in'])
  })

  it('whose clock was ahead for once is shown with what it reports afterwards, and is on line', async () => {
    const { socket, heard } = await plug()
    const sn = 'FUTURE00000001'
    const say = (cn: string, time: string, cp: string) => {
      const before = heard.length
      const head = `QN=20261120080000001;ST=22;CN=${cn};PW=123456;MN=${sn};Flag=5`
      socket.write(writeFrame(`${head};CP=&&DataTime=${time};${cp}&&`))
      return expect.poll(() => heard.length).toBe(before + 1)
    }
    const ago = (minutes: number) => wireTime(Date.now() - minutes * 60_000)
    const onlineStatus = async () => (await discovered()).find((one) => one.sn === sn)?.sensorOnlineStatus
    await say('2011', '20991231235959', 'a34004-Rtd=1')
    await say('2051', '20991231235000', 'a34002-Avg=1')
    await say('2021', '20991231235959', 'SB1-RS=4')
    await expect.poll(onlineStatus).toBe(1)
    expect((await readingsOf(sn))[0]).toEqual(['a34004', 1])
    await say('2011', ago(0), 'a34004-Rtd=2')
    await say('2051', ago(10), 'a34002-Avg=2')
    await say('2021', ago(0), 'SB1-RS=1')
    expect(await readingsOf(sn)).toEqual([
      ['a34004', 2],
      ['a34002', 2],
      ['SB1-RS', 1],
    ])
    expect(await onlineStatus()).toBe(1)
    socket.destroy()
    await expect.poll(onlineStatus).toBe(0)
  })

  it('is served while another one floods', async () => {
    const flood = await plug()
    const blast = Buffer.alloc(65_536, '##0101QN=garbage')
    const pour = () => {
      while (!flood.socket.destroyed && flood.socket.write(blast)) {}
    }
    flood.socket.on('drain', pour)
    pour()
    const station = createStationUplink(
      {
        host: '127.0.0.1',
        port: Number((simulator.hj212 as string).split(':')[1]),
        hostClock: createHostClock(),
        platformClock: {
          now: () => Date.now(),
          rate: () => 1,
          epoch: () => 1,
          zoneMinutes: 480,
          onChange: () => () => {},
        },
      },
      {
        sn: 'CONFORMANCE000000000001',
        kind: 'hj212Station',
        model: 'noise',
        entity: 3,
        readingsAt: () => [{ quantity: 'noise', value: 61.5, unit: 'dB' }],
      },
      { settings: { realtimeSeconds: 1 } },
    )
    station.start()
    await expect.poll(() => station.stats().acked, { timeout: 60_000 }).toBeGreaterThan(2)
    expect(await readingsOf('CONFORMANCE000000000001')).toEqual([['LA', 61.5]])
    await expect.poll(() => flood.socket.destroyed, { timeout: 60_000 }).toBe(true)
    station.stop()
    await expect
      .poll(
        async () =>
          (await discovered()).find(({ sn }) => sn === 'CONFORMANCE000000000001')?.sensorOnlineStatus,
      )
      .toBe(0)
  })
})
