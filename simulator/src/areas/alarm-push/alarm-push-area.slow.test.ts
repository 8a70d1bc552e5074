import { createHmac } from 'node:crypto'
import { ALARM_PUSH_CALLS } from '@backlot/contract/alarm-push/calls'
import { expect, test, vi } from 'vitest'
import { START_MS } from '../../composition/areas/test-platform.test-support.ts'
import {
  add,
  admin,
  collect,
  fields,
  log,
  platform,
  raise,
  receiver,
  rules,
  settled,
  usePushBench,
} from './push-bench.test-support.ts'

usePushBench()

test('every call of pushes has a route, and nobody without the right has any of it', async () => {
  const routed = platform.areas.routes.map(({ call }) => call.name)
  for (const { name } of ALARM_PUSH_CALLS) expect(routed).toContain(name)
  const north = await platform.signIn('north')
  expect((await north.get('/alarm/push/list')).code).toBe(40003)
  expect((await add({}, north)).code).toBe(40003)
  expect((await north.post('/alarm/push/test', { id: 1 })).code).toBe(40003)
})

test('an alarm arrives signed, with who sent it, and is in the log; the secret is shown once', async () => {
  const { data } = await add()
  await raise()
  collect()
  const { headers, body, json } = await receiver.came(1)
  expect(json).toMatchObject({ version: 1, kind: 'alarms', rule: { id: data.id, name: 'Rule' }, dropped: 0 })
  expect(json.events).toMatchObject([
    {
      event: 'start',
      time: START_MS / 1000,
      alarm: { sn: 'N-PTZ', devNameEn: 'North dome', subType: 'Fire' },
    },
  ])
  const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-backlot-signature']))!
  const signed = `${seconds}.${String(headers['x-backlot-delivery'])}.${body}`
  expect(mac).toBe(createHmac('sha256', data.secret).update(signed).digest('hex'))
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-backlot-rule': String(data.id),
    'x-backlot-attempt': '1',
    'sec-fetch-site': 'cross-site',
  })
  await settled({
    state: 'delivered',
    httpStatus: 204,
    events: 1,
    attempts: 1,
    bytes: Buffer.byteLength(body),
  })
  const [rule] = await rules()
  expect(JSON.stringify(rule)).not.toContain(data.secret)
  expect(rule).toMatchObject({ secretHint: data.secret.slice(-4), last: { state: 'delivered' }, waiting: 0 })
})

test('beginning, end and processing are told once each; reading is not', async () => {
  await add()
  const [alarm] = await raise({ alarmSeq: 'whole' })
  await raise({ alarmSeq: 'whole', state: 2, endMs: START_MS })
  const list = [{ id: alarm!.id, sn: 'N-PTZ', alarmSeq: 'whole' }]
  await admin.post('/alarm/changeReadState', { list })
  await admin.post('/alarm/processing', { list, type: 4, content: 'no fire' })
  // Pictures that come later are no second end.
  await raise({ alarmSeq: 'whole', state: 2, endMs: START_MS, detail: { name: 'late' } })
  collect()
  const { json } = await receiver.came(1)
  expect(json.events.map(({ event }) => event)).toEqual(['start', 'stop', 'processing'])
  expect(json.events[2]?.alarm.processingType).toBe(4)
})

test('a rule tells of what it names: types, levels, groups, devices, hours', async () => {
  await add({ name: 'Sub-type', types: ['AiAlarm-Crowd'] })
  await add({ name: 'Level', levels: [1] })
  await add({ name: 'South', nodeIds: [2] })
  await add({ name: 'Device', sns: ['S-CAR'] })
  // The test's moment is 10:00 on a Friday.
  await add({ name: 'Weekend', weekdays: [6, 7] })
  await add({ name: 'Night', fromMinute: 1320, toMinute: 360 })
  await add({ name: 'Off', enabled: false })
  await raise({ alarmSeq: 'fire' })
  await raise({ alarmSeq: 'crowd', subType: 'Crowd', sn: 'S-CAR' })
  collect()
  await receiver.came(4)
  await vi.waitFor(async () => expect((await log()).every(({ state }) => state === 'delivered')).toBe(true), {
    timeout: 30_000,
  })
  const told = receiver.requests.map(({ json }) => [
    json.rule.name,
    json.events.map((e) => e.alarm.alarmSeq).join(),
  ])
  expect(Object.fromEntries(told)).toEqual({
    'Sub-type': 'crowd',
    Level: 'fire',
    South: 'crowd',
    Device: 'crowd',
  })
})

