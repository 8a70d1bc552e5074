import { DAY_MS, fromCivil, HOUR_MS } from '@backlot/contract/time'
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

const YESTERDAY = fromCivil(2026, 11, 19)
const seconds = (ms: number) => ms / 1000
const span = (fromMs: number, toMs: number) => ({ startTime: seconds(fromMs), endTime: seconds(toMs) })
const MORNING = span(YESTERDAY + 8 * HOUR_MS, YESTERDAY + 10 * HOUR_MS)
const ask = (body: object) =>
  north.post('/api/queryRecordFile', { sn: 'N-PTZ', chnId: 1, ...MORNING, ...body })
const play = (query: Record<string, string | number>) =>
  north.get(
    `/api/startPlayRecordFileReq?${new URLSearchParams({ sn: 'N-PTZ', chnId: '1', ...strings(query) })}`,
  )
const strings = (query: Record<string, string | number>) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))

test('files of a span are told, the one that is being recorded as such', async () => {
  const { data } = (await ask({})) as unknown as { data: { list: object[]; total: number } }
  expect(data.total).toBe(2)
  expect(data.list[0]).toMatchObject({
    sn: 'N-PTZ',
    chnId: 1,
    startTime: seconds(YESTERDAY + 8 * HOUR_MS),
    fileType: 2,
    source: 'server',
    executionStatus: 1,
  })
  const now = (await ask(span(START_MS - HOUR_MS / 2, START_MS + 1000))) as unknown as typeof data & {
    data: { list: { executionStatus: number }[] }
  }
  expect(now.data.list.at(-1)?.executionStatus).toBe(0)
  const noon = span(YESTERDAY + 12 * HOUR_MS, YESTERDAY + 12.5 * HOUR_MS)
  expect((await ask(noon)).data).toMatchObject({ total: 0 })
  expect((await ask({ ...noon, source: 'device' })).data).toMatchObject({
    total: 1,
    list: [{ fileType: 0, source: 'device' }],
  })
})

test.each([
  [span(YESTERDAY + HOUR_MS, YESTERDAY), 'startTime', 'The start cannot be later than the end'],
  [span(YESTERDAY, YESTERDAY + DAY_MS + 1000), 'endTime', 'Only 24 hours can be queried'],
  [
    span(YESTERDAY - 181 * DAY_MS, YESTERDAY - 180.5 * DAY_MS),
    'startTime',
    'Only the last 180 days can be queried',
  ],
  [span(YESTERDAY + DAY_MS, YESTERDAY + 2 * DAY_MS + 1000), 'endTime', 'Future dates cannot be selected'],
])('a wrong span is refused with its reason, by every query (%#)', async (wrong, field, msg) => {
  for (const path of ['/api/queryRecordFile', '/api/queryCaptureFile', '/api/downloadRecordFileReq']) {
    const answer = await north.post(path, { sn: 'N-PTZ', chnId: 1, ...wrong })
    if (wrong.endTime - wrong.startTime > 86_400) expect(answer.msg).toMatch(/24 hours/)
    else expect(answer).toMatchObject({ code: 400, msg, data: { field } })
  }
})

test('devices of others and channels without video are as if they were not there', async () => {
  expect((await ask({ sn: 'S-PTZ' })).code).toBe(404)
  expect((await ask({ chnId: 9 })).code).toBe(404)
  expect((await play({ sn: 'S-PTZ', ...MORNING })).code).toBe(404)
  expect((await north.post('/api/queryCaptureFile', { sn: 'S-PTZ', ...MORNING })).code).toBe(404)
  expect((await north.post('/api/downloadRecordFileReq', { sn: 'S-PTZ', chnId: 1, ...MORNING })).code).toBe(
    404,
  )
  const picture = encodeURIComponent(`S-PTZ~1~${(YESTERDAY + 8 * HOUR_MS).toString(36)}~1`)
  expect((await north.get(`/api/captureFile/${picture}`)).code).toBe(404)
})

