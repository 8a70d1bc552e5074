import { describe, expect, it } from 'vitest'
import { controlCommand } from './control-shapes.ts'
import { BROKEN, body, bytesOf, CAMERA, CATALOG, manscdpOf, NVR } from './manscdp-texts.test-support.ts'
import { decodePtzCommand } from './ptz-command.ts'
import { XML_LIMITS } from './read-body.ts'
import { readManscdp } from './read-manscdp.ts'

const ID = `<DeviceID>${CAMERA}</DeviceID>\r\n`
const problemOf = (text: string) => {
  const read = readManscdp(bytesOf(text))
  return read.ok ? undefined : read.problem
}

describe('a notification', () => {
  it('keeps a device alive, with those that are out of order', () => {
    const text = body(
      'Notify',
      'Keepalive',
      `${ID}<Status>OK</Status><Info><DeviceID>${NVR}</DeviceID></Info>`,
    )
    expect(manscdpOf('keepalive', text)).toEqual({
      kind: 'keepalive',
      sn: 17_430,
      deviceId: CAMERA,
      status: 'OK',
      faultyDeviceIds: [NVR],
    })
    expect(
      manscdpOf('keepalive', body('Notify', 'Keepalive', `${ID}<Status>OK</Status>`)).faultyDeviceIds,
    ).toBeUndefined()
  })
  it('tells an alarm', () => {
    const text = body(
      'Notify',
      'Alarm',
      `${ID}<AlarmPriority>4</AlarmPriority><AlarmMethod>5</AlarmMethod><AlarmTime>2010-11-11T19:46:17</AlarmTime><info><AlarmType>6</AlarmType><AlarmTypeParam><EventType>1</EventType></AlarmTypeParam></info>`,
    )
    expect(manscdpOf('alarmNotify', text)).toMatchObject({
      alarmPriority: 4,
      alarmTime: 1_289_475_977_000,
      info: { alarmType: 6, alarmTypeParam: { eventType: 1 } },
    })
  })
  it('tells a position, the end of a recording and finished snapshots', () => {
    const position = `${ID}<Time>2010-11-11T19:46:17</Time><Longitude>121.47</Longitude><Latitude>31.23</Latitude><Speed>12.5</Speed>`
    expect(manscdpOf('positionNotify', body('Notify', 'MobilePosition', position))).toMatchObject({
      speedKmh: 12.5,
    })
    const ended = body('Notify', 'MediaStatus', `${ID}<NotifyType>121</NotifyType>`)
    expect(manscdpOf('mediaStatus', ended).notifyType).toBe(121)
    const list =
      '<SnapShotList><SnapShotFileID>f1</SnapShotFileID><SnapShotFileID>f2</SnapShotFileID></SnapShotList>'
    const finished = body('Notify', 'UploadSnapShotFinished', `${ID}<SessionID>s</SessionID>${list}`)
    expect(manscdpOf('snapshotsUploaded', finished).fileIds).toEqual(['f1', 'f2'])
  })
  it('calls for a broadcast without a DeviceID', () => {
    const text = body('Notify', 'Broadcast', `<SourceID>${NVR}</SourceID><TargetID>${CAMERA}</TargetID>`)
    expect(manscdpOf('broadcast', text)).toMatchObject({ sourceId: NVR, targetId: CAMERA })
  })
})

describe('an answer', () => {
  it('is a page of a catalog; an item without an id and bad fields are left out and told', () => {
    const read = readManscdp(bytesOf(CATALOG, 'gbk'))
    if (!read.ok || read.value.kind !== 'catalogResponse') throw new Error('no catalog')
    expect(read.encoding).toBe('GB2312')
    expect(read.value).toMatchObject({ deviceId: NVR, sumNum: 3 })
    expect(read.value.items).toMatchObject([
      {
        deviceId: CAMERA,
        name: '东门 & 广场',
        status: 'ON',
        longitude: 121.4737,
        port: 5060,
        info: { ptzType: 3, downloadSpeed: ['1', '2', '4'] },
      },
      { deviceId: '34020000002160000001', name: '一楼', businessGroupId: '34020000002150000001' },
    ])
    expect(read.value.items?.[0]).not.toHaveProperty('block')
    expect(read.value.items?.[0]).not.toHaveProperty('latitude')
    expect(read.ignored.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'missing no DeviceID in Item',
      "value Port 'none'",
    ])
  })
  it('is the status of a device with its alarm inputs', () => {
    const alarms = `<Alarmstatus Num="1"><Item>${ID}<DutyStatus>OFFDUTY</DutyStatus></Item></Alarmstatus>`
    const content = `${ID}<Result>OK</Result><Online>ONLINE</Online><Status>OK</Status><Encode>ON</Encode><Record>OFF</Record><DeviceTime>2010-11-11T19:46:17</DeviceTime>${alarms}`
    expect(manscdpOf('deviceStatus', body('Response', 'DeviceStatus', content))).toMatchObject({
      online: 'ONLINE',
      alarmStatus: [{ deviceId: CAMERA, dutyStatus: 'OFFDUTY' }],
    })
  })
  it('is a list of recordings, also an empty one', () => {
    const item = `<Item>${ID}<Name>Camera1</Name><StartTime>2010-11-12T10:10:00</StartTime><EndTime>2010-11-12T10:20:00</EndTime><Type>time</Type><FileSize>1024</FileSize></Item>`
    const list = (items: string) => `${ID}<SumNum>1</SumNum><RecordList Num="1">${items}</RecordList>`
    expect(manscdpOf('recordResponse', body('Response', 'RecordInfo', list(item))).items).toMatchObject([
      { name: 'Camera1', type: 'time', fileSizeBytes: 1024 },
    ])
    expect(manscdpOf('recordResponse', body('Response', 'RecordInfo', list(''))).items).toEqual([])
  })
  it('is a configuration or presets', () => {
    const config = `${ID}<Result>OK</Result><BasicParam><Name>IPC</Name><Expiration>3600</Expiration><HeartBeatInterval>60</HeartBeatInterval><HeartBeatCount>3</HeartBeatCount></BasicParam>`
    expect(manscdpOf('configResponse', body('Response', 'ConfigDownload', config)).basicParam).toEqual({
      name: 'IPC',
      expirationS: 3600,
      heartBeatIntervalS: 60,
      heartBeatCount: 3,
    })
    const presets = `${ID}<PresetList Num="1"><Item><PresetID>1</PresetID><PresetName>门</PresetName></Item></PresetList>`
    expect(manscdpOf('presetResponse', body('Response', 'PresetQuery', presets, 'UTF-8')).presets).toEqual([
      { presetId: '1', presetName: '门' },
    ])
  })
})

