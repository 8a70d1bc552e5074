/** Alarms of the platform as AlarmMethod and AlarmType of GB/T 28181 (A.2.5.3 of 2016). */

export type GbAlarmKind = { method: number; type?: number }

const DEVICE = 2
const GPS = 4
const VIDEO = 5
const FAULT = 6
const OTHER = 7

/** By type and sub-type, or by type alone. */
const KINDS: Readonly<Record<string, GbAlarmKind>> = {
  'VideoAlarm/VideoLoss': { method: DEVICE, type: 1 },
  'IoAlarm/Tamper': { method: DEVICE, type: 2 },
  IoAlarm: { method: DEVICE },
  'VideoAlarm/Motion': { method: VIDEO, type: 2 },
  'AiAlarm/Intruder': { method: VIDEO, type: 6 },
  'AiAlarm/Loitering': { method: VIDEO, type: 8 },
  'AiAlarm/Crowd': { method: VIDEO, type: 10 },
  'VideoAlarm/VideoCover': { method: VIDEO, type: 11 },
  AiAlarm: { method: VIDEO },
  FaceAlarm: { method: VIDEO },
  'DeviceAlarm/DiskFault': { method: FAULT, type: 1 },
  DeviceAlarm: { method: FAULT },
}

/** Other alarms of who moves come from its GPS. */
export const gbAlarmKind = (type: string, subType: string, isMoving: boolean): GbAlarmKind =>
  KINDS[`${type}/${subType}`] ?? KINDS[type] ?? { method: isMoving ? GPS : OTHER }