test('what lies on a device can be asked for while it is on line only', async () => {
  const slot = platform.directory.slotOf('N-CAR') ?? 0
  platform.directory.setOnline(slot, { videoOnlineStatus: 0 })
  expect(await ask({ sn: 'N-CAR', source: 'device' })).toMatchObject({
    code: -1,
    msg: 'The device is offline',
  })
  expect((await ask({ sn: 'N-CAR' })).code).toBe(0)
  platform.directory.setOnline(slot, { videoOnlineStatus: 1 })
})

test('a file or a span is played at an address with a token, and failures have their codes', async () => {
  const byFile = await play({ fid: `N-PTZ-1-${seconds(YESTERDAY + 8 * HOUR_MS).toString(36)}` })
  expect(byFile.data).toMatchObject({ startTime: MORNING.startTime, endTime: MORNING.startTime + 3600 })
  expect((byFile.data as { url: string }).url).toMatch(/^\/replay\/playback-\d+\.flv\?token=t$/)
  expect((await play(MORNING)).data).toMatchObject({ ...MORNING, playback: { state: 'playing', speed: 1 } })
  expect(await play({ fid: 'N-PTZ-1-xyz' })).toMatchObject({ code: 5, status: 200 })
  expect(await play({ fid: 'N-CAR-1-abc' })).toMatchObject({ code: 5 })
  expect(await play({ ...span(YESTERDAY + 12 * HOUR_MS, YESTERDAY + 12.5 * HOUR_MS) })).toMatchObject({
    code: 5,
    msg: 'No recording files',
  })
  expect(await play({ sn: 'N-UNBOUND', ...MORNING })).toMatchObject({ code: 2, status: 200 })
  expect((await play({})).code).toBe(400)
  expect((await play({ ...MORNING, speed: 5 })).code).toBe(400)
})

test('a playback is steered by its own sign-in alone, which hears of it on the channel', async () => {
  const { data } = (await play(MORNING)) as unknown as { data: { sessionId: string } }
  const { sessionId } = data
  const other = await platform.signIn('north')
  platform.outbox.drain(platform.hostClock.now())
  expect((await other.post('/api/controlPlayRecordFileReq', { sessionId, action: 'pause' })).code).toBe(404)
  const paused = await north.post('/api/controlPlayRecordFileReq', { sessionId, action: 'pause' })
  expect(paused.data).toMatchObject({ sessionId, state: 'paused' })
  expect(platform.outbox.drain(platform.hostClock.now()).direct).toMatchObject([
    { sessionId: north.sessionId, message: { type: 'playback', playback: { sessionId, state: 'paused' } } },
  ])
  expect((await north.get(`/api/playRecordFileState?sessionId=${sessionId}`)).data).toMatchObject({
    state: 'paused',
  })
  expect((await north.post('/api/stopPlayRecordFileReq', { sessionId })).code).toBe(0)
  expect((await north.post('/api/stopPlayRecordFileReq', { sessionId })).code).toBe(404)
})

test("half an hour can be downloaded at once, and a download is its own sign-in's", async () => {
  const body = { sn: 'N-PTZ', chnId: 1 }
  const tooLong = await north.post('/api/downloadRecordFileReq', { ...body, ...MORNING })
  expect(tooLong).toMatchObject({ code: 400, data: { field: 'endTime' } })
  const clip = span(YESTERDAY + 8 * HOUR_MS, YESTERDAY + 8.5 * HOUR_MS)
  const { data } = (await north.post('/api/downloadRecordFileReq', { ...body, ...clip })) as unknown as {
    data: { downloadId: string }
  }
  expect(data).toMatchObject({ state: 'waiting', fileName: 'N-PTZ_1_20261119_080000.mp4' })
  const other = await platform.signIn('north')
  expect((await other.get('/api/downloadRecordFile/list')).data).toEqual({ list: [] })
  expect((await north.get('/api/downloadRecordFile/list')).data).toMatchObject({ list: [data] })
  expect((await other.post('/api/downloadRecordFile/cancel', data)).code).toBe(404)
  expect((await north.post('/api/downloadRecordFile/cancel', data)).code).toBe(0)
})

