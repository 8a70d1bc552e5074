import { getAlarm } from '@backlot/contract/alarms/calls'
import { CODES } from '@backlot/contract/codes'
import {
  controlClock,
  controlDevices,
  controlRaiseAlarm,
  controlSetClock,
  controlSetDevice,
} from '@backlot/contract/control/calls'
import { controlSetDeviceValue } from '@backlot/contract/control/device-calls'
import {
  channelList,
  deviceTree,
  gasRealtime,
  sensorRealtime,
  solarRealtime,
} from '@backlot/contract/devices/calls'
import { LIMITS } from '@backlot/contract/limits'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { sensorHistory } from '@backlot/contract/sensors/calls'
import { deleteQuantity, listQuantities, updateQuantity } from '@backlot/contract/sensors/dictionary-calls'
import {
  getAgricultureConfig,
  getGasConfig,
  getSensorConfig,
  getSolarConfig,
  setAgricultureConfig,
  setGasConfig,
  setSensorConfig,
  setSolarConfig,
} from '@backlot/contract/sensors/param-calls'
import { sendStationCommand, stationPackets } from '@backlot/contract/sensors/wire-calls'
import { mediaSituation } from '@backlot/contract/situation/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

const DAY_S = 86_400

let simulator: LaunchedSimulator
let operator: Operator
const en = { 'accept-language': 'en' }

beforeAll(async () => {
  simulator = await launchSimulator(['--check-replies'])
  operator = await Operator.signIn(simulator.url)
})
afterAll(() => simulator?.[Symbol.asyncDispose]())

/** A station of a kind that stays online. */
async function stationOf(kind: string): Promise<string> {
  const { list } = await control(simulator.url, controlDevices, { query: { kind } })
  const { sn } = list.find(({ online }) => online)!
  await control(simulator.url, controlSetDevice, { body: { sn, state: 'online' } })
  return sn
}
const nowS = async () => Math.floor((await control(simulator.url, controlClock)).nowMs / 1000)

it('half a year by day, a month by hour and a day by minute agree with each other', async () => {
  const sn = await stationOf('hj212Station')
  const endTime = await nowS()
  const ask = (interval: 'minute' | 'hour' | 'day', days: number) =>
    operator.call(sensorHistory, {
      body: { list: [sn], interval, startTime: endTime - days * DAY_S, endTime },
    })
  const [minutes, hours, days] = [await ask('minute', 1), await ask('hour', 30), await ask('day', 179)]
  expect(minutes.times.length).toBeGreaterThan(1439)
  expect(hours.times.length).toBeGreaterThan(719)
  expect(days.times).toHaveLength(180)
  const temperatureOf = ({ stations }: typeof days) =>
    stations[0]!.quantities.find(({ code }) => code === 'a01001')!
  const known = temperatureOf(days).values.filter((value) => value !== null)
  expect(known.length).toBeGreaterThan(120)
  const [least, most] = [temperatureOf(days).min.at(-2), temperatureOf(days).max.at(-2)]
  const yesterday = hours.times.flatMap((time, i) =>
    time >= days.times.at(-2)! && time < days.times.at(-1)! ? (temperatureOf(hours).values[i] ?? []) : [],
  )
  expect(yesterday.length).toBeGreaterThan(6)
  for (const value of yesterday) {
    expect(value).toBeGreaterThanOrEqual(least! - 0.5)
    expect(value).toBeLessThanOrEqual(most! + 0.5)
  }
})

/** The 27 quantities of the code dictionary, by the codes of HJ 212 where it has them, and their units. */
const STATED_UNITS = {
  a34004: 'µg/m³',
  a34002: 'µg/m³',
  a34001: 'µg/m³',
  a01001: '℃',
  a01002: '%',
  a01006: 'kPa',
  a01007: 'm/s',
  a01008: '°',
  LA: 'dB',
  a21005: 'mg/m³',
  a21026: 'µg/m³',
  a21004: 'µg/m³',
  a05024: 'µg/m³',
  a21001: 'µg/m³',
  a21028: 'mg/m³',
  a05002: 'mg/m³',
  a99054: 'mg/m³',
  a24088: 'mg/m³',
  a31001: 'mg/m³',
  a05001: 'ppm',
  a19001: '%',
  a01020: '/cm³',
  a01021: 'µSv/h',
  a01022: 'mm/h',
  a01019: 'lux',
  w01022: 'm',
  w00000: 'L/s',
}

