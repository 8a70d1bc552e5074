/** Alarms and positions: notifications, queries and subscriptions (A.2.4.6, A.2.5.3, A.2.5.5; 2016). */
import { decimal, group, integer, list, needed, text, time } from './manscdp-fields.ts'

const deviceId = needed(text('DeviceID'))

export const alarmNotify = {
  deviceId,
  /** 1 (highest) – 4. */
  alarmPriority: needed(integer('AlarmPriority')),
  /** 1 telephone, 2 device, 3 message, 4 GPS, 5 video, 6 device fault, 7 other. */
  alarmMethod: needed(integer('AlarmMethod')),
  alarmTime: needed(time('AlarmTime')),
  alarmDescription: text('AlarmDescription'),
  longitude: decimal('Longitude'),
  latitude: decimal('Latitude'),
  info: group('Info', {
    /** Its meaning depends on the method: of method 5, 2 is motion and 6 intrusion. */
    alarmType: integer('AlarmType'),
    alarmTypeParam: group('AlarmTypeParam', {
      /** Of intrusion: 1 into the area, 2 out of it. */
      eventType: integer('EventType'),
    }),
  }),
}

/** Also the body of a subscription. Priorities 0 means all; methods may be several digits, such as 12. */
export const alarmQuery = {
  deviceId,
  startAlarmPriority: integer('StartAlarmPriority'),
  endAlarmPriority: integer('EndAlarmPriority'),
  alarmMethod: text('AlarmMethod'),
  alarmType: text('AlarmType'),
  startAlarmTime: time('StartAlarmTime'),
  endAlarmTime: time('EndAlarmTime'),
}

/** Also the body of a subscription. */
export const positionQuery = { deviceId, intervalS: integer('Interval') }

const position = {
  longitude: decimal('Longitude'),
  latitude: decimal('Latitude'),
  speedKmh: decimal('Speed'),
  /** Clockwise from north. */
  directionDeg: decimal('Direction'),
  altitudeM: decimal('Altitude'),
}

/** One position of the device, or a list of several devices' (2022). */
export const positionNotify = {
  deviceId,
  time: time('Time'),
  ...position,
  sumNum: integer('SumNum'),
  positions: list('DeviceList', 'Item', {
    deviceId,
    captureTime: time('CaptureTime'),
    ...position,
    heightM: decimal('Height'),
  }),
}