test('a download that reaches past now says that it ends now, and one ahead of now is refused', async () => {
  const body = { sn: 'N-PTZ', chnId: 1 }
  const clip = span(START_MS - 60_000, START_MS + 600_000)
  const { data } = await north.post('/api/downloadRecordFileReq', { ...body, ...clip })
  expect(data).toMatchObject({ startTime: clip.startTime, endTime: seconds(START_MS), state: 'waiting' })
  await north.post('/api/downloadRecordFile/cancel', data as object)
  const ahead = span(START_MS + 1000, START_MS + 5000)
  expect(await north.post('/api/downloadRecordFileReq', { ...body, ...ahead })).toMatchObject({ code: 5 })
})

test('captures are those of the rules, of manual snapshots and of alarms, newest first, with their pictures', async () => {
  const seq = 'AbCdEfGhIjKlMnOpQrSt'
  await north.post('/api/v1/manual/snapshot', { sn: 'N-PTZ', chnId: 1, seq })
  const today = span(START_MS - 2 * HOUR_MS, START_MS + 1000)
  const { data } = (await north.post('/api/queryCaptureFile', { sn: 'N-PTZ', ...today })) as unknown as {
    data: {
      list: { fid: string; url: string; time: number; fileType: number; alarmSeq?: string }[]
      total: number
    }
  }
  // Every half hour by the device, every hour by the platform, from eight to ten.
  expect(data.list.filter(({ fileType }) => fileType === 3)).toHaveLength(5)
  expect(data.list.filter(({ fileType }) => fileType === 5)).toHaveLength(3)
  expect(data.list.filter(({ fileType }) => fileType === 4)).toMatchObject([{ alarmSeq: seq }])
  expect(data.list.every(({ time }, i) => i === 0 || time <= data.list[i - 1]!.time)).toBe(true)
  const picture = await platform.ask(`${data.list[0]!.url}?width=320`, {
    headers: { authorization: `Bearer ${north.sessionId}` },
  })
  expect(picture.response.headers.get('content-type')).toBe('image/jpeg')
  expect(await picture.response.text()).toContain(`N-PTZ 1 at ${data.list[0]!.time * 1000}, 320`)
  const page = await north.post('/api/queryCaptureFile', {
    sn: 'N-PTZ',
    ...today,
    currentPage: 2,
    pageSize: 4,
  })
  expect(page.data).toMatchObject({ total: 9, list: data.list.slice(4, 8) })
  const never = data.list[0]!.fid.replace(/~[0-9a-z]+~/, `~${(START_MS - 1234).toString(36)}~`)
  expect((await north.get(`/api/captureFile/${never}`)).code).toBe(6)
})

test('what a device takes by itself is there when its own upload has sent it, and not at all when it is not chosen', async () => {
  const admin = await platform.signIn('admin')
  const MINUTE_MS = HOUR_MS / 60
  const set = async (fileTypes: string[]) => {
    const config = { packMinutes: 10, uploadMinutes: 60, fileTypes }
    expect((await admin.post('/api/config/v1/set/uploadConfig', { sn: 'N-PTZ', config })).code).toBe(0)
  }
  /** Minutes after ten of the pictures by the device, of this morning. */
  const taken = async () => {
    const body = { sn: 'N-PTZ', ...span(START_MS + MINUTE_MS, platform.platformClock.now()), fileTypes: [3] }
    const { data } = (await north.post('/api/queryCaptureFile', body)) as unknown as {
      data: { list: { time: number }[] }
    }
    return data.list.map(({ time }) => (time * 1000 - START_MS) / MINUTE_MS).reverse()
  }
  const until = (minute: number) =>
    platform.hostClock.advance(START_MS + minute * MINUTE_MS - platform.platformClock.now())
  await set(['deviceTimingCapture'])
  until(45)
  expect(await taken()).toEqual([])
  until(61)
  expect(await taken()).toEqual([30, 60])
  await set(['video'])
  until(121)
  expect(await taken()).toEqual([30, 60])
  await set(['deviceTimingCapture'])
  until(181)
  expect(await taken()).toEqual([30, 60, 150, 180])
})
