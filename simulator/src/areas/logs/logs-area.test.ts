import { changeReadState } from '@backlot/contract/alarms/calls'
import type { AnyCall } from '@backlot/contract/call'
import {
  addVisit,
  listAlarmLog,
  listDeviceLog,
  listSystemLog,
  listUserLog,
  listVisitLog,
} from '@backlot/contract/logs/calls'
import { addDrawing, deleteDrawing } from '@backlot/contract/map-drawings/calls'
import { DAY_MS, MINUTE_MS } from '@backlot/contract/time'
import { addWorkspace, deleteWorkspace } from '@backlot/contract/workspaces/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestPlatform,
  START_MS,
  type TestPlatform,
} from '../../composition/areas/test-platform.test-support.ts'
import { targetOfCall, targetParts } from './audit-entry-of-call.ts'

type Client = Awaited<ReturnType<TestPlatform['signIn']>>
type Row = Record<string, unknown>
type Page = { list: Row[]; total: number }

let platform: TestPlatform
let admin: Client
let north: Client

beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
  north = await platform.signIn('north')
})
afterAll(() => platform[Symbol.asyncDispose]())

const TITLE = { showTime: true, showTitle: true, title: 'North gate' }
const SPAN = `startTime=${START_MS / 1000 - 3600}&endTime=${START_MS / 1000 + 3600}`
const ask = async (client: Client, call: { path: string }, more = ''): Promise<Page> => {
  const answer = await client.get(`${call.path}?${SPAN}${more}`)
  expect(answer).toMatchObject({ code: 0 })
  return answer.data as Page
}
/** Gives a role the logs, for accounts below the administrator. */
const withLogs = async () => {
  const { data } = await admin.get('/role/list')
  const role = (
    data as unknown as { list: { roleId: number; name: string; permission: { target: string }[] }[] }
  ).list.find(({ name }) => name === 'Operator')!
  const paths = [
    '/maintenance/userLog',
    '/maintenance/deviceLog',
    '/maintenance/visitLog',
    '/maintenance/alarmLog',
  ]
  const permission = [...role.permission, ...paths.map((target) => ({ target }))]
  expect((await admin.post('/role/update', { roleId: role.roleId, permission })).code).toBe(0)
}

test('a change stands in the user log once, with who did it and to what; a refused one with its code and words', async () => {
  const made = await admin.post('/user/add', {
    loginName: 'newone',
    name: 'New one',
    roleId: 2,
    nodeId: 1,
    password: 'a'.repeat(64),
    singleLogin: false,
  })
  expect(made.code).toBe(0)
  const again = await admin.post('/user/add', {
    loginName: 'newone',
    name: 'New one',
    roleId: 2,
    nodeId: 1,
    password: 'a'.repeat(64),
    singleLogin: false,
  })
  expect(again.code).toBe(409)
  const { list, total } = await ask(admin, listUserLog, '&action=users.add&sort=time&order=asc')
  expect(total).toBe(2)
  expect(list[0]).toMatchObject({ loginName: 'admin', action: 'users.add', result: 0, address: '127.0.0.1' })
  expect(list[0]!['detail']).toMatchObject({ loginName: 'newone' })
  expect(list[1]).toMatchObject({ result: 409, target: 'newone', detail: { refused: again.msg } })
  expect(JSON.stringify(list)).not.toContain('aaaaaa')
  expect((await ask(admin, listUserLog, '&action=users.&result=refused')).total).toBe(1)
})

