import { z } from 'zod'
import { ALARM_ACTIONS } from '../alarms/constants.ts'

/** Severity of an entry of the system log. */
export const LOG_LEVELS = ['info', 'warn', 'error'] as const

/** Events of the system log. */
export const SYSTEM_EVENTS = ['start', 'stop', 'clock', 'control', 'problem', 'dropped'] as const
export type SystemEvent = (typeof SYSTEM_EVENTS)[number]

/** Events of the device log. */
export const DEVICE_EVENTS = [
  'online',
  'offline',
  'refused',
  'badPacket',
  'setting',
  'added',
  'removed',
  'moved',
  'edited',
] as const
export type DeviceEvent = (typeof DEVICE_EVENTS)[number]

/** Events of the alarm log: an alarm that was raised, and actions on it. */
export const ALARM_EVENTS = ['raised', ...ALARM_ACTIONS] as const

const time = z.number().int().describe('seconds, platform time')
const Details = z.record(z.string(), z.unknown()).describe('details by name')

export const SystemLogRow = z.object({
  id: z.number().int(),
  time,
  level: z.enum(LOG_LEVELS),
  event: z.enum(SYSTEM_EVENTS),
  subject: z.string().describe('part of the platform, or call'),
  detail: Details,
  address: z.string(),
})
export type SystemLogRow = z.infer<typeof SystemLogRow>

export const UserLogRow = z.object({
  id: z.number().int(),
  time,
  userId: z.number().int().describe('0: no signed-in user'),
  loginName: z.string(),
  userName: z.string().optional().describe('name of the user today; left out for a user who is gone'),
  action: z.string().describe('name of the call'),
  target: z.string().describe('serial number, id or name'),
  targetName: z
    .string()
    .optional()
    .describe('name of the target before the change, or today; empty if unknown'),
  detail: Details,
  result: z.number().int().describe('code of the reply; 0 is success'),
  address: z.string(),
  requestId: z.string(),
})
export type UserLogRow = z.infer<typeof UserLogRow>

export const DeviceLogRow = z.object({
  id: z.number().int(),
  time,
  sn: z.string(),
  devName: z.string().describe('current name; for a removed device only its removal has its last name'),
  groupName: z.string(),
  level: z.enum(LOG_LEVELS),
  event: z.enum(DEVICE_EVENTS),
  detail: Details,
})
export type DeviceLogRow = z.infer<typeof DeviceLogRow>

export const AlarmLogRow = z.object({
  id: z.string(),
  time,
  event: z.enum(ALARM_EVENTS),
  alarmId: z.number().int(),
  alarmSeq: z.string(),
  sn: z.string(),
  devName: z.string(),
  chnName: z.string(),
  type: z.string(),
  subType: z.string(),
  userName: z.string().describe('user; empty for a raised alarm'),
  detail: Details.describe('result'),
})
export type AlarmLogRow = z.infer<typeof AlarmLogRow>

export const VisitLogRow = z.object({
  id: z.number().int(),
  time,
  userId: z.number().int(),
  loginName: z.string(),
  path: z.string().describe('route of the console'),
  address: z.string(),
  browser: z.string(),
})
export type VisitLogRow = z.infer<typeof VisitLogRow>
