/** RecordInfo: which recordings there are (A.2.4.5, A.2.6.7, A.2.1.10; 2016). */
import { choice, integer, list, needed, text, time, type ValuesOf } from './manscdp-fields.ts'

const deviceId = needed(text('DeviceID'))

export const recordQuery = {
  deviceId,
  startTime: time('StartTime'),
  endTime: time('EndTime'),
  filePath: text('FilePath'),
  address: text('Address'),
  secrecy: integer('Secrecy'),
  type: choice('Type', ['time', 'alarm', 'manual', 'all']),
  recorderId: text('RecorderID'),
  /** 0 asks the place that FilePath or the id names, 1 all places. */
  indistinctQuery: integer('IndistinctQuery'),
  streamNumber: integer('StreamNumber'),
  alarmMethod: text('AlarmMethod'),
  alarmType: text('AlarmType'),
}

const item = {
  deviceId,
  name: text('Name'),
  filePath: text('FilePath'),
  address: text('Address'),
  startTime: time('StartTime'),
  endTime: time('EndTime'),
  secrecy: integer('Secrecy'),
  type: choice('Type', ['time', 'alarm', 'manual']),
  recorderId: text('RecorderID'),
  fileSizeBytes: integer('FileSize'),
  recordLocation: text('RecordLocation'),
  streamNumber: integer('StreamNumber'),
}
export type RecordItem = ValuesOf<typeof item>

/** `sumNum` counts the items of all pages. */
export const recordResponse = {
  deviceId,
  name: text('Name'),
  result: choice('Result', ['OK', 'ERROR']),
  sumNum: integer('SumNum'),
  items: list('RecordList', 'Item', item),
}