test('a change names what it was done to as it was called then, gone or not, and its refusal is read in any language', async () => {
  const account = (loginName: string) => ({
    loginName,
    name: loginName,
    roleId: 2,
    nodeId: 1,
    password: 'b'.repeat(64),
    singleLogin: false,
  })
  const { data } = await admin.post('/user/add', account('shortlived'))
  const { userId } = data as { userId: number }
  expect((await admin.post('/user/delete', { userId })).code).toBe(0)
  const roles = await admin.post('/role/add', { name: 'Guards', type: 1, permission: [] })
  const { roleId } = roles.data as { roleId: number }
  expect((await admin.post('/role/update', { roleId, name: 'Watch' })).code).toBe(0)
  const refused = await admin.post('/user/delete', { userId })
  expect(refused.code).not.toBe(0)
  const gone = await ask(admin, listUserLog, '&action=users.delete&result=done&sort=time&order=desc')
  expect(gone.list[0]).toMatchObject({ target: String(userId), targetName: 'shortlived', detail: {} })
  const renamed = await ask(admin, listUserLog, '&action=roles.update&sort=time&order=desc')
  expect(renamed.list[0]).toMatchObject({
    targetName: 'Guards',
    detail: { before: { name: 'Guards' }, after: { name: 'Watch' } },
  })
  const steered = await ask(admin, listUserLog, '&action=ptz.control')
  for (const row of steered.list) expect(row['targetName']).not.toBe('')

  const path = `${listUserLog.path}?${SPAN}&action=users.delete&result=refused`
  const reasons = await Promise.all(
    (['en', 'zh'] as const).map(async (lang) => {
      const answer = await platform.ask(path, {
        headers: { authorization: `Bearer ${admin.sessionId}`, lang },
      })
      const { list } = answer.data as { list: { detail: { refused: string } }[] }
      return list[0]!.detail.refused
    }),
  )
  expect(reasons).toEqual(['User not found', '用户不存在'])
})

test('what only its user has is called by its name too, and a refused input is read in any language', async () => {
  const named = async (action: string) => {
    const { list } = await ask(admin, listUserLog, `&action=${action}&sort=time&order=desc`)
    return list[0]!['targetName']
  }
  const made = async (path: string, body: object) => {
    const { code, data } = await admin.post(path, body)
    expect(code, path).toBe(0)
    const { id }: { id: number } = data
    return id
  }
  const folder = await made('/favorites/add', { parentId: 0, type: 0, name: 'Gates' })
  await made('/favorites/update', { id: folder, name: 'Doors' })
  expect(await named('favourites.update')).toBe('Gates')
  platform.hostClock.advance(1000)
  await made('/favorites/delete', { id: folder })
  expect(await named('favourites.delete')).toBe('Doors')
  const workspace = await made(addWorkspace.path, { name: 'Night', path: '/index', query: { levels: '1' } })
  await made(deleteWorkspace.path, { id: workspace })
  expect(await named('workspaces.delete')).toBe('Night')
  const drawing = await made(addDrawing.path, {
    name: 'Fence of the yard',
    type: 'circle',
    points: [[116.4, 39.9]],
    radius: 200,
    zoom: 12,
    mapType: 'own',
    style: { colour: '#112233', width: 2, opacity: 0.5 },
    fence: null,
    longitude: 116.4,
    latitude: 39.9,
  })
  await made(deleteDrawing.path, { id: drawing })
  expect(await named('mapDrawings.delete')).toBe('Fence of the yard')

  expect((await admin.post('/favorites/delete', { id: 'x' })).code).toBe(400)
  const path = `${listUserLog.path}?${SPAN}&action=favourites.delete&result=refused`
  const [en, zh] = await Promise.all(
    (['en', 'zh'] as const).map(async (lang) => {
      const headers = { authorization: `Bearer ${admin.sessionId}`, lang }
      const { list } = (await platform.ask(path, { headers })).data as {
        list: { detail: { refused: string } }[]
      }
      return list[0]!.detail.refused
    }),
  )
  expect(en).toBe('id: must be a number')
  expect(zh).toBe('id: 应为数字')
})

test('a call that writes no history of its own is in the user log all the same; reads are not', async () => {
  await north.post('/api/ptzContorlReq', { sn: 'N-PTZ', chnId: 1, cmd: 0, speed: 30 })
  await north.get('/user/getInfo')
  const { list } = await ask(admin, listUserLog, '&loginName=NORT')
  expect(list.map(({ action }) => action)).toEqual(['ptz.control', 'session.login'])
  expect(list[0]).toMatchObject({ target: 'N-PTZ / 1', result: 0 })
})

