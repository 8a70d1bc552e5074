import { describe, expect, test } from 'vitest'
import { createStationUplink, type StationUplinkOptions } from '../../fleet/uplinks/hj212/station-uplink.ts'
import type { UplinkDevice } from '../../fleet/uplinks/uplink.ts'
import { crc16, crcText } from '../../wire/hj212/crc16.ts'
import { VERSION_2005 } from '../../wire/hj212/packet.ts'
import { hj212Rig, hostClock, platformClock, upload } from './hj212-rig.test-support.ts'

const { open, station, defer } = hj212Rig()

const READINGS = [
  { quantity: 'pm25', value: 35.5, unit: 'µg/m³' },
  { quantity: 'noise', value: 57.9, unit: 'dB' },
] as const

function uplink(port: number, options: StationUplinkOptions = {}, more: Partial<UplinkDevice> = {}) {
  const acks: number[] = []
  const made = createStationUplink(
    { host: '127.0.0.1', port, hostClock, platformClock, onAck: (ms) => acks.push(ms) },
    {
      sn: '010000A8900016F000169DC0',
      kind: 'hj212Station',
      model: 'air',
      entity: 1,
      readingsAt: () => READINGS,
      ...more,
    },
    { settings: { realtimeSeconds: 1 }, ...options },
  )
  defer(() => made.stop())
  made.start()
  return { ...made, acks }
}

const MN = '010000A8900016F000169DC0'

describe.each([
  ['2017', {}],
  ['2005', { version: VERSION_2005 }],
] as const)('a station of %s', (_name, options) => {
  test('reports, is answered, and does what it is asked', async () => {
    const { gateway, readings } = await open()
    const s = uplink(gateway.port, options)
    await expect.poll(() => s.acks.length, { timeout: 60_000 }).toBeGreaterThan(1)
    expect(readings[0]).toMatchObject({
      sn: MN,
      interval: 'realtime',
      rows: [{ value: 35.5 }, { value: 57.9 }],
    })
    await expect(gateway.request(MN, '1062', [[['RtdInterval', 30]]])).resolves.toMatchObject({
      qnRtn: 1,
      exeRtn: 1,
    })
    expect(s.settings.realtimeSeconds).toBe(30)
    const read = await gateway.request(MN, '1061')
    expect(read.data[0]?.params.get('RtdInterval')).toBe('30')
    await expect(gateway.request(MN, '1062', [[['RtdInterval', 5]]])).rejects.toMatchObject({
      reason: 'failed',
      code: 3,
    })
    await expect(gateway.request(MN, '3099')).rejects.toMatchObject({ reason: 'refused', code: 8 })
    const hours = await gateway.request(MN, '2061', [
      [['BeginTime', '20240101000000']],
      [['EndTime', '20240101030000']],
    ])
    expect(hours.data.map(({ params }) => params.get('DataTime'))).toEqual([
      '20240101000000',
      '20240101010000',
      '20240101020000',
      '20240101030000',
    ])
    await expect(gateway.request(MN, '2012')).resolves.toMatchObject({ exeRtn: undefined })
    expect(s.settings.realtimeOn).toBe(false)
    await gateway.request(MN, '1072', [[['NewPW', 'abcdef']]])
    await expect(gateway.request(MN, '1011')).resolves.toMatchObject({ exeRtn: 1 })
  })
})

test('a station that nobody answers sends again, and what it kept while cut off comes late', async () => {
  const first = await open()
  const { port } = first.gateway
  const s = uplink(port)
  await expect.poll(() => s.acks.length, { timeout: 60_000 }).toBeGreaterThan(0)
  await first.gateway[Symbol.asyncDispose]()
  await expect.poll(() => s.stats().backlog, { timeout: 60_000 }).toBeGreaterThan(1)
  const kept = s.stats().backlog
  const second = await open({ port })
  await expect.poll(() => second.readings.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(kept)
  const times = second.readings.map(({ atMs }) => atMs)
  expect(times).toEqual([...times].sort((a, b) => a - b))
  expect(s.stats()).toMatchObject({ backlog: 0, lost: 0 })
})

test('a request to a station that is not here fails at once', async () => {
  const { gateway } = await open()
  await expect(gateway.request('A9', '1011')).rejects.toMatchObject({ reason: 'offline' })
})

test('an answer in pieces is put together, also where a character of GBK was cut', async () => {
  const { gateway, packets } = await open()
  const s = await station(gateway.port)
  s.say(upload('A1'))
  await expect.poll(() => s.packets.length).toBe(1)
  const asked = gateway.request('A1', '3020', [[['PolId', 'w01018']], [['InfoId', 'i11001']]])
  await expect.poll(() => s.packets.at(-1)?.cn).toBe('3020')
  const { qn } = s.packets.at(-1) ?? {}
  const answer = (cn: string, cp: string) =>
    s.say(`QN=${qn};ST=91;CN=${cn};PW=123456;MN=A1;Flag=4;CP=&&${cp}&&`)
  // 清洗管路 in GBK, one character a byte.
  const log = Buffer.from('c7e5cfb4b9dcc2b7', 'hex').toString('latin1')
  const piece = (index: number, cp: string) => {
    const data = Buffer.from(
      `QN=${qn};ST=22;CN=3020;PW=123456;MN=A1;Flag=6;PNUM=2;PNO=${index};CP=&&${cp}&&`,
      'latin1',
    )
    const length = String(data.length).padStart(4, '0')
    s.socket.write(
      Buffer.concat([Buffer.from(`##${length}`), data, Buffer.from(`${crcText(crc16(data))}\r\n`)]),
    )
  }
  answer('9011', 'QnRtn=1')
  piece(1, `DataTime=20260801062035;PolId=w01018,i11001-Info=//${log.slice(0, 3)}`)
  piece(2, `${log.slice(3)}//`)
  answer('9012', 'ExeRtn=1')
  const { data } = await asked
  expect(data.map(({ factors }) => factors.get('i11001'))).toEqual([{ Info: '//清洗管路//' }])
  expect(packets.filter(({ text }) => text.includes('//清')).length).toBe(1)
})
