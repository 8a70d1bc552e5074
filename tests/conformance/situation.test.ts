import { listAlarms, processAlarms } from '@backlot/contract/alarms/calls'
import { controlClock, controlDevices, controlRaiseAlarm } from '@backlot/contract/control/calls'
import { deviceTree, sensorRealtime } from '@backlot/contract/devices/calls'
import { AIR_CODES, airIndex } from '@backlot/contract/situation/air-index'
import { airSituation, alarmSituation, mediaSituation, weatherNow } from '@backlot/contract/situation/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { partOperator } from '../../testing/part-operator.ts'

/** Sums are reused for twenty times the time they took. */
const AGAIN = { timeout: 30_000 }

let simulator: LaunchedSimulator
let admin: Operator
/** Sees some groups only. */
let partial: Operator

beforeAll(async () => {
  simulator = await launchSimulator(['--no-rtmp', '--past-days', '2'])
  admin = await Operator.signIn(simulator.url)
  partial = await partOperator(admin)
})
afterAll(() => simulator?.[Symbol.asyncDispose]())

/** Every alarm of a span, as the query pages them. */
async function allAlarms(operator: Operator, span: { startTime: number; endTime: number }) {
  const alarms = []
  for (let currentPage = 1; ; currentPage++) {
    const page = await operator.call(listAlarms, { query: { ...span, currentPage, pageSize: 1000 } })
    alarms.push(...page.list)
    if (page.list.length < 1000) return alarms
  }
}

const countBy = <T>(list: readonly T[], keyOf: (one: T) => string | number) => {
  const counts = new Map<string | number, number>()
  for (const one of list) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1)
  return counts
}

it('sums of alarms are those of the alarm query, whoever asks', async () => {
  const { nowMs } = await control(simulator.url, controlClock)
  const endTime = Math.floor(nowMs / 1000) - 1
  const span = { startTime: endTime - 24 * 3600, endTime }
  const totals = []
  for (const operator of [admin, partial]) {
    const alarms = await allAlarms(operator, span)
    const sums = await operator.call(alarmSituation, { query: { ...span, top: 50 } })
    const isOpen = ({ processingType }: (typeof alarms)[number]) => processingType === null
    expect(sums).toMatchObject({ total: alarms.length, open: alarms.filter(isOpen).length })
    for (const { type, total, open } of sums.byType) {
      const own = alarms.filter((alarm) => alarm.type === type)
      expect([type, total, open]).toEqual([type, own.length, own.filter(isOpen).length])
    }
    const hours = countBy(alarms, ({ startTime }) => Math.floor(startTime / 3600) * 3600)
    for (const { time, total } of sums.byHour) expect([time, total]).toEqual([time, hours.get(time) ?? 0])
    const devices = countBy(alarms, ({ sn }) => sn)
    for (const { sn, total } of sums.byDevice) expect([sn, total]).toEqual([sn, devices.get(sn)])
    expect(sums.byGroup.reduce((sum, { total }) => sum + total, 0)).toBe(alarms.length)
    totals.push(alarms.length)
  }
  expect(totals[0]).toBeGreaterThan(totals[1]!)
  expect(totals[1]).toBeGreaterThan(0)
})

it('an alarm that is raised and processed changes the sums of today by one', async () => {
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'camera', limit: 1 } })
  const before = await admin.call(alarmSituation)
  const sn = list[0]!.sn
  const { id, alarmSeq } = await control(simulator.url, controlRaiseAlarm, {
    body: { sn, type: 'IoAlarm', subType: 'SOS' },
  })
  const openNow = async () => {
    const { total, byDevice } = await admin.call(alarmSituation, { query: { top: 50 } })
    return { total, open: byDevice.find((row) => row.sn === sn)?.open ?? 0 }
  }
  // On a busy machine an answer is reused for a while. The world continues: other alarms may have come.
  await expect.poll(async () => (await openNow()).total, AGAIN).toBeGreaterThan(before.total)
  const raised = await openNow()
  expect(raised.open).toBeGreaterThan(0)
  await admin.call(processAlarms, { body: { list: [{ id, sn, alarmSeq }], type: 1, content: 'seen' } })
  await expect.poll(async () => raised.open - (await openNow()).open, AGAIN).toBe(1)
})

it('the air is what each station tells by itself', async () => {
  const air = await admin.call(airSituation)
  expect(air.reporting).toBe(air.list.length)
  expect(air.reporting).toBeGreaterThan(20)
  expect(air.stations).toBeGreaterThanOrEqual(air.reporting)
  for (const station of air.list.slice(0, 5)) {
    const { list } = await admin.call(sensorRealtime, { query: { sn: station.sn } })
    // A report may have come in between: then the other moment is not compared.
    if (list[0]?.D !== station.time) continue
    for (const [quantity, value] of Object.entries(station.values)) {
      const code = AIR_CODES[quantity as keyof typeof AIR_CODES]
      expect([quantity, list.find((reading) => reading.code === code)?.V]).toEqual([quantity, value])
    }
    expect(airIndex(station.values).aqi).toBe(station.aqi)
  }
  const pm25 = air.list.flatMap(({ values }) => values.pm25 ?? [])
  expect(air.mean.values.pm25).toBeCloseTo(pm25.reduce((sum, value) => sum + value, 0) / pm25.length, 1)
})

it('the weather and the streams are told, the disk to those alone who may see servers', async () => {
  const { nowMs } = await control(simulator.url, controlClock)
  const weather = await admin.call(weatherNow)
  expect(Math.abs(weather.time - nowMs / 1000)).toBeLessThan(60)
  const media = await admin.call(mediaSituation)
  const tree = await admin.call(deviceTree, { query: { childNode: 1, pageSize: 2000 } })
  const channels = tree.list.reduce((sum, { videoChannelNum = 0 }) => sum + videoChannelNum, 0)
  expect(media.channels).toBe(channels)
  expect(media.disk?.totalBytes).toBeGreaterThan(media.disk?.freeBytes ?? 0)
  expect((await partial.call(mediaSituation)).disk).toBeUndefined()
})
