/** What a device says of itself: keepalive, information, status, presets, snapshots, broadcast (A.2.4–A.2.6; 2016). */
import { choice, integer, list, needed, text, textList, time } from './manscdp-fields.ts'

const deviceId = needed(text('DeviceID'))
const result = choice('Result', ['OK', 'ERROR'])

/** Queries that name a device and nothing else. */
export const plainQuery = { deviceId }
/** Answers to controls and subscriptions. */
export const plainResponse = { deviceId, result: needed(result) }

export const keepalive = {
  deviceId,
  status: needed(choice('Status', ['OK', 'ERROR'])),
  faultyDeviceIds: textList('Info', 'DeviceID'),
}

export const deviceInfo = {
  deviceId,
  deviceName: text('DeviceName'),
  result,
  deviceType: text('DeviceType'),
  manufacturer: text('Manufacturer'),
  model: text('Model'),
  firmware: text('Firmware'),
  channels: integer('Channel'),
  maxCamera: integer('MaxCamera'),
  maxAlarm: integer('MaxAlarm'),
}

export const deviceStatus = {
  deviceId,
  result,
  online: choice('Online', ['ONLINE', 'OFFLINE']),
  status: choice('Status', ['OK', 'ERROR']),
  reason: text('Reason'),
  encode: choice('Encode', ['ON', 'OFF']),
  record: choice('Record', ['ON', 'OFF']),
  deviceTime: time('DeviceTime'),
  alarmStatus: list('Alarmstatus', 'Item', {
    deviceId,
    dutyStatus: choice('DutyStatus', ['ONDUTY', 'OFFDUTY', 'ALARM']),
  }),
}

export const presetResponse = {
  deviceId,
  result,
  sumNum: integer('SumNum'),
  presets: list('PresetList', 'Item', {
    presetId: needed(text('PresetID')),
    presetName: text('PresetName'),
  }),
}

/** The platform calls a device to take its sound: the device asks `sourceId` for it by an INVITE. */
export const broadcast = {
  sourceId: needed(text('SourceID')),
  targetId: needed(text('TargetID')),
}

/** 121: the recording that was played back or downloaded has ended. */
export const MEDIA_ENDED = 121
export const mediaStatus = { deviceId, notifyType: needed(integer('NotifyType')) }

/** The pictures of a snapshot order are uploaded (A.2.5.7, 2022). */
export const snapshotsUploaded = {
  deviceId,
  sessionId: needed(text('SessionID')),
  fileIds: textList('SnapShotList', 'SnapShotFileID'),
}
