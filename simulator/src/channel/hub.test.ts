import { once } from 'node:events'
import { CHANNEL_CALLS, CHANNEL_REPLY_CHARS, CLOSE } from '@backlot/contract/channel/frames'
import { expect, test } from 'vitest'
import {
  Console,
  caller,
  directory,
  EVERYTHING,
  hub,
  hubForEachTest,
  left,
  outbox,
  raise,
  sessions,
  signIns,
} from './hub-rig.test-support.ts'

hubForEachTest()

test('a console that does not sign in first is closed with 4401', async () => {
  const console = new Console()
  await once(console.socket, 'open')
  console.say({ type: 'ping', at: 1 })
  expect(await console.closed()).toBe(CLOSE.signInFirst)
})

test('a console counts as there once it has signed in, not when its socket opens', async () => {
  const stranger = new Console()
  await once(stranger.socket, 'open')
  const old = await new Console().signIn('old')
  await old.closed()
  expect(signIns).toBe(0)
  const console = await new Console().signIn('all')
  expect(signIns).toBe(1)
  expect(left).toEqual([])
  console.socket.terminate()
  await expect.poll(() => left).toEqual(['all'])
})

test('an ended session and a foreign login name are refused with a reply', async () => {
  const old = await new Console().signIn('old')
  expect(old.frames[0]).toMatchObject({ type: 'loginReply', code: 20011 })
  expect(await old.closed()).toBe(CLOSE.signInFirst)
  const foreign = new Console()
  await once(foreign.socket, 'open')
  foreign.say({ type: 'login', projectName: 'p', loginName: 'other', sessionId: 'all' })
  expect(await foreign.closed()).toBe(CLOSE.signInFirst)
})

test('who signed in with a one-time password hears nothing before it is changed', async () => {
  sessions.set('reset', { caller: { ...caller('reset', 9, [0]), mustChangePassword: true } })
  const console = await new Console().signIn('reset')
  expect(console.frames[0]).toMatchObject({ type: 'loginReply', code: 20014 })
  expect(await console.closed()).toBe(CLOSE.signInFirst)
})

test('three consoles hear what lies in their scope and subscription, and the blind one no alarms', async () => {
  const all = await new Console().signIn('all')
  const northern = await new Console().signIn('north')
  const blind = await new Console().signIn('blind')
  await all.subscribe(['alarm', 'gps'], EVERYTHING)
  await northern.subscribe(['alarm', 'gps'], EVERYTHING)
  await blind.subscribe(['alarm', 'gps'], EVERYTHING)
  raise('N1')
  raise('S1')
  const fix = { longitude: 1, latitude: 1, speed: 0, direction: 0, locationTime: 1 }
  outbox.gps([
    { sn: 'N1', ...fix },
    { sn: 'S1', ...fix },
  ])
  hub.flush()
  const gpsOf = (console: Console) =>
    console.until(() => console.messages.find((message) => message.type === 'gps'))
  expect((await gpsOf(all)).list).toHaveLength(2)
  expect((await gpsOf(northern)).list.map(({ sn }) => sn)).toEqual(['N1'])
  expect((await gpsOf(blind)).list).toHaveLength(2)
  expect(all.cursors()).toEqual([1, 2])
  expect(northern.cursors()).toEqual([1])
  expect(blind.cursors()).toEqual([])
})

test('a window hears of the devices inside it, with their state first', async () => {
  const console = await new Console().signIn('all')
  await console.subscribe(['gps', 'status'], { kind: 'window', bounds: [116, 39.9, 117, 40] }, true)
  const gps = await console.until(() => console.messages.find((message) => message.type === 'gps'))
  expect(gps.list.map(({ sn }) => sn)).toEqual(['N1'])
  const status = await console.until(() => console.messages.find((message) => message.type === 'status'))
  expect(status.list).toMatchObject([{ sn: 'N1', alarmFlg: 0 }])
})

test('devices that moved are sent once a tick, where they are by then, to the windows that hold them', async () => {
  const north = await new Console().signIn('all')
  await north.subscribe(['gps'], { kind: 'window', bounds: [116, 39.9, 117, 40] })
  const south = await new Console().signIn('all')
  await south.subscribe(['gps'], { kind: 'window', bounds: [116, 39.8, 117, 39.9] })
  const [one, two] = [directory.slotOf('N1')!, directory.slotOf('S1')!]
  for (let at = 1; at <= 3; at++) {
    directory.setPosition(one, 116.4 + at / 1000, 39.95, at * 1000, 36.04, 90)
    outbox.moved([one, two])
  }
  hub.flush()
  const gpsOf = (console: Console) =>
    console.until(() => console.messages.find((message) => message.type === 'gps'))
  expect((await gpsOf(north)).list).toEqual([
    { sn: 'N1', longitude: 116.403, latitude: 39.95, speed: 36, direction: 90, locationTime: 3 },
  ])
  expect((await gpsOf(south)).list.map(({ sn }) => sn)).toEqual(['S1'])
  expect(north.messages.filter(({ type }) => type === 'gps')).toHaveLength(1)
})