it('each of the 27 quantities has one unit, name, icon and number of decimals in readings, histories and the dictionary, in both languages', async () => {
  const { list: devices } = await control(simulator.url, controlDevices, { query: { kind: 'hj212Station' } })
  const endTime = await nowS()
  for (const language of ['en', 'zh'] as const) {
    const headers = { 'accept-language': language }
    const facts = (
      list: readonly { code: string; name: string; icon: string; F: string; decimals?: number }[],
    ) => list.map(({ code, name, icon, F, decimals }) => [code, { name, icon, unit: F, decimals }] as const)
    const { list: entries } = await operator.call(listQuantities, { headers, query: { pageSize: 100 } })
    const stated = new Map(
      entries.map(({ code, nameEn, nameZh, icon, unit, decimals }) => [
        code,
        { name: language === 'en' ? nameEn : nameZh, icon, unit, decimals },
      ]),
    )
    for (const [code, unit] of Object.entries(STATED_UNITS))
      expect(stated.get(code), code).toMatchObject({ unit })
    const met = new Set<string>()
    for (const { sn } of devices) {
      const { list } = await operator
        .call(sensorRealtime, { headers, query: { sn } })
        .catch(() => ({ list: [] }))
      const added = list.some(({ code }) => code in STATED_UNITS && !met.has(code))
      if (!added) continue
      const body = { list: [sn], interval: 'minute' as const, startTime: endTime - 600, endTime }
      const { stations } = await operator.call(sensorHistory, { headers, body })
      for (const [code, fact] of [...facts(list), ...facts(stations[0]!.quantities)]) {
        expect(fact, `${sn} ${code}`).toEqual(stated.get(code))
        met.add(code)
      }
    }
    // Stations of the demo measure most of them.
    expect([...met].filter((code) => code in STATED_UNITS).length).toBeGreaterThan(15)
  }
})

it('a station of ours is asked over its wire: it reads at once, takes an interval, and refuses what is wrong', async () => {
  const sn = await stationOf('hj212Station')
  const send = (command: 'readNow' | 'setRealtimeInterval' | 'getTime', value?: number) =>
    operator.call(sendStationCommand, {
      body: { sn, command, ...(value === undefined ? {} : { value }) },
      headers: en,
    })
  expect((await operator.call(stationPackets, { query: { sn } })).connected).toBe(false)
  const read = await send('readNow')
  expect(read).toMatchObject({ cn: '2011', result: 'done', code: 1 })
  expect(read.packets[0]?.some(({ key }) => key === 'a01001-Rtd')).toBe(true)
  expect((await send('getTime')).packets[0]?.[0]).toMatchObject({ key: 'SystemTime' })
  expect(await send('setRealtimeInterval', 120)).toMatchObject({ result: 'done' })
  // The station keeps it just after it has answered.
  const reportSeconds = async () =>
    (await operator.call(getSensorConfig, { query: { sn } })).config.reportSeconds
  await expect.poll(reportSeconds).toBe(120)
  const wrong = await operator.ask(sendStationCommand, {
    body: { sn, command: 'setRealtimeInterval', value: 5 },
  })
  expect(wrong.code).toBe(CODES.invalid)
  const { connected, list } = await operator.call(stationPackets, { query: { sn }, headers: en })
  expect(connected).toBe(true)
  const asked = list.find(({ decoded }) => decoded?.cn === '1062')
  expect(asked).toMatchObject({ direction: 'out', decoded: { command: 'Set realtime interval' } })
  expect(asked?.decoded?.fields).toContainEqual({
    key: 'RtdInterval',
    name: 'Realtime interval',
    value: '120',
    note: 's',
  })
  expect(list.every(({ problem }) => problem === undefined)).toBe(true)

  // During maintenance, its packets on the wire are marked too.
  await operator.call(setSensorConfig, { body: { sn, config: { reportSeconds: 120, maintenance: true } } })
  const marks = (await send('readNow')).packets[0]?.filter(({ key }) => key.endsWith('-Flag'))
  expect(new Set(marks?.map(({ value }) => value))).toEqual(new Set(['M']))
})

