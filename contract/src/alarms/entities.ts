import { z } from 'zod'
import { ALARM_ACTIONS } from './constants.ts'

export const AlarmResource = z.object({ type: z.union([z.literal(1), z.literal(2)]), url: z.string() })
export type AlarmResource = z.infer<typeof AlarmResource>

export const AlarmDetail = z
  .object({
    name: z.string(),
    label: z.string(),
    identityCard: z.string(),
    sex: z.number().int(),
    birthday: z.string(),
    phoneNumber: z.string(),
    addr: z.string(),
    score: z.number(),
    /** Assumed: the person of the control list, and the face photo there. */
    personId: z.number().int(),
    face: z.string(),
  })
  .partial()

/** An alarm (stated fields). Times are seconds since the epoch, speeds km/h, directions degrees. */
export const Alarm = z.object({
  id: z.number().int(),
  sn: z.string(),
  chnId: z.number().int(),
  chnName: z.string().default(''),
  monitorId: z.number().int().optional(),
  monitorName: z.string().optional(),
  alarmSeq: z.string(),
  type: z.string(),
  subType: z.string().default(''),
  /** 1 start, 2 stop. */
  state: z.number().int(),
  /** 0 server, 1 device. */
  alarmSource: z.number().int(),
  startTime: z.number(),
  endTime: z.number().nullable(),
  startLon: z.number().optional(),
  startLat: z.number().optional(),
  startSp: z.number().optional(),
  startDir: z.number().optional(),
  endLon: z.number().optional(),
  endLat: z.number().optional(),
  endSp: z.number().optional(),
  endDir: z.number().optional(),
  resource: z.array(AlarmResource).default([]),
  detail: AlarmDetail.optional(),
  isRead: z.number().int().min(0).max(1),
  processingId: z.number().int().nullable().default(null),
  processingName: z.string().default(''),
  processingContent: z.string().default(''),
  processingType: z.number().int().nullable().default(null),
  /** Seconds. */
  processingTime: z.number().nullable().default(null),
  /** Stated as a state, assumed as fields: 0 not reviewed, 1 audited. Absent where a platform does not audit. */
  auditState: z.number().int().min(0).max(1).optional(),
  auditName: z.string().optional(),
  /** Seconds. */
  auditTime: z.number().optional(),
  /** Assumed: the operator who responds to it, and since when (seconds); absent while nobody does. */
  responderId: z.number().int().optional(),
  responderName: z.string().optional(),
  responseTime: z.number().optional(),
  devName: z.string(),
  /** Assumed: English names, on the channel (lists answer in the language of the request). */
  devNameEn: z.string().optional(),
  chnNameEn: z.string().optional(),
  number: z.string().default(''),
  /** Assumed: when the platform received it (seconds); there where that was not when it started. */
  receivedTime: z.number().optional(),
  /**
   * Assumed: time of the device's clock (yyyy-MM-dd HH:mm:ss, digits as sent) where that cannot be right: ahead of the
   * present, older than the kept period, or no time at all. startTime is then when the platform received it.
   */
  deviceTime: z.string().optional(),
  /** Assumed: durable order of the platform; resume asks for newer ones. */
  cursor: z.number().int().optional(),
  /** Assumed: only the archive has it, so that it cannot be changed any more; absent otherwise. */
  archived: z.literal(true).optional(),
})
export type Alarm = z.infer<typeof Alarm>
export type AlarmAction = (typeof ALARM_ACTIONS)[number]

/** The part of an alarm that an action changed: before and after. */
const AlarmChange = z
  .object({
    processingType: z.number().int().nullable(),
    processingContent: z.string(),
    type: z.string(),
    subType: z.string(),
    isRead: z.number().int(),
    /** Who responds; empty: nobody. */
    responderName: z.string(),
    auditState: z.number().int(),
    /** Of the order that was made, or went with an undo. */
    orderId: z.number().int(),
    /** How people name that order; missing in entries from before it was kept. */
    orderNumber: z.string(),
  })
  .partial()
export type AlarmChange = z.infer<typeof AlarmChange>

/** One action in the history of an alarm (assumed). */
export const AlarmHistoryEntry = z.object({
  id: z.number().int(),
  /** Seconds. */
  time: z.number(),
  userId: z.number().int(),
  userName: z.string(),
  action: z.enum(ALARM_ACTIONS),
  from: AlarmChange,
  to: AlarmChange,
})
export type AlarmHistoryEntry = z.infer<typeof AlarmHistoryEntry>

/** Result of one alarm in a bulk call (assumed): code 0, or why it was left unchanged. */
export const AlarmResult = z.object({
  id: z.number().int().optional(),
  sn: z.string(),
  alarmSeq: z.string(),
  code: z.number().int(),
  msg: z.string(),
})
export type AlarmResult = z.infer<typeof AlarmResult>

export const AlarmTypeNode = z.object({
  id: z.number().int(),
  /** Shown name, in the language of the request. */
  name: z.string(),
  nameEn: z.string().optional(),
  type: z.string(),
  parentId: z.number().int(),
  /** 0 type, 1 sub-type. */
  nodeType: z.number().int(),
  parentType: z.string().default(''),
  /** parentType-type, or type for a top node. */
  key: z.string(),
  /** Assumed: 1 critical … 4 notice. */
  level: z.number().int().min(1).max(4).optional(),
  /** Assumed: '#rrggbb', its own or its level's; absent: the console's own colour of the level. */
  colour: z.string().optional(),
  /** Assumed: tone of its level (alarm-types/entities). */
  tone: z.string().optional(),
  /** Assumed, for editing: both names, whether the colour is its own, and the permitted actions. */
  nameZh: z.string().optional(),
  ownColour: z.string().nullable().optional(),
  /** 1: came with the platform, cannot be deleted. */
  system: z.number().int().min(0).max(1).optional(),
  /** Grows with every change; 0 as it came. */
  version: z.number().int().optional(),
})
export type AlarmTypeNode = z.infer<typeof AlarmTypeNode>
