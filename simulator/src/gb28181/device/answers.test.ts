import { expect, test } from 'vitest'
import { encodePtzCommand } from '../../wire/gb28181/ptz-command.ts'
import { readManscdp } from '../../wire/gb28181/read-manscdp.ts'
import { writeManscdp } from '../../wire/gb28181/write-manscdp.ts'
import { xmlElement } from '../../wire/gb28181/xml-element.ts'
import { headerValue } from '../../wire/sip/sip-message.ts'
import { channelId, DEVICE, gbRig } from '../gb-rig.test-support.ts'

const C1 = channelId(1)

test('a catalog comes in pages, each with the sum', async () => {
  await using rig = gbRig({ channels: 10 })
  await rig.online()
  expect(await rig.say({ kind: 'catalogQuery', sn: 17, deviceId: DEVICE })).toBe(200)
  const pages = rig.heard.flatMap((one) => (one.kind === 'catalogResponse' ? [one] : []))
  expect(pages.map(({ sn, sumNum }) => [sn, sumNum])).toEqual([
    [17, 10],
    [17, 10],
    [17, 10],
  ])
  const items = pages.flatMap((page) => page.items ?? [])
  expect(items.map((item) => item.deviceId)).toEqual(rig.channels.map(({ id }) => id))
  expect(items[0]).toMatchObject({ name: '摄像机 1', parentId: DEVICE, status: 'ON', info: { ptzType: 1 } })
})

test('a loudspeaker is an item of type 137, as it is written; it is no camera, and has no guard', async () => {
  await using rig = gbRig({ channels: 1 })
  const id = '34020000001370000001'
  rig.channels.push({ kind: 'loudspeaker', id, name: '喇叭 1', isOnline: true })
  await rig.online()
  await rig.say({ kind: 'catalogQuery', sn: 17, deviceId: DEVICE })
  await rig.say({ kind: 'deviceInfoQuery', sn: 18, deviceId: DEVICE })
  await rig.say({ kind: 'deviceStatusQuery', sn: 19, deviceId: DEVICE })
  const text = new TextDecoder('gb18030').decode(rig.bodies[0]).replaceAll('\r\n', '')
  expect(text).toContain(
    `<Item><DeviceID>${id}</DeviceID><Name>喇叭 1</Name><Manufacturer>Backlot</Manufacturer><Model>NVR-8</Model>` +
      '<Owner>Owner</Owner><CivilCode>340200</CivilCode><Address>喇叭 1</Address><Parental>0</Parental>' +
      `<ParentID>${DEVICE}</ParentID><SafetyWay>0</SafetyWay><RegisterWay>1</RegisterWay><Secrecy>0</Secrecy>` +
      '<Status>ON</Status></Item></DeviceList>',
  )
  expect(rig.heard.find(({ kind }) => kind === 'deviceInfo')).toMatchObject({ channels: 1 })
  expect(rig.heard.find(({ kind }) => kind === 'deviceStatus')).toMatchObject({
    alarmStatus: [{ deviceId: C1, dutyStatus: 'ONDUTY' }],
  })
})

test('information, status, presets, recordings, configuration, position are answered', async () => {
  await using rig = gbRig()
  await rig.online()
  const fromMs = Date.UTC(2026, 10, 25)
  await rig.say({ kind: 'deviceInfoQuery', sn: 1, deviceId: DEVICE })
  await rig.say({ kind: 'deviceStatusQuery', sn: 2, deviceId: DEVICE })
  await rig.say({ kind: 'presetQuery', sn: 3, deviceId: C1 })
  await rig.say({ kind: 'configQuery', sn: 5, deviceId: DEVICE, configTypes: ['BasicParam'] })
  await rig.say({ kind: 'positionQuery', sn: 6, deviceId: DEVICE })
  expect(rig.heard.map((one) => [one.kind, one.sn])).toEqual([
    ['deviceInfo', 1],
    ['deviceStatus', 2],
    ['presetResponse', 3],
    ['configResponse', 5],
    ['positionNotify', 6],
  ])
  expect(rig.heard[0]).toMatchObject({ manufacturer: 'Backlot', channels: 2, result: 'OK' })
  expect(rig.heard[3]).toMatchObject({ basicParam: { heartBeatIntervalS: 60, heartBeatCount: 3 } })
  rig.heard.length = 0
  await rig.say({
    kind: 'recordQuery',
    sn: 7,
    deviceId: C1,
    startTime: fromMs,
    endTime: fromMs + 3_600_000,
    type: 'all',
  })
  const pages = rig.heard.flatMap((one) => (one.kind === 'recordResponse' ? [one] : []))
  expect(pages.map(({ sumNum, items }) => [sumNum, items?.length])).toEqual([
    [20, 8],
    [20, 8],
    [20, 4],
  ])
})

