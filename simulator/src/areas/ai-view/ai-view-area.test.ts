import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestPlatform,
  START_MS,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'

let platform: TestPlatform
let north: Awaited<ReturnType<TestPlatform['signIn']>>
beforeAll(async () => {
  platform = await createTestPlatform()
  north = await platform.signIn('north')
})
afterAll(() => platform[Symbol.asyncDispose]())

const live = (sn: string, fromMs: number, toMs: number, chnId = 1) =>
  north.get(`/ai/detections?sn=${sn}&chnId=${chnId}&fromMs=${fromMs}&toMs=${toMs}`)

test('what is found in live pictures is told for moments that have passed, six a second', async () => {
  const answer = await live('N-PTZ', START_MS - 1000, START_MS + 1000)
  const { list } = answer.data as { list: { timeMs: number; detections: unknown[] }[] }
  expect(list.map(({ timeMs }) => timeMs - START_MS)).toEqual([-833, -667, -500, -333, -167, 0])
  expect(list[0]!.detections).toEqual([
    {
      label: 'person',
      trackId: list[0]!.timeMs % 1000,
      left: 0.25,
      top: 0.5,
      width: 0.0333,
      height: 0.2,
      score: 0.9,
    },
  ])
})

test('spans that are empty, too long or in the future are refused or empty', async () => {
  expect((await live('N-PTZ', START_MS, START_MS)).code).toBe(400)
  expect((await live('N-PTZ', START_MS - 5000, START_MS)).code).toBe(400)
  expect((await live('N-PTZ', START_MS + 5000, START_MS + 6000)).data).toEqual({ list: [] })
})

test('devices that see nothing, or that the caller may not see, have no analysis', async () => {
  expect((await live('N-CAR', START_MS - 1000, START_MS, 99)).code).toBe(30002)
  expect((await live('S-PTZ', START_MS - 1000, START_MS)).code).toBe(404)
  expect((await live('NOBODY', START_MS - 1000, START_MS)).code).toBe(404)
})

test('what was found in the picture of an alarm is told to who may see the alarm', async () => {
  const [alarm] = await platform.records.alarms.raise([
    { sn: 'N-PTZ', chnId: 1, alarmSeq: 'a1', type: 'AiAlarm', subType: 'Intruder', startMs: START_MS },
  ])
  const answer = await north.get(`/ai/alarmDetections?id=${alarm!.id}`)
  expect(answer.data).toMatchObject({ list: [{ label: 'person', trackId: START_MS % 1000 }] })
  expect((await north.get(`/ai/alarmDetections?id=${alarm!.id}&index=3`)).code).toBe(404)
  const south = await platform.signIn('south')
  expect((await south.get(`/ai/alarmDetections?id=${alarm!.id}`)).code).toBe(404)
})
