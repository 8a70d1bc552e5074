import { describe, expect, test } from 'vitest'
import { createStationUplink, type StationUplinkOptions } from '../../fleet/uplinks/hj212/station-uplink.ts'
import type { UplinkDevice } from '../../fleet/uplinks/uplink.ts'
import { VERSION_2005 } from '../../wire/hj212/packet.ts'
import { hj212Rig, hostClock, platformClock } from './hj212-rig.test-support.ts'

const { open, defer } = hj212Rig()

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
