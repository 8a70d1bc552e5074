import { randomFillSync } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CODES } from '@backlot/contract/codes'
import { HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import { PNG } from 'pngjs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTestPlatform,
  START_MS,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'
import { openPictures } from './picture-store.ts'

type Client = Awaited<ReturnType<TestPlatform['signIn']>>
let platform: TestPlatform
let admin: Client
let north: Client
beforeEach(async () => {
  platform = await createTestPlatform({ uploadLimits: { bytesEach: 1_000_000, countEach: 3 } })
  admin = await platform.signIn('admin')
  north = await platform.signIn('north')
})
afterEach(() => platform[Symbol.asyncDispose]())

let next = 0
/** Another picture each time. */
const picture = () => PNG.sync.write(new PNG({ width: 300 + next++, height: 60 }))
const upload = async (who: Client, bytes = picture()) => {
  const answer = await who.upload('/uploadFile?filename=a.png', bytes, 'image/png')
  return { ...answer, filePath: (answer.data as { filePath?: string } | undefined)?.filePath ?? '' }
}
type Listed = { list: { filePath: string; use: string | null }[]; usedBytes: number; maxCount: number }
const list = async (who: Client, userId?: number) =>
  (await who.get(`/uploadFile/list${userId === undefined ? '' : `?userId=${userId}`}`)) as unknown as {
    code: number
    data: Listed
  }
const remove = (who: Client, filePaths: string[], more: object = {}) =>
  who.post('/uploadFile/delete', { filePaths, ...more })
const idOf = async (who: Client) =>
  ((await who.get('/user/getInfo')) as { data: { userInfo: { userId: number } } }).data.userInfo.userId

test('an account that has reached its limit is refused in its language; others go on', async () => {
  for (let n = 0; n < 3; n++) expect((await upload(north)).code).toBe(0)
  expect(await upload(north)).toMatchObject({
    status: 409,
    code: CODES.conflict,
    msg: expect.stringMatching(/reached the limit for pictures \(3/),
  })
  const chinese = platform.client(north.sessionId, 'zh')
  expect((await upload(chinese)).msg).toMatch(/图片已达上限/)
  expect((await upload(admin)).code).toBe(0)
  expect((await list(north)).data).toMatchObject({ maxCount: 3, list: [{ use: null }, { use: null }, {}] })
})

test('uploads at the same time do not pass the limit together, and the same picture counts once', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(north)))
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(3)
  const bytes = picture()
  await upload(admin, bytes)
  await upload(admin, bytes)
  expect((await list(admin)).data.list).toHaveLength(1)
})

test('bytes are limited as pictures are', async () => {
  const noise = new PNG({ width: 400, height: 300 })
  randomFillSync(noise.data)
  const large = () => {
    noise.data[0] = next++
    return PNG.sync.write(noise)
  }
  const { length } = large()
  expect(length).toBeGreaterThan(350_000)
  expect((await upload(north, large())).code).toBe(0)
  expect((await upload(north, large())).code).toBe(0)
  expect((await upload(north, large())).code).toBe(409)
})

test('what is deleted makes room; who deletes names what is theirs', async () => {
  const paths = [
    (await upload(north)).filePath,
    (await upload(north)).filePath,
    (await upload(north)).filePath,
  ]
  expect(await remove(north, paths.slice(0, 2))).toMatchObject({ code: 0, data: { deleted: 2, kept: [] } })
  expect((await north.get(paths[0]!)).status).toBe(404)
  expect((await upload(north)).code).toBe(0)
  expect(await remove(admin, [paths[2]!])).toMatchObject({ status: 404 })
  expect(await remove(north, ['/upload/../backlot.db'])).toMatchObject({ status: 400 })
})

test('the pictures of others are for administrators', async () => {
  const [userId, adminId] = [await idOf(north), await idOf(admin)]
  const { filePath } = await upload(north)
  expect((await list(north, adminId)).code).toBe(CODES.notPermitted)
  expect((await remove(north, [filePath], { userId: adminId })).code).toBe(CODES.notPermitted)
  expect((await list(admin, userId)).data.list).toHaveLength(1)
  expect(await remove(admin, [filePath], { userId })).toMatchObject({ data: { deleted: 1 } })
  expect((await list(north)).data.list).toEqual([])
})

test('a picture in use is kept and named; one that another account keeps too is not needed', async () => {
  const bytes = picture()
  const { filePath } = await upload(north, bytes)
  expect((await north.post('/user/updateMyInfo', { logo: filePath })).code).toBe(0)
  expect((await list(north)).data.list).toMatchObject([{ filePath, use: 'logo' }])
  expect(await remove(north, [filePath])).toMatchObject({
    data: { deleted: 0, kept: [{ filePath, use: 'logo' }] },
  })
  await upload(admin, bytes)
  expect(await remove(north, [filePath])).toMatchObject({ data: { deleted: 1 } })
  expect((await north.get(filePath)).status).toBe(200)
  expect(await remove(admin, [filePath])).toMatchObject({ data: { kept: [{ use: 'logo' }] } })
})