it('what is set on stations changes what they report', async () => {
  const sn = await stationOf('sensorController')
  const report = { reportSeconds: 30, maintenance: true }
  const held = async (of: string) => (await operator.call(getSensorConfig, { query: { sn: of } })).config
  await operator.call(setSensorConfig, { body: { sn, config: report } })
  expect(await held(sn)).toEqual({ ...report, output1: false, output2: false })
  await operator.call(setSensorConfig, { body: { sn, config: { ...report, output2: true } } })
  expect(await held(sn)).toEqual({ ...report, output1: false, output2: true })
  // A set that names no output leaves both; a change made past the platform shows.
  await control(simulator.url, controlSetDeviceValue, { body: { sn, setting: 'output1', value: 1 } })
  await operator.call(setSensorConfig, { body: { sn, config: report } })
  expect(await held(sn)).toEqual({ ...report, output1: true, output2: true })
  const station = await stationOf('hj212Station')
  const without = await held(station)
  await operator.call(setSensorConfig, { body: { sn: station, config: { ...without, output1: true } } })
  expect(await held(station)).toEqual(without)
  const flags = async () =>
    new Set((await operator.call(sensorRealtime, { query: { sn } })).list.map(({ flag }) => flag))
  await expect.poll(flags, { timeout: 45_000, interval: 1000 }).toEqual(new Set(['M']))

  const solar = await stationOf('solarStation')
  const before = await operator.call(getSolarConfig, { query: { sn: solar } })
  expect(before.calibrationTime).toBeLessThanOrEqual(await nowS())
  await operator.call(setSolarConfig, {
    body: { sn: solar, config: { ...before.config, loadOn: false, reportSeconds: 30 } },
  })
  const output = async () =>
    (await operator.call(solarRealtime, { query: { sn: solar } })).list.find(({ code }) => code === 's05')?.V
  await expect.poll(output, { timeout: 45_000, interval: 1000 }).toBe(0)
}, 120_000)

it('a camera without power is off line in every list and says why; its station stays, and a device on the mains goes', async () => {
  const video = async (sn: string) => {
    const { list } = await operator.call(channelList, { query: { sn, type: 0 } })
    const { list: nodes } = await operator.call(deviceTree, {
      query: { childNode: 1, pageSize: LIMITS.treeChildPageSize },
    })
    const node = nodes.find((one) => one.sn === sn)!
    const inTree = node.chnList?.find(({ type }) => type === 0)?.onlineStatus
    return [list[0]!.onlineStatus, inTree, node.videoOnlineStatus, node.onlineStatus]
  }
  const start = async (sn: string) => {
    const body = { sn, chnId: 1, streamType: 'main' as const }
    return (await operator.ask(startLiveVideo, { body, headers: en })).msg
  }
  const solar = await stationOf('solarStation')
  const { config } = await operator.call(getSolarConfig, { query: { sn: solar } })
  const load = (loadOn: boolean) =>
    operator.call(setSolarConfig, { body: { sn: solar, config: { ...config, loadOn } } })
  await load(true)
  expect(await video(solar)).toEqual([1, 1, 1, 1])
  const { channelsOnline: before } = await operator.call(mediaSituation)
  await load(false)
  expect(await video(solar)).toEqual([0, 0, 0, 1])
  expect(await start(solar)).toBe('The camera is offline: no power')
  expect((await operator.call(mediaSituation)).channelsOnline).toBeLessThan(before)
  await load(true)
  expect(await video(solar)).toEqual([1, 1, 1, 1])

  const raise = async (sn: string) => {
    const body = { sn, chnId: 1, type: 'DeviceAlarm', subType: 'PowerLoss' }
    return (await control(simulator.url, controlRaiseAlarm, { body })).id
  }
  const camera = await stationOf('camera')
  const car = await stationOf('vehicle')
  const alarm = await raise(camera)
  await raise(car)
  await control(simulator.url, controlSetClock, { body: { action: 'jump', byMs: 10_000 } })
  const onlineOf = async (sn: string) => (await video(sn))[3]
  await expect.poll(() => onlineOf(camera)).toBe(0)
  expect(await onlineOf(car)).toBe(1)
  expect(await start(camera)).toBe('The camera is offline: no power')
  await control(simulator.url, controlSetClock, { body: { action: 'jump', byMs: 300_000 } })
  await expect.poll(() => onlineOf(camera)).toBe(1)
  const state = async () => (await operator.call(getAlarm, { query: { id: alarm } })).state
  await expect.poll(state).toBe(2)
})