test.each([
  ['HomePositionQuery', /<HomePosition>\s*<Enabled>1/],
  ['CruiseTrackListQuery', /<CruiseTrackList Num="1">/],
])('%s of 2022 is answered', async (cmdType, expected) => {
  await using rig = gbRig({ edition: '2022' })
  await rig.online()
  const fields = [xmlElement('CmdType', cmdType), xmlElement('SN', '9'), xmlElement('DeviceID', C1)]
  const element = xmlElement('Query', fields)
  expect(await rig.say({ kind: 'other', root: 'Query', cmdType, sn: 9, deviceId: C1, element })).toBe(200)
  expect(Buffer.from(writeManscdp(rig.heard[0]!)).toString('latin1')).toMatch(expected)
})

test('a PTZ command of the standard reaches its channel', async () => {
  await using rig = gbRig()
  await rig.online()
  // Right and up, as the annex A.3 has it: A5 0F 01 09 speed speed, and the sum.
  const action = {
    kind: 'move',
    pan: 1,
    tilt: 1,
    zoom: 0,
    panSpeed: 0x20,
    tiltSpeed: 0x20,
    zoomSpeed: 0,
  } as const
  expect(await rig.say({ kind: 'deviceControl', sn: 1, deviceId: C1, ptzCmd: 'A50F0109202000FE' })).toBe(200)
  expect(encodePtzCommand({ address: 1, action })).toBe('A50F0109202000FE')
  expect(rig.commands).toEqual([[C1, { kind: 'ptz', action }]])
  expect(rig.heard).toEqual([])
  await rig.say({ kind: 'deviceControl', sn: 2, deviceId: C1, ptzCmd: 'A50F0109202000FF' })
  expect(rig.commands).toHaveLength(1)
})

test.each([
  [{ recordCmd: 'Record' }, { kind: 'record', on: true }, true],
  [{ guardCmd: 'ResetGuard' }, { kind: 'guard', on: false }, true],
  [{ alarmCmd: 'ResetAlarm' }, { kind: 'resetAlarm' }, true],
  [{ iFameCmd: 'Send' }, { kind: 'keyFrame' }, false],
  [{ iFrameCmd: 'Send' }, { kind: 'keyFrame' }, false],
  [
    { dragZoomIn: { length: 400, width: 200, midPointX: 200, midPointY: 100, lengthX: 200, lengthY: 50 } },
    { kind: 'dragZoom', direction: 'in', area: { x: 0.25, y: 0.375, width: 0.5, height: 0.25 } },
    false,
  ],
  [{ homePosition: { enabled: 1, resetTimeS: 5 } }, { kind: 'home', enabled: true, resetTimeS: 5 }, true],
] as const)('%o is carried out', async (fields, command, isAnswered) => {
  await using rig = gbRig()
  await rig.online()
  await rig.say({ kind: 'deviceControl', sn: 3, deviceId: C1, ...fields })
  expect(rig.commands).toEqual([[C1, command]])
  expect(rig.heard.map(({ kind }) => kind)).toEqual(isAnswered ? ['deviceControlResponse'] : [])
})

test('a reboot: it registers again after some seconds', async () => {
  await using rig = gbRig()
  await rig.online()
  await rig.say({ kind: 'deviceControl', sn: 3, deviceId: DEVICE, teleBoot: 'Boot' })
  expect(rig.registers).toHaveLength(2)
  await rig.pass(6000)
  expect(rig.registers).toHaveLength(4)
})

test('the heartbeat that a platform sets holds, in bounds', async () => {
  await using rig = gbRig()
  await rig.online()
  await rig.say({
    kind: 'deviceConfig',
    sn: 1,
    deviceId: DEVICE,
    basicParam: { heartBeatIntervalS: 1, name: '新名' },
  })
  await rig.say({ kind: 'configQuery', sn: 2, deviceId: DEVICE, configTypes: ['BasicParam'] })
  expect(rig.heard[1]).toMatchObject({ basicParam: { heartBeatIntervalS: 5, name: '新名' } })
})

const bytesOf = (text: string) => new TextEncoder().encode(text)