test('a failed sign-in is told with the name that was tried', async () => {
  await platform.tryToSignIn('north', 'wrong')
  const { list } = await ask(admin, listUserLog, '&action=session.login&result=refused')
  expect(list).toMatchObject([{ userId: 0, loginName: 'north', result: 20003, address: '127.0.0.1' }])
})

test('an action that its area names otherwise than its call stands there once', async () => {
  const { data } = await admin.post('/wos/api/work/order/add', {
    title: 'Look at the gate',
    sn: 'N-PTZ',
  })
  const { id } = data as unknown as { id: number }
  platform.hostClock.advance(1000)
  expect((await admin.post('/wos/api/work/order/step', { id, version: 1, action: 'take' })).code).toBe(0)
  const { list } = await ask(admin, listUserLog, '&action=workOrders.')
  expect(list.map(({ action }) => action)).toEqual(['workOrders.take', 'workOrders.add'])
})

test('a used request id hides nothing', async () => {
  const before = (await ask(admin, listUserLog, '&action=favourites.add')).total
  for (let i = 0; i < 2; i++) {
    platform.hostClock.advance(1000)
    await platform.ask('/favorites/add', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${admin.sessionId}`,
        'content-type': 'application/json',
        'x-request-id': 'mine',
      },
      body: JSON.stringify({ parentId: 0, type: 0, name: `Folder ${i}` }),
    })
  }
  expect((await ask(admin, listUserLog, '&action=favourites.add')).total).toBe(before + 2)
})

test('whoever is no administrator sees the own actions and those of sub-accounts', async () => {
  await withLogs()
  await platform.signIn('south')
  const names = new Set((await ask(north, listUserLog)).list.map(({ loginName }) => loginName))
  expect(names).toEqual(new Set(['north', 'south']))
})

test('pages that were opened are told with their browser; only routes of the console are taken', async () => {
  const call = addVisit as unknown as AnyCall
  const visit = (path: string) =>
    platform.ask(call.path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${north.sessionId}`,
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
      },
      body: JSON.stringify({ path }),
    })
  expect((await visit('/dispatch')).code).toBe(0)
  expect((await visit('/etc/passwd')).code).toBe(400)
  const { list, total } = await ask(admin, listVisitLog)
  expect(total).toBe(1)
  expect(list[0]).toMatchObject({ loginName: 'north', path: '/dispatch', browser: 'Chrome 141' })
})

test('devices that come and go are in the device log of those who see their group', async () => {
  const { logs } = platform.areas
  const { view } = platform.records
  const groupOf = (sn: string) => view.device(sn)!.groupId
  logs.device('offline', { sn: 'N-PTZ', groupId: groupOf('N-PTZ') }, { level: 1 })
  logs.device('online', { sn: 'S-PTZ', groupId: groupOf('S-PTZ') })
  expect((await ask(admin, listDeviceLog)).total).toBe(2)
  const { list } = await ask(north, listDeviceLog)
  expect(list).toMatchObject([{ sn: 'N-PTZ', event: 'offline', level: 'warn' }])
  const name = String(list[0]!['devName'])
  expect(
    (await ask(admin, listDeviceLog, `&text=${encodeURIComponent(name.toUpperCase())}`)).list,
  ).toMatchObject([{ sn: 'N-PTZ' }])
  expect((await ask(admin, listDeviceLog, '&events=online')).list).toMatchObject([{ sn: 'S-PTZ' }])
  expect((await ask(north, listDeviceLog, '&nodeId=2')).total).toBe(0)
})