describe('a control', () => {
  const control = (content: string) =>
    manscdpOf('deviceControl', body('Control', 'DeviceControl', ID + content))
  it('moves a camera', () => {
    const message = control(
      '<PTZCmd>A50F01021F0000D6</PTZCmd><Info><ControlPriority>5</ControlPriority></Info>',
    )
    expect(message.info?.controlPriority).toBe(5)
    expect(controlCommand(message)).toBe('ptzCmd')
    expect(decodePtzCommand(message.ptzCmd ?? '')).toMatchObject({
      ok: true,
      value: { action: { pan: -1, panSpeed: 31 } },
    })
  })
  it.each([
    ['<TeleBoot>Boot</TeleBoot>', 'teleBoot'],
    ['<RecordCmd>StopRecord</RecordCmd>', 'recordCmd'],
    ['<GuardCmd>SetGuard</GuardCmd>', 'guardCmd'],
    ['<AlarmCmd>ResetAlarm</AlarmCmd><Info><AlarmMethod>2</AlarmMethod></Info>', 'alarmCmd'],
    ['<IFrameCmd>Send</IFrameCmd>', 'iFrameCmd'],
    ['<IFameCmd>Send</IFameCmd>', 'iFameCmd'],
    [
      '<HomePosition><Enabled>1</Enabled><ResetTime>30</ResetTime><PresetIndex>1</PresetIndex></HomePosition>',
      'homePosition',
    ],
    ['<PTZPreciseCtrl><Pan>12.5</Pan><Tilt>-3</Tilt><Zoom>2</Zoom></PTZPreciseCtrl>', 'ptzPreciseCtrl'],
    [
      '<DragZoomIn><Length>704</Length><Width>576</Width><MidPointX>300</MidPointX><MidPointY>200</MidPointY><LengthX>100</LengthX><LengthY>80</LengthY></DragZoomIn>',
      'dragZoomIn',
    ],
    [
      '<SnapShotConfig><SnapNum>2</SnapNum><Interval>1</Interval><UploadURL>http://h/p?a=1&amp;b=2</UploadURL><SessionID>s</SessionID></SnapShotConfig>',
      'snapshotConfig',
    ],
    ['<New>1</New>', undefined],
    ['<DragZoomOut><Length>704</Length></DragZoomOut>', undefined],
  ])('%s is %s', (content, command) => {
    expect(controlCommand(control(content))).toBe(command)
  })
})

describe('a body', () => {
  it('of another command is kept whole', () => {
    const message = manscdpOf('other', body('Query', 'SDCardStatus', ID))
    expect(message).toMatchObject({ root: 'Query', cmdType: 'SDCardStatus', sn: 17_430, deviceId: CAMERA })
    expect(message.element.children).toHaveLength(3)
  })
  it('has its names in any case', () => {
    const text = body('notify', 'keepalive', `<deviceid>${CAMERA}</deviceid><STATUS>ok</STATUS>`)
    expect(manscdpOf('keepalive', text).status).toBe('OK')
  })
  it('with a name that was cut inside a character is read, and tells it', () => {
    const bytes = bytesOf(CATALOG, 'gbk')
    const last = bytes.findIndex((byte, at) => byte > 127 && bytes[at + 1] === 0x3c)
    const read = readManscdp(bytes.filter((_, at) => at !== last))
    expect(read).toMatchObject({ ok: true, ignored: [{ code: 'encoding' }, {}, {}] })
    expect(read.ok && JSON.stringify(read.value)).toContain('东门 & 广\ufffd')
  })
  it.each(BROKEN)('%# is refused', (text, code) => {
    expect(problemOf(text)?.code).toBe(code)
  })
  it('past the limits is refused', () => {
    const long = body('Notify', 'Keepalive', `${ID}<Status>OK</Status><X>${'x'.repeat(2000)}</X>`)
    for (const characters of [100, 1000])
      expect(readManscdp(bytesOf(long), { ...XML_LIMITS, characters })).toMatchObject({
        problem: { code: 'tooLong' },
      })
  })
})