test('names without their control characters, and no longer than 64 signs, are those of a device and its presets', async () => {
  await using rig = gbRig()
  await rig.online()
  const config = (name: string) =>
    bytesOf(
      `<Control><CmdType>DeviceConfig</CmdType><SN>1</SN><DeviceID>${DEVICE}</DeviceID>` +
        `<BasicParam><Name>${name}</Name></BasicParam></Control>`,
    )
  const nameAfter = async (name: string) => {
    expect(await rig.say(config(name))).toBe(200)
    await rig.say({ kind: 'deviceInfoQuery', sn: 2, deviceId: DEVICE })
    const info = rig.heard.at(-1)
    return info?.kind === 'deviceInfo' && info.deviceName
  }
  expect(await nameAfter('&#1;')).toBe('录像机')
  expect(await nameAfter('Gate&#x7;&#xFFFF; 1')).toBe('Gate 1')
  expect(await nameAfter('a'.repeat(100))).toBe('a'.repeat(64))
  const preset = encodePtzCommand({ address: 1, action: { kind: 'preset', action: 'set', preset: 3 } })
  await rig.say(
    bytesOf(
      `<Control><CmdType>DeviceControl</CmdType><SN>3</SN><DeviceID>${C1}</DeviceID><PTZCmd>${preset}</PTZCmd>` +
        '<PTZCmdParams><PresetName>Gate&#1;</PresetName></PTZCmdParams></Control>',
    ),
  )
  expect(rig.commands).toMatchObject([[C1, { kind: 'ptz', presetName: 'Gate' }]])
})

test.each([
  ['DeviceConfig', 'deviceConfigResponse'],
  ['DeviceControl', 'deviceControlResponse'],
])('snapshots by %s whose session no answer can name are refused', async (cmdType, kind) => {
  await using rig = gbRig({ edition: '2022' })
  await rig.online()
  const order =
    '<SnapShotConfig><SnapNum>1</SnapNum><Interval>1</Interval><UploadURL>http://127.0.0.2/up</UploadURL>' +
    '<SessionID>&#1;</SessionID></SnapShotConfig>'
  const head = `<CmdType>${cmdType}</CmdType><SN>4</SN><DeviceID>${C1}</DeviceID>`
  expect(await rig.say(bytesOf(`<Control>${head}${order}</Control>`))).toBe(200)
  expect(rig.heard).toMatchObject([{ kind, sn: 4, result: 'ERROR' }])
  await rig.say({ kind: 'deviceInfoQuery', sn: 5, deviceId: DEVICE })
  expect(rig.heard).toHaveLength(2)
  expect(rig.defects).toEqual([])
})

test('a device that takes no snapshots says so', async () => {
  await using rig = gbRig({ edition: '2022' })
  rig.ports.takeSnapshots = undefined
  await rig.online()
  const order = { count: 2, intervalS: 1, uploadUrl: 'http://127.0.0.2/up', sessionId: 's1' }
  await rig.say({ kind: 'deviceConfig', sn: 4, deviceId: C1, snapshotConfig: order })
  expect(rig.heard).toMatchObject([{ kind: 'deviceConfigResponse', sn: 4, result: 'ERROR' }])
})

test('snapshots of 2022 are taken and reported', async () => {
  await using rig = gbRig({ edition: '2022' })
  await rig.online()
  const order = { count: 2, intervalS: 1, uploadUrl: 'http://127.0.0.2/up', sessionId: 's1' }
  await rig.say({ kind: 'deviceConfig', sn: 4, deviceId: C1, snapshotConfig: order })
  expect(rig.heard.map(({ kind }) => kind)).toEqual(['deviceConfigResponse', 'snapshotsUploaded'])
  expect(rig.heard[1]).toMatchObject({ sessionId: 's1', fileIds: ['file 0', 'file 1'] })
})

test.each([
  ['an unknown channel', { kind: 'deviceInfoQuery', sn: 1, deviceId: channelId(99) } as const, 404],
  ['no XML', new TextEncoder().encode('hello'), 400],
  ['an unknown query', new TextEncoder().encode('<Query><CmdType>Nope</CmdType><SN>1</SN></Query>'), 400],
])('%s is refused', async (_what, body, status) => {
  await using rig = gbRig()
  await rig.online()
  expect(await rig.say(body)).toBe(status)
})