test('every place that keeps a path keeps its picture: person, comment, alarm', async () => {
  const face = (await upload(admin)).filePath
  const person = {
    name: 'A Person',
    label: 'VIP',
    identityCard: '11010519491231002X',
    sex: 0,
    birthday: '1949-12-31',
    face,
  }
  expect((await admin.post('/controlList/add', person)).code).toBe(0)
  expect((await list(admin)).data.list).toMatchObject([{ filePath: face, use: 'person' }])
  const shot = (await upload(admin)).filePath
  await platform.records.alarms.raise([
    {
      sn: 'N-PTZ',
      chnId: 1,
      alarmSeq: 'a',
      type: 'IoAlarm',
      subType: 'SOS',
      alarmSource: 1,
      startMs: START_MS,
      resources: [{ type: 1, url: shot }],
    },
  ])
  expect(await remove(admin, [face, shot])).toMatchObject({
    data: {
      deleted: 0,
      kept: [
        { filePath: face, use: 'person' },
        { filePath: shot, use: 'alarm' },
      ],
    },
  })
})

test('a replaced logo goes after a day, sooner when its owner needs room; what is in use stays', async () => {
  const first = (await upload(north)).filePath
  const second = (await upload(north)).filePath
  await north.post('/user/updateMyInfo', { logo: first })
  await north.post('/user/updateMyInfo', { logo: second })
  await upload(north)
  expect((await upload(north)).code).toBe(409)
  platform.hostClock.advance(11 * MINUTE_MS)
  const needed = await upload(north)
  expect(needed.code).toBe(0)
  expect((await north.get(first)).status).toBe(404)
  expect((await north.get(second)).status).toBe(200)
  platform.hostClock.advance(25 * HOUR_MS)
  const later = await platform.signIn('north')
  await expect.poll(async () => (await later.get(needed.filePath)).status).toBe(404)
  expect((await later.get(second)).status).toBe(200)
})

test('an uploads folder that is taken away alone: its pictures are gone, others can be stored', async () => {
  const { filePath } = await upload(north)
  rmSync(join(platform.folder, 'uploads'), { recursive: true })
  expect((await north.get(filePath)).status).toBe(404)
  expect((await list(north)).data).toMatchObject({ list: [], usedBytes: 0 })
  const again = await upload(north)
  expect((await north.get(again.filePath)).status).toBe(200)
})

test('a data folder that is gone does not come again for a picture', async () => {
  const folder = join(platform.folder, 'data', 'uploads')
  await mkdir(folder, { recursive: true })
  const pictures = openPictures({
    folder,
    quota: { bytesEach: 1e6, countEach: 9, bytesInAll: 1e6 },
    nowMs: () => START_MS,
  })
  rmSync(join(platform.folder, 'data'), { recursive: true })
  const name = `${'a'.repeat(32)}.png`
  await expect(pictures.put(1, name, picture())).rejects.toMatchObject({ code: CODES.unavailable })
  expect(pictures.has(name)).toBe(false)
  await expect(stat(join(platform.folder, 'data'))).rejects.toThrow('ENOENT')
})

const NAME = `${'b'.repeat(32)}.png`
function store(folder: string, write?: typeof writeFile) {
  return openPictures({
    folder,
    quota: { bytesEach: 1e6, countEach: 9, bytesInAll: 2e6 },
    nowMs: () => START_MS,
    write,
  })
}

test('a full disk is 507 in words; nothing of the picture stays and it is counted nowhere', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-full-'))
  const full = (async (path: string, bytes: Buffer) => {
    // As a disk that fills up in the middle of a file.
    writeFileSync(path, bytes.subarray(0, 10))
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }) as unknown as typeof writeFile
  const pictures = store(folder, full)
  await expect(pictures.put(1, NAME, picture())).rejects.toMatchObject({ code: CODES.storageFull })
  expect(readdirSync(folder, { recursive: true })).toEqual(['1'])
  expect([pictures.has(NAME), pictures.totals()]).toEqual([false, { count: 0, bytes: 0 }])
  rmSync(folder, { recursive: true })
})

test('a start removes half pictures and finds the whole ones, those from before they had owners too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-uploads-'))
  await mkdir(join(folder, '7'))
  await writeFile(join(folder, `${NAME}.1-1.part`), 'half')
  await writeFile(join(folder, '7', `${NAME}.1-2.part`), 'half')
  await writeFile(join(folder, NAME), 'of nobody')
  await writeFile(join(folder, '7', NAME), 'of seven')
  await utimes(join(folder, '7', NAME), new Date(), new Date(START_MS + 86_400_000))
  const pictures = store(folder)
  expect((readdirSync(folder, { recursive: true }) as string[]).sort()).toEqual(
    ['7', `7/${NAME}`, NAME].sort(),
  )
  expect(pictures.ownersOf(NAME)).toBe(2)
  expect(String(await pictures.read(NAME))).toBe('of nobody')
  // One that was stored by a clock that was ahead is from now.
  expect(pictures.ofUser(7)[0]?.storedMs).toBeLessThanOrEqual(START_MS)
  rmSync(folder, { recursive: true })
})
