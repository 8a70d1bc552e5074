import { listAlarms } from '@backlot/contract/alarms/calls'
import { controlClock } from '@backlot/contract/control/calls'
import { listMessages, sendMessage } from '@backlot/contract/device-messages/calls'
import { positions } from '@backlot/contract/devices/calls'
import { dispatchRoute, nearestDevices } from '@backlot/contract/map-dispatch/calls'
import { addDrawing, deleteDrawing, listDrawings, updateDrawing } from '@backlot/contract/map-drawings/calls'
import { alarmHeat } from '@backlot/contract/map-heat/calls'
import { mapTraffic } from '@backlot/contract/map-traffic/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { partOperator } from '../../testing/part-operator.ts'

let simulator: LaunchedSimulator
let admin: Operator
/** Sees some groups only. */
let partial: Operator

beforeAll(async () => {
  simulator = await launchSimulator(['--no-rtmp'])
  admin = await Operator.signIn(simulator.url)
  partial = await partOperator(admin)
})
afterAll(() => simulator?.[Symbol.asyncDispose]())

const PLACE = { longitude: 116.403963, latitude: 39.915119 }

/** Metres on a plane that touches the city. */
function metresBetween(
  a: { longitude: number; latitude: number },
  b: { longitude: number; latitude: number },
) {
  const east = (a.longitude - b.longitude) * Math.cos((b.latitude * Math.PI) / 180) * 111_320
  return Math.hypot(east, (a.latitude - b.latitude) * 111_320)
}

it('cameras and units of a place come nearest first by road, which is never shorter than the flight', async () => {
  for (const operator of [admin, partial]) {
    const seen = new Set((await operator.call(positions)).sn)
    for (const kind of ['camera', 'unit'] as const) {
      const query = { ...PLACE, kind, limit: 10, withinM: 20_000 }
      const { list } = await operator.call(nearestDevices, { query })
      expect(list.every(({ sn }) => seen.has(sn))).toBe(true)
      for (const { straightM, roadM = Number.POSITIVE_INFINITY } of list) {
        // Both ends are taken to the road nearest to them.
        expect(roadM).toBeGreaterThan(straightM - 400)
      }
      const far = list.filter(({ straightM }) => straightM > 150).map(({ roadM = 0 }) => roadM)
      expect(far).toEqual([...far].sort((a, b) => a - b))
    }
  }
  expect(
    (await admin.call(nearestDevices, { query: { ...PLACE, kind: 'unit' } })).list.length,
  ).toBeGreaterThan(2)
})

it('a route leads from one place to the other, as long as it says', async () => {
  const to = { longitude: 116.47, latitude: 39.95 }
  const { points, lengthM, seconds } = await admin.call(dispatchRoute, {
    query: {
      fromLongitude: PLACE.longitude,
      fromLatitude: PLACE.latitude,
      toLongitude: to.longitude,
      toLatitude: to.latitude,
    },
  })
  const line = points.map(([longitude, latitude]) => ({ longitude, latitude }))
  expect(metresBetween(line[0]!, PLACE)).toBeLessThan(400)
  expect(metresBetween(line.at(-1)!, to)).toBeLessThan(400)
  const drawnM = line.slice(1).reduce((sum, point, i) => sum + metresBetween(point, line[i]!), 0)
  expect(drawnM / lengthM).toBeCloseTo(1, 1)
  expect((lengthM / seconds) * 3.6).toBeLessThan(121)
})

it('the heat of alarms sums to the alarms that the query pages', async () => {
  const { nowMs } = await control(simulator.url, controlClock)
  const endTime = Math.floor(nowMs / 1000) - 1
  const span = { startTime: endTime - 86_000, endTime }
  for (const operator of [admin, partial]) {
    const { list } = await operator.call(listAlarms, { query: { ...span, pageSize: 1000 } })
    const placed = list.filter(({ startTime, startLon }) => startLon !== undefined && startTime < endTime)
    const heat = await operator.call(alarmHeat, { query: span })
    expect(heat.total).toBe(placed.length)
    expect(heat.count.reduce((sum, count) => sum + count, 0)).toBe(heat.total)
  }
})

it('drawings belong to whoever drew them', async () => {
  const { id } = await partial.call(addDrawing, {
    body: {
      name: 'Cordon',
      type: 'circle',
      points: [[PLACE.longitude, PLACE.latitude]],
      radius: 300,
      zoom: 15,
      style: { colour: '#ff0000' },
    },
  })
  await partial.call(updateDrawing, { body: { id, fence: { on: 'enter' } } })
  expect((await partial.call(listDrawings)).list).toMatchObject([
    { id, radius: 300, fence: { active: true, on: 'enter', sns: [], groupIds: [] }, ...PLACE },
  ])
  expect((await admin.call(listDrawings)).list).toEqual([])
  expect((await admin.ask(deleteDrawing, { body: { id } })).code).toBe(404)
  await partial.call(deleteDrawing, { body: { id } })
  expect((await partial.call(listDrawings)).list).toEqual([])
})

it('traffic is that of the roads in the window: main ones in a wide one, all in a narrow one', async () => {
  const around = (half: number) => ({
    west: PLACE.longitude - half,
    east: PLACE.longitude + half,
    south: PLACE.latitude - half,
    north: PLACE.latitude + half,
  })
  const near = await partial.call(mapTraffic, { query: around(0.015) })
  const far = await partial.call(mapTraffic, { query: around(0.5) })
  expect(near.list.length).toBeGreaterThan(50)
  expect(Math.max(...far.list.map(({ perLane }) => perLane))).toBeGreaterThan(100)
  for (const { perLane, line } of near.list) {
    expect(perLane).toBeGreaterThanOrEqual(0)
    expect(line.length % 2).toBe(0)
    expect(line.length).toBeGreaterThanOrEqual(4)
  }
})

it('a unit that lives in the simulator takes a text and says so; a camera takes none', async () => {
  const { list } = await admin.call(nearestDevices, { query: { ...PLACE, kind: 'unit', withinM: 20_000 } })
  const { sn } = list[0]!
  const { id } = await admin.call(sendMessage, { body: { sn, text: 'Report your position' } })
  const find = async () => (await admin.call(listMessages)).list.find((message) => message.id === id)
  await expect.poll(find).toMatchObject({ sn, state: 'acknowledged', text: 'Report your position' })
  const cameras = await admin.call(nearestDevices, { query: { ...PLACE, kind: 'camera' } })
  const refused = await admin.ask(sendMessage, { body: { sn: cameras.list[0]!.sn, text: 'Hello' } })
  expect(refused.code).toBe(409)
})