test('strangers are refused', async () => {
  await using rig = gbRig()
  await rig.online()
  let answer: string | undefined
  rig.net.tap('127.0.0.9', (message) => {
    answer = message.kind === 'response' ? String(message.status) : message.method
  })
  rig.net.put(
    `MESSAGE sip:${DEVICE}@127.0.0.1 SIP/2.0\r\nVia: SIP/2.0/UDP 127.0.0.9:5060;branch=z9hG4bK1\r\nFrom: <sip:1@2>;tag=1\r\nTo: <sip:1@2>\r\nCall-ID: 9\r\nCSeq: 1 MESSAGE\r\nContent-Length: 0\r\n\r\n`,
    { transport: 'udp', address: '127.0.0.9', port: 5060 },
    rig.peer,
  )
  await rig.pass(100)
  expect(answer).toBe('403')
})

const subscribe = (rig: ReturnType<typeof gbRig>, body: Uint8Array, expires = '600') =>
  rig.open('SUBSCRIBE', DEVICE, body, [
    { name: 'Event', value: 'Catalog;id=1' },
    { name: 'Expires', value: expires },
    { name: 'Content-Type', value: 'Application/MANSCDP+xml' },
  ])
const bodyOf = (bytes: Uint8Array) => {
  const read = readManscdp(bytes)
  if (!read.ok) throw new Error(read.problem.message)
  return read.value
}

test('who subscribes to the catalog is told of changes, until the end', async () => {
  await using rig = gbRig()
  await rig.online()
  const { seen } = await subscribe(rig, writeManscdp({ kind: 'catalogQuery', sn: 5, deviceId: DEVICE }))
  expect(seen.responses.map(({ status }) => status)).toEqual([200])
  expect(bodyOf(seen.responses[0]!.body)).toMatchObject({ kind: 'catalogResponse', sn: 5, result: 'OK' })
  rig.change('OFF', rig.channels[0]!)
  await rig.pass(100)
  expect(bodyOf(seen.notified[0]!.body)).toMatchObject({
    kind: 'catalogNotify',
    sumNum: 1,
    items: [{ deviceId: C1, event: 'OFF' }],
  })
  expect(headerValue(seen.notified[0]!, 'Subscription-State')).toMatch(/^active;expires=\d+$/)
  await rig.pass(600_000)
  expect(headerValue(seen.notified.at(-1)!, 'Subscription-State')).toBe('terminated;reason=timeout')
  expect(rig.device.stats().subscriptions).toBe(0)
})

test('positions come at the interval that was asked for', async () => {
  await using rig = gbRig()
  await rig.online()
  const { seen, dialog } = await subscribe(
    rig,
    writeManscdp({ kind: 'positionQuery', sn: 5, deviceId: DEVICE, intervalS: 5 }),
  )
  await rig.pass(20_000)
  expect(seen.notified).toHaveLength(5)
  expect(rig.device.stats().notifies).toEqual({ sent: 5, acked: 5, lost: 0 })
  expect(bodyOf(seen.notified[0]!.body)).toMatchObject({ longitude: 121.5, latitude: 31.2, speedKmh: 36 })
  const statuses: number[] = []
  const query = writeManscdp({ kind: 'positionQuery', sn: 6, deviceId: DEVICE, intervalS: 5 })
  dialog.request(
    'SUBSCRIBE',
    {
      headers: [
        { name: 'Expires', value: '0' },
        { name: 'Event', value: 'presence' },
      ],
      body: query,
    },
    { answered: ({ status }) => void statuses.push(status), failed: () => undefined },
  )
  await rig.pass(20_000)
  expect(statuses).toEqual([200])
  expect(seen.notified).toHaveLength(6)
})

test('an alarm comes as MESSAGE, or to who subscribed to its priority as NOTIFY', async () => {
  await using rig = gbRig()
  await rig.online()
  const alarm = { id: C1, priority: 1, method: 5, type: 2, atMs: Date.UTC(2026, 10, 26), description: '移动' }
  rig.alarm(alarm)
  await rig.pass(100)
  expect(rig.heard[0]).toMatchObject({
    kind: 'alarmNotify',
    alarmMethod: 5,
    info: { alarmType: 2 },
    alarmDescription: '移动',
  })
  const query = {
    kind: 'alarmQuery',
    sn: 5,
    deviceId: DEVICE,
    startAlarmPriority: 1,
    endAlarmPriority: 2,
  } as const
  const { seen } = await subscribe(rig, writeManscdp(query))
  rig.alarm(alarm)
  rig.alarm({ ...alarm, priority: 4 })
  await rig.pass(100)
  expect(seen.notified).toHaveLength(1)
  expect(rig.heard).toHaveLength(2)
})