test('a tree notice names the groups that a console sees, and is not sent to one that sees none of them', async () => {
  const all = await new Console().signIn('all')
  const northern = await new Console().signIn('north')
  outbox.treeChanged([0, 2])
  const noticesOf = (console: Console) => console.messages.filter((message) => message.type === 'tree')
  await all.until(() => noticesOf(all)[0])
  expect(noticesOf(all)).toEqual([{ type: 'tree', parentIds: [0, 2] }])
  outbox.treeChanged([1, 2])
  await northern.until(() => noticesOf(northern)[0])
  expect(noticesOf(northern)).toEqual([{ type: 'tree', parentIds: [1] }])
})

test('a changed work order is told to who may see orders and its group, once a tick', async () => {
  const grant = (name: string, userId: number, groupIds: number[]) => {
    const permission = new Set(['/dispatch', '/earlyWarningData/workOrderList'])
    sessions.set(name, { caller: { ...caller(name, userId, groupIds), permission } })
  }
  grant('orders', 11, [0])
  grant('southern', 12, [2])
  const all = await new Console().signIn('orders')
  const southern = await new Console().signIn('southern')
  const without = await new Console().signIn('all')
  outbox.workOrders([{ id: 5, version: 1, state: 0, groupId: 1 }])
  outbox.workOrders([{ id: 5, version: 2, state: 1, groupId: 1 }])
  hub.flush()
  outbox.workOrders([{ id: 6, version: 1, state: 0, groupId: 2 }])
  hub.flush()
  const ordersOf = async (console: Console, count: number) => {
    await console.until(() => orderIds(console).length >= count)
    return orderIds(console)
  }
  expect(await ordersOf(all, 2)).toEqual([
    { id: 5, version: 2, state: 1 },
    { id: 6, version: 1, state: 0 },
  ])
  expect(await ordersOf(southern, 1)).toEqual([{ id: 6, version: 1, state: 0 }])
  expect(orderIds(without)).toEqual([])
})

const orderIds = (console: Console) =>
  console.messages.flatMap((message) => (message.type === 'workOrder' ? message.list : []))

test('a change of permissions counts at once, and a kicked-out console is told and closed', async () => {
  const console = await new Console().signIn('all')
  await console.subscribe(['alarm'], EVERYTHING)
  sessions.set('all', { caller: caller('all', 1, [1]) })
  outbox.account(1, 'permissionChanged')
  hub.flush()
  await console.until(() => console.messages.find((message) => message.type === 'account'))
  raise('S1')
  raise('N1')
  hub.flush()
  await console.until(() => console.cursors().length > 0)
  expect(console.cursors()).toEqual([2])
  outbox.session('all', 'kickedOut')
  hub.flush()
  expect(await console.closed()).toBe(CLOSE.kicked)
  expect(console.messages.filter(({ type }) => type === 'account')).toHaveLength(2)
})

test('what concerns one sign-in is told to its consoles only', async () => {
  const mine = await new Console().signIn('all')
  const other = await new Console().signIn('north')
  const download = {
    downloadId: 'd1',
    sn: 'N1',
    chnId: 1,
    startTime: 1,
    endTime: 2,
    state: 'running',
    percent: 40,
    size: 10,
    fileName: 'N1.mp4',
  } as const
  outbox.toSession('all', { type: 'download', download })
  hub.flush()
  const heard = await mine.until(() => mine.messages.find(({ type }) => type === 'download'))
  expect(heard).toEqual({ type: 'download', download })
  await other.subscribe(['alarm'], EVERYTHING)
  expect(other.messages.some(({ type }) => type === 'download')).toBe(false)
})

test('a call over the channel is answered under its request id', async () => {
  const console = await new Console().signIn('all')
  console.say({ type: 'request', requestId: 'r1', call: 'ptz.control', body: { sn: 'N1' } })
  const reply = await console.until(() => console.frames.find(({ type }) => type === 'reply'))
  expect(reply).toMatchObject({ requestId: 'r1', code: 0, data: { call: 'ptz.control' } })
})

test('a console hears which calls it may make here; a long answer is left to HTTP', async () => {
  const console = await new Console().signIn('all')
  const login = console.frames.find(({ type }) => type === 'loginReply')
  expect(login).toMatchObject({ requests: [...CHANNEL_CALLS] })
  for (const call of ['gas.setConfig', 'solar.setConfig', 'sensors.setConfig', 'deviceConfig.restart'])
    expect(CHANNEL_CALLS).toContain(call)
  const body = { text: 'x'.repeat(CHANNEL_REPLY_CHARS) }
  console.say({ type: 'request', requestId: 'long', call: 'recordings.query', body })
  const reply = await console.until(() =>
    console.frames.find((frame) => frame.type === 'reply' && frame.requestId === 'long'),
  )
  expect(reply).toMatchObject({ code: 413 })
})
