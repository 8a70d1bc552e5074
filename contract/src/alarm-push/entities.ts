import { z } from 'zod'
import { LevelNumber } from '../alarm-types/entities.ts'
import { oneLine } from '../texts.ts'
import { PUSH_EVENTS, PUSH_FAULTS, PUSH_STATES, PUSH_URL_MAX } from './constants.ts'
export type PushEventKind = (typeof PUSH_EVENTS)[number]

/** 'type' or 'type-subType'. */
const typeKey = z
  .string()
  .max(65)
  .regex(/^[A-Za-z0-9_-]+$/)

/** Fields of a rule; empty lists mean all. Hours are of the platform's zone. */
export const PushRuleFields = z.object({
  name: oneLine(1, 32),
  /** http or https, without user and password; the platform's allow list limits the targets. */
  url: oneLine(1, PUSH_URL_MAX),
  types: z.array(typeKey).max(200),
  levels: z.array(LevelNumber).max(4),
  /** Groups with all below them. */
  nodeIds: z.array(z.number().int()).max(100),
  sns: z.array(z.string().min(1).max(64)).max(500),
  events: z.array(z.enum(PUSH_EVENTS)).min(1).max(3),
  /** 1 Monday to 7 Sunday. */
  weekdays: z.array(z.number().int().min(1).max(7)).max(7),
  /** Minutes of the day, from (included) to (excluded); a span over midnight has the larger one first. 0 to 1440: all day. */
  fromMinute: z.number().int().min(0).max(1439),
  toMinute: z.number().int().min(1).max(1440),
  enabled: z.boolean(),
})
export type PushRuleFields = z.infer<typeof PushRuleFields>
export type PushState = (typeof PUSH_STATES)[number]
export type PushFault = (typeof PUSH_FAULTS)[number]

export const PushDelivery = z.object({
  id: z.number().int(),
  ruleId: z.number().int(),
  ruleName: z.string(),
  kind: z.enum(['alarms', 'test']),
  state: z.enum(PUSH_STATES),
  /** How many events it carries. */
  events: z.number().int(),
  attempts: z.number().int(),
  /** Times are the machine's, seconds. */
  createTime: z.number(),
  lastTime: z.number().nullable(),
  /** When it is tried again. */
  nextTime: z.number().nullable(),
  /** Status of the last answer. */
  httpStatus: z.number().int().nullable(),
  fault: z.enum(PUSH_FAULTS).nullable(),
  /** Text of the fault. */
  reason: z.string(),
  durationMs: z.number().int().nullable(),
  bytes: z.number().int(),
})
export type PushDelivery = z.infer<typeof PushDelivery>

export const PushRule = PushRuleFields.extend({
  name: z.string(),
  url: z.string(),
  id: z.number().int(),
  version: z.number().int(),
  /** Owner, whose scope it has: a rule pushes alarms of devices that its owner may see. */
  ownerId: z.number().int(),
  ownerName: z.string(),
  /** Names of `nodeIds` and `sns`. null: gone, or no longer visible to the owner; the rule keeps it. */
  groups: z.array(z.object({ nodeId: z.number().int(), name: z.string().nullable() })).default([]),
  devices: z.array(z.object({ sn: z.string(), name: z.string().nullable() })).default([]),
  /** Last four characters of the secret. */
  secretHint: z.string(),
  updateTime: z.number(),
  /** Requests that wait. */
  waiting: z.number().int(),
  /** The last one that was tried. */
  last: PushDelivery.pick({ state: true, lastTime: true, httpStatus: true, reason: true }).nullable(),
})
export type PushRule = z.infer<typeof PushRule>
