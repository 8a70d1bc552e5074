/** ConfigDownload and DeviceConfig (A.2.3.2, A.2.4.7, A.2.6.9; 2016 and 2022). SVAC and picture masks are left out. */
import { choice, decimal, group, integer, list, needed, text, words } from './manscdp-fields.ts'

const deviceId = needed(text('DeviceID'))

/** An order for pictures (A.2.1.24, 2022): `count` of them, `intervalS` apart, each uploaded by HTTP. */
export const snapshot = {
  count: needed(integer('SnapNum')),
  intervalS: needed(integer('Interval')),
  uploadUrl: needed(text('UploadURL')),
  sessionId: needed(text('SessionID')),
}

const configs = {
  basicParam: group('BasicParam', {
    name: text('Name'),
    expirationS: integer('Expiration'),
    heartBeatIntervalS: integer('HeartBeatInterval'),
    heartBeatCount: integer('HeartBeatCount'),
    positionCapability: integer('PositionCapability'),
    longitude: decimal('Longitude'),
    latitude: decimal('Latitude'),
  }),
  videoParamOpt: group('VideoParamOpt', {
    downloadSpeed: words('DownloadSpeed'),
    resolution: words('Resolution'),
  }),
  videoParamAttribute: list('VideoParamAttribute', 'Item', {
    streamNumber: integer('StreamNumber'),
    videoFormat: text('VideoFormat'),
    resolution: text('Resolution'),
    frameRate: text('FrameRate'),
    bitRateType: text('BitRateType'),
    videoBitRate: text('VideoBitRate'),
  }),
  videoAlarmRecord: group('VideoAlarmRecord', {
    recordEnable: integer('RecordEnable'),
    streamNumber: integer('StreamNumber'),
    recordTimeS: integer('RecordTime'),
    preRecordTimeS: integer('PreRecordTime'),
  }),
  /** 0 as it is, 1 horizontal, 2 vertical, 3 both. */
  frameMirror: text('FrameMirror'),
  alarmReport: group('AlarmReport', {
    motionDetection: integer('MotionDetection'),
    fieldDetection: integer('FieldDetection'),
  }),
  osdConfig: group('OSDConfig', {
    length: integer('Length'),
    width: integer('Width'),
    timeX: integer('TimeX'),
    timeY: integer('TimeY'),
    timeEnable: integer('TimeEnable'),
    timeType: integer('TimeType'),
    textEnable: integer('TextEnable'),
  }),
  snapshotConfig: group('SnapShotConfig', snapshot),
}

export const configQuery = { deviceId, configTypes: needed(words('ConfigType')) }
export const configResponse = { deviceId, result: choice('Result', ['OK', 'ERROR']), ...configs }
export const deviceConfig = { deviceId, ...configs }