test('the alarm log has alarms and what people did with them, in the order of time', async () => {
  const [alarm] = await platform.records.alarms.raise([
    {
      sn: 'N-PTZ',
      chnId: 1,
      alarmSeq: 'log-1',
      type: 'Fence',
      subType: '',
      alarmSource: 0,
      startMs: platform.platformClock.now() - MINUTE_MS,
      resources: [],
    },
  ])
  const list = [{ sn: alarm!.sn, alarmSeq: alarm!.alarmSeq }]
  expect((await admin.post('/alarm/changeReadState', { list })).code).toBe(0)
  const page = await ask(north, listAlarmLog)
  expect(page.list.map(({ event }) => event)).toEqual(['read', 'raised'])
  expect(page.list[0]).toMatchObject({ sn: 'N-PTZ', type: 'Fence', userName: 'Administrator' })
  expect(page.total).toBe(2)
  expect((await ask(north, listAlarmLog, '&events=raised')).total).toBe(1)
  expect((await ask(north, listAlarmLog, '&userName=nobody')).total).toBe(0)
  const south = await platform.signIn('south')
  expect((await ask(south, listAlarmLog)).total).toBe(0)
})

test('the control API and the clock are in the system log', async () => {
  platform.areas.logs.system('problem', 'platform', { level: 2, detail: { text: 'the disk is full' } })
  const { list } = await ask(admin, listSystemLog, '&levels=error')
  expect(list).toMatchObject([{ event: 'problem', detail: { text: 'the disk is full' } }])
  expect((await ask(admin, listSystemLog, '&text=disk')).total).toBe(1)
})

test('the system log is searched in the words that its reader sees', async () => {
  const detail = { text: 'old logs could not be removed: database is locked' }
  platform.areas.logs.system('problem', 'platform', { level: 2, detail })
  const found = async (text: string, lang: string) => {
    const path = `${listSystemLog.path}?${SPAN}&text=${encodeURIComponent(text)}`
    const headers = { authorization: `Bearer ${admin.sessionId}`, lang }
    const { list } = (await platform.ask(path, { headers })).data as { list: { detail: { text: string } }[] }
    return list.map((row) => row.detail.text)
  }
  expect(await found('日志清理', 'zh')).toEqual(['过期日志清理失败：database is locked'])
  expect(await found('locked', 'zh')).toEqual(['过期日志清理失败：database is locked'])
  expect(await found('日志清理', 'en')).toEqual([])
  expect(await found('没有这样的文字', 'zh')).toEqual([])
})

test('a call about many names the first of them, whole, and how many there are', async () => {
  const alarms = await platform.records.alarms.raise(
    Array.from({ length: 8 }, (_, i) => ({
      sn: 'N-PTZ',
      chnId: 1,
      alarmSeq: `log-batch-${i}`,
      type: 'AiAlarm',
      subType: 'Fire',
      startMs: START_MS - 1000,
    })),
  )
  platform.hostClock.advance(1000)
  const ids = alarms.map(({ id }) => id)
  const list = alarms.map(({ id, sn, alarmSeq }) => ({ id, sn, alarmSeq }))
  expect(await admin.post(changeReadState.path, { list })).toMatchObject({ code: 0 })
  const read = (await ask(admin, listUserLog, `&action=${changeReadState.name}&sort=time&order=desc`))
    .list[0]!
  expect(read['target']).toBe(`${ids.slice(0, 5).join(', ')} … (8)`)
  const [first = ''] = String(read['targetName']).split(', ')
  expect(first).not.toMatch(/^\d+$/)
  expect(read['targetName']).toBe(`${Array(5).fill(first).join(', ')} … (8)`)
})

test('targets of a list are cut between two of them, never within one', () => {
  const sns = Array.from({ length: 4 }, (_, i) => `SERIAL-NUMBER-OF-${i}-DEVICE`)
  const target = targetOfCall({ body: { ids: sns }, params: {} })
  expect(target).toBe(`${sns[0]}, ${sns[1]} … (4)`)
  expect(targetParts(target)).toEqual({ targets: sns.slice(0, 2), rest: ' … (4)' })
  expect(targetOfCall({ body: { ids: [7, 8] }, params: {} })).toBe('7, 8')
})