test('a rule tells no more than its owner may see, and nothing when the owner may not push any more', async () => {
  const { data } = (await admin.get('/role/list')) as unknown as {
    data: { list: { roleId: number; name: string; permission: { target: string }[] }[] }
  }
  const role = data.list.find(({ name }) => name === 'Operator')!
  const permit = (targets: string[]) =>
    admin.post('/role/update', { roleId: role.roleId, permission: targets.map((target) => ({ target })) })
  await permit(['/earlyWarningData/alarmList', '/systemManange/alarmPush'])
  const north = await platform.signIn('north')
  expect(await add({ name: 'Theirs', nodeIds: [2] }, north)).toMatchObject({ code: 404 })
  expect(await add({ name: 'Theirs', sns: ['S-CAR'] }, north)).toMatchObject({ code: 404 })
  const own = await add({ name: 'North' }, north)
  await add({ name: 'All' })
  await raise({ alarmSeq: 'south', sn: 'S-PTZ' })
  await raise({ alarmSeq: 'north' })
  collect()
  await receiver.came(2)
  const told = receiver.requests.map(({ json }) => [
    json.rule.name,
    json.events.map((e) => e.alarm.alarmSeq).join(),
  ])
  expect(Object.fromEntries(told)).toEqual({ North: 'north', All: 'south,north' })

  // Rules of other accounts are treated as if they did not exist; an administrator sees all.
  expect((await rules(north)).map(({ name }) => name)).toEqual(['North'])
  expect((await rules()).map(({ name }) => name)).toEqual(['North', 'All'])
  const others = (await rules()).find(({ name }) => name === 'All')!
  expect((await north.post('/alarm/push/test', { id: others.id })).code).toBe(404)
  expect((await north.post('/alarm/push/delete', { id: others.id, version: 1 })).code).toBe(404)
  await vi.waitFor(
    async () => expect((await log('', north)).map(({ ruleName }) => ruleName)).toEqual(['North']),
    { timeout: 30_000 },
  )

  await permit(['/earlyWarningData/alarmList'])
  await raise({ alarmSeq: 'later' })
  collect()
  expect((await receiver.came(3)).json.rule.name).toBe('All')
  const users = (await admin.get('/user/list')) as unknown as {
    data: { list: { userId: number; loginName: string }[] }
  }
  const { userId } = users.data.list.find(({ loginName }) => loginName === 'north')!
  await admin.post('/user/delete', { userId })
  expect((await rules()).some(({ id }) => id === own.data.id)).toBe(false)
})

test('eight rules and no more, each with a name of its own; a change names the version it was made from', async () => {
  const { data } = await add({ name: 'One' })
  expect(await add({ name: 'ONE' })).toMatchObject({ code: 409, msg: 'This push rule name already exists' })
  for (let n = 2; n <= 8; n++) expect((await add({ name: `Rule ${n}` })).code).toBe(0)
  expect(await add({ name: 'Nine' })).toMatchObject({ code: 409, msg: 'At most 8 rules can be added' })
  const change = { id: data.id, ...fields({ name: 'Renamed' }), version: 1 }
  expect((await admin.post('/alarm/push/update', change)).code).toBe(0)
  expect((await admin.post('/alarm/push/update', change)).code).toBe(409)
  const rotated = (await admin.post('/alarm/push/rotateSecret', { id: data.id, version: 2 })) as unknown as {
    data: { secret: string }
  }
  expect(rotated.data.secret).not.toBe(data.secret)
  expect((await admin.post('/alarm/push/delete', { id: data.id, version: 2 })).code).toBe(409)
  expect((await admin.post('/alarm/push/delete', { id: data.id, version: 3 })).code).toBe(0)
  expect((await rules()).map(({ name }) => name)).not.toContain('Renamed')
})

test('a type that a push rule names is not deleted', async () => {
  const look = { nameZh: '泵', nameEn: 'Pump', level: 2, colour: null }
  const type = (await admin.post('/alarm/type/add', { parentId: 0, type: 'Pump', ...look })) as unknown as {
    data: { id: number }
  }
  await add({ name: 'Pumps', types: ['Pump'] })
  expect(await admin.post('/alarm/type/delete', { id: type.data.id, version: 1 })).toMatchObject({
    code: 409,
    msg: 'Cannot be deleted: push rules use this type (Pumps)',
  })
})

test('a rule names its devices and groups, and is changed while some of them are gone', async () => {
  const { data } = await add({ name: 'Named', nodeIds: [1], sns: ['N-PTZ', 'S-CAR'] })
  expect((await rules())[0]).toMatchObject({
    groups: [{ nodeId: 1, name: 'North' }],
    devices: [
      { sn: 'N-PTZ', name: 'North dome' },
      { sn: 'S-CAR', name: expect.any(String) },
    ],
  })
  expect((await admin.post('/device/delete', { devices: [{ sn: 'S-CAR', version: 0 }] })).code).toBe(0)
  expect((await rules())[0]?.devices[1]).toEqual({ sn: 'S-CAR', name: null })
  const change = {
    id: data.id,
    ...fields({ name: 'Renamed', nodeIds: [1], sns: ['N-PTZ', 'S-CAR'] }),
    version: 1,
  }
  expect((await admin.post('/alarm/push/update', change)).code).toBe(0)
  // Newly named devices and groups must exist.
  for (const more of [{ sns: ['N-PTZ', 'S-CAR', 'NOBODY'] }, { nodeIds: [1, 4711] }])
    expect((await admin.post('/alarm/push/update', { ...change, ...more, version: 2 })).code).toBe(404)
  expect((await add({ name: 'Other', sns: ['S-CAR'] })).code).toBe(404)
  await raise({ alarmSeq: 'still' })
  collect()
  expect((await receiver.came(1)).json.rule.name).toBe('Renamed')
})