it('levels of a gas detector and thresholds of a field hold at once, and refuse what is the wrong way round', async () => {
  const gas = await stationOf('gasDetector')
  const { config, sensors } = await operator.call(getGasConfig, { query: { sn: gas } })
  expect(sensors.length).toBeGreaterThan(3)
  for (const { lifeDays, daysLeft } of sensors) expect(daysLeft).toBeLessThanOrEqual(lifeDays)
  const levels = { ...config.levels, co: { low: 0.5, high: 5 } }
  await operator.call(setGasConfig, { body: { sn: gas, config: { ...config, levels } } })
  const co = (await operator.call(gasRealtime, { query: { sn: gas } })).list.find(
    ({ code }) => code === 'g02',
  )
  expect(co?.high).toBe(0.5)
  // In another unit the readings, their limits and the levels on the page of the detector go together.
  const { list: quantities } = await operator.call(listQuantities, { query: { text: 'g02' } })
  const { icon: _icon, reportedUnit: _unit, system: _system, changed: _changed, ...entry } = quantities[0]!
  const micrograms = { ...entry, unit: 'µg/m³', factor: 1000, decimals: 0 }
  await operator.call(updateQuantity, { body: micrograms })
  const shown = (await operator.call(gasRealtime, { query: { sn: gas } })).list.find(
    ({ code }) => code === 'g02',
  )
  expect(shown).toMatchObject({ F: 'µg/m³', decimals: 0, high: 500 })
  const told = await operator.call(getGasConfig, { query: { sn: gas } })
  expect(told.sensors.find(({ code }) => code === 'g02')?.levels).toEqual({ low: 500, high: 5000 })
  expect(told.config.levels.co).toEqual({ low: 0.5, high: 5 })
  await operator.call(deleteQuantity, { body: { code: 'g02' } })
  const crossed = { ...config, levels: { ...config.levels, co: { low: 5, high: 5 } } }
  expect((await operator.ask(setGasConfig, { body: { sn: gas, config: crossed } })).code).toBe(CODES.invalid)

  const farm = await stationOf('farmStation')
  const field = await operator.call(getAgricultureConfig, { query: { sn: farm } })
  const moisture = field.advice.moisture!
  expect(moisture).toBeGreaterThan(0)
  const thresholds = (irrigateBelow: number, irrigateTo: number) => ({
    ...field.config,
    irrigateBelow,
    irrigateTo,
  })
  await operator.call(setAgricultureConfig, { body: { sn: farm, config: thresholds(59, 62) } })
  const dry = (await operator.call(getAgricultureConfig, { query: { sn: farm } })).advice
  expect(moisture > 45 ? ['wet'] : ['water', 'raining']).toContain(dry.state)
  if (moisture <= 45) expect(dry.millimetres).toBeCloseTo((62 - dry.moisture!) * 3, 0)
  await operator.call(setAgricultureConfig, { body: { sn: farm, config: thresholds(5, 6) } })
  expect((await operator.call(getAgricultureConfig, { query: { sn: farm } })).advice.state).toMatch(
    /enough|wet|water/,
  )
  const wrong = await operator.ask(setAgricultureConfig, { body: { sn: farm, config: thresholds(30, 30) } })
  expect(wrong.code).toBe(CODES.invalid)
})

it('nobody without the right sees the wire of a station or sets it', async () => {
  const nobody = new Operator(simulator.url)
  const sn = await stationOf('hj212Station')
  expect((await nobody.ask(stationPackets, { query: { sn } })).code).toBe(CODES.notSignedIn)
  const camera = await stationOf('camera')
  expect((await operator.ask(stationPackets, { query: { sn: camera } })).code).toBe(CODES.notFound)
  expect((await operator.ask(getGasConfig, { query: { sn } })).code).toBe(CODES.notFound)
})