test('a span is in order and of seven days at most; unknown events are refused', async () => {
  const from = START_MS / 1000
  const span = (startTime: number, endTime: number, more = '') =>
    admin.get(`${listSystemLog.path}?startTime=${startTime}&endTime=${endTime}${more}`)
  expect(await span(from, from - 1)).toMatchObject({ code: 400, data: { field: 'startTime' } })
  expect(await span(from, from + (8 * DAY_MS) / 1000)).toMatchObject({ code: 400 })
  expect(await span(from, from, '&events=nonsense')).toMatchObject({ code: 400 })
  expect(await span(from, from, '&sort=detail')).toMatchObject({ code: 400 })
})

test('old entries go, and so does what is more than is kept', async () => {
  const { store } = platform
  const stored = () =>
    store.read.prepare("SELECT count(*) FROM log_events WHERE kind = 'system'").pluck().get() as number
  const before = stored()
  expect(before).toBeGreaterThan(0)
  await store.write('logs.prune', { beforeMs: START_MS - DAY_MS, most: 1_000_000, slice: 100 })
  expect(stored()).toBe(before)
  await store.write('logs.prune', { beforeMs: START_MS + DAY_MS, most: 1_000_000, slice: 100 })
  expect(stored()).toBe(0)
  expect(store.read.prepare('SELECT count(*) FROM audit_log').pluck().get()).toBe(0)
})

test('parameters of a device and names of its channels stand with their values before and after, without secrets', async () => {
  const to = (path: string, body: object) => admin.post(`/api/config/v1${path}`, { sn: 'N-PTZ', ...body })
  const network = (await to('/get/networkParam', {})).data as { dhcp: boolean; httpPort: number }
  const config = { ...network, httpPort: network.httpPort + 1 }
  expect((await to('/set/timeTitle', { chnId: 1, config: TITLE })).code).toBe(0)
  expect((await to('/set/timeTitle', { chnId: 1, config: { ...TITLE, title: 'South gate' } })).code).toBe(0)
  const encoding = (await admin.get('/api/config/v1/get/videoEncodeParam?sn=N-PTZ&chnId=1')).data as {
    main: { frameRate: number }
  }
  const slower = { ...encoding, main: { ...encoding.main, frameRate: encoding.main.frameRate - 1 } }
  expect((await to('/set/videoEncodeParam', { chnId: 1, config: slower })).code).toBe(0)
  const work = { chnId: 1, streamType: 'main', url: 'rtmp://live.example.com/app/s3cretkey', planId: 0 }
  expect((await to('/add/pushWork', { work })).code).toBe(0)
  expect((await admin.post('/device/channel/update', { sn: 'N-PTZ', chnId: 1, name: 'Dome' })).code).toBe(0)
  expect((await to('/set/networkParam', { config })).code).toBe(0)

  const last = async (action: string) =>
    (await ask(admin, listUserLog, `&action=${action}&sort=time&order=desc`)).list[0]?.['detail']
  expect(await last('deviceConfig.setTimeTitle')).toEqual({
    before: { title: 'North gate' },
    after: { title: 'South gate' },
  })
  expect(await last('deviceConfig.setVideoEncodeParam')).toEqual({
    before: { 'main.frameRate': encoding.main.frameRate },
    after: { 'main.frameRate': slower.main.frameRate },
  })
  expect(await last('deviceConfig.setNetworkParam')).toEqual({
    before: { httpPort: network.httpPort },
    after: { httpPort: config.httpPort },
  })
  expect(await last('deviceAdmin.renameChannel')).toMatchObject({ chnId: 1, after: { name: 'Dome' } })
  const pushes = await ask(admin, listUserLog, '&action=deviceConfig.addPushWork')
  expect(pushes.total).toBe(1)
  expect(JSON.stringify(pushes.list)).not.toContain('s3cretkey')
})
