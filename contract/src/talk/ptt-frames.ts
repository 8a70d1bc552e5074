import { z } from 'zod'

/** Push-to-talk: one speaks at a time in a group (assumed; the engine and its retries are stated). */
const groupId = z.number().int()

/** The longest that one keeps the floor, and how many may wait for it. */
export const FLOOR_MAX_MS = 30_000
export const FLOOR_QUEUE_MAX = 8

const FloorHolder = z.object({
  kind: z.enum(['operator', 'device']),
  name: z.string(),
  sn: z.string().optional(),
  userId: z.number().int().optional(),
})

export const PttGroup = z.object({
  groupId,
  name: z.string(),
  /** Radios of the group that are online, and operators who listen. */
  devicesOnline: z.number().int(),
  operators: z.number().int(),
})
export type PttGroup = z.infer<typeof PttGroup>

export const PttClientFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pttJoin'), groupId }),
  z.object({ type: z.literal('pttLeave') }),
  /** `queue`: wait in line when somebody else speaks; otherwise the request is denied. */
  z.object({ type: z.literal('floorRequest'), queue: z.boolean().default(true) }),
  /** Gives the floor up, or the place in the line. `frames`: captured while speaking. */
  z.object({ type: z.literal('floorRelease'), frames: z.number().int().min(0).optional() }),
])
export type PttClientFrame = z.infer<typeof PttClientFrame>

export const PttServerFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pttGroups'), list: z.array(PttGroup) }),
  z.object({ type: z.literal('pttJoined'), groupId }),
  z.object({ type: z.literal('pttLeft'), why: z.enum(['asked', 'revoked', 'gone']) }),
  z.object({ type: z.literal('floorResult'), result: z.number().int() }),
  /** Who speaks, after each change; `position`: the operator's place in the line, from 1. */
  z.object({
    type: z.literal('floor'),
    groupId,
    holder: FloorHolder.nullable(),
    mine: z.boolean(),
    waiting: z.number().int(),
    position: z.number().int().optional(),
  }),
  z.object({ type: z.literal('floorTaken'), why: z.enum(['tooLong', 'silent']) }),
])
export type PttServerFrame = z.infer<typeof PttServerFrame>
