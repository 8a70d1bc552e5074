/** Alarms of GB/T 28181 as alarms of the platform. */

type AlarmKind = { type: string; subType: string }

const OF_DEVICE = 2
const OF_VIDEO = 5
const DEVICE_FAULT = 6
/** AlarmType of AlarmMethod 2 (2016, A.2.5.3); 4 and 5, heat and cold, have no type of their own. */
const DEVICE_TYPES: Readonly<Record<number, AlarmKind>> = {
  1: { type: 'VideoAlarm', subType: 'VideoLoss' },
  2: { type: 'IoAlarm', subType: 'Tamper' },
  3: { type: 'DeviceAlarm', subType: 'DiskFault' },
}
/** AlarmType of AlarmMethod 5; others are shown as motion, which all of them see. */
const VIDEO_TYPES: Readonly<Record<number, AlarmKind>> = {
  2: { type: 'VideoAlarm', subType: 'Motion' },
  5: { type: 'AiAlarm', subType: 'Intruder' },
  6: { type: 'AiAlarm', subType: 'Intruder' },
  8: { type: 'AiAlarm', subType: 'Loitering' },
  10: { type: 'AiAlarm', subType: 'Crowd' },
  11: { type: 'VideoAlarm', subType: 'VideoCover' },
}

/** `method` and `alarmType`: AlarmMethod and AlarmType of the notification. Others are alarms of an input. */
export function alarmTypeOf(method: number, alarmType: number | undefined): AlarmKind {
  if (method === OF_VIDEO) return VIDEO_TYPES[alarmType ?? 2] ?? { type: 'VideoAlarm', subType: 'Motion' }
  const known = method === OF_DEVICE && alarmType !== undefined ? DEVICE_TYPES[alarmType] : undefined
  if (known) return known
  return method === DEVICE_FAULT ? { type: 'DeviceAlarm', subType: '' } : { type: 'IoAlarm', subType: '' }
}
