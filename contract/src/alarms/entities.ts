import { z } from 'zod'

/** Processing types (stated). */
export const PROCESSING_TYPES = {
  voice: 0,
  phone: 1,
  warning: 2,
  wrongReport: 3,
  misjudgment: 4,
  sure: 5,
  workOrder: 100,
} as const

/** Alarm types that are no ordinary alarms (stated). */
export const NOT_ORDINARY = ['UpLoadFile', 'Head'] as const
export const MANUAL_SNAPSHOT = 'Snapshot-Manual'
export const SOS = { type: 'IoAlarm', subType: 'SOS' } as const

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
  devName: z.string(),
  /** Assumed: English names, on the channel (lists answer in the language of the request). */
  devNameEn: z.string().optional(),
  chnNameEn: z.string().optional(),
  number: z.string().default(''),
  /** Assumed: durable order of the platform; resume asks for what is newer. */
  cursor: z.number().int().optional(),
})
export type Alarm = z.infer<typeof Alarm>

/** Device flag (stated): 0 none, 1 when an alarm is raised, 2 when it was processed with 5 or 100. */
export function alarmFlagAfter(processingType: number | null): 1 | 2 {
  return processingType === PROCESSING_TYPES.sure || processingType === PROCESSING_TYPES.workOrder ? 2 : 1
}

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
  /** Assumed: 1 grave … 4 notice. */
  level: z.number().int().min(1).max(4).optional(),
})
export type AlarmTypeNode = z.infer<typeof AlarmTypeNode>
