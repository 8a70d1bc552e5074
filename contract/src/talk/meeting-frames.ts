import { z } from 'zod'
import { oneLine } from '../texts.ts'
import { MEETING_MEMBERS_MAX } from './constants.ts'
import { TalkSerial } from './intercom-frames.ts'

const MeetingId = z.number().int().positive()
const MemberId = z.string().min(1).max(80)
const devices = z.array(TalkSerial).max(MEETING_MEMBERS_MAX).default([])
const operators = z.array(z.number().int()).max(MEETING_MEMBERS_MAX).default([])

export const MeetingMember = z.object({
  /** d: and a serial number, or u: and a user id. */
  memberId: MemberId,
  kind: z.enum(['operator', 'device']),
  name: z.string(),
  sn: z.string().optional(),
  userId: z.number().int().optional(),
  state: z.enum(['invited', 'joined', 'refused', 'noAnswer', 'left']),
  /** Silenced by the chairman or by the member himself. */
  muted: z.boolean(),
})
export type MeetingMember = z.infer<typeof MeetingMember>

export const Meeting = z.object({
  id: MeetingId,
  name: z.string(),
  /** Who may invite, silence others, send away and end. */
  chairmanId: MemberId,
  /** Host epoch milliseconds. */
  startedAt: z.number(),
  members: z.array(MeetingMember),
})
export type Meeting = z.infer<typeof Meeting>

export const MeetingName = oneLine(1, 32)
const requestId = z.string().min(1).max(40)

export const MeetingClientFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('meetingCreate'),
    requestId,
    name: MeetingName,
    /** A meeting template: how many may sit in it, and whether they come in silenced. */
    templateId: z.number().int().positive().optional(),
    devices,
    operators,
  }),
  z.object({ type: z.literal('meetingJoin'), requestId, meetingId: MeetingId }),
  z.object({ type: z.literal('meetingLeave'), requestId, meetingId: MeetingId }),
  z.object({ type: z.literal('meetingInvite'), requestId, meetingId: MeetingId, devices, operators }),
  z.object({
    type: z.literal('meetingMute'),
    requestId,
    meetingId: MeetingId,
    memberId: MemberId,
    muted: z.boolean(),
  }),
  z.object({ type: z.literal('meetingRemove'), requestId, meetingId: MeetingId, memberId: MemberId }),
  z.object({ type: z.literal('meetingChair'), requestId, meetingId: MeetingId, memberId: MemberId }),
  z.object({ type: z.literal('meetingEnd'), requestId, meetingId: MeetingId }),
])
export type MeetingClientFrame = z.infer<typeof MeetingClientFrame>

export const MeetingServerFrame = z.discriminatedUnion('type', [
  /** All meetings that this operator may know of, after each change, and who else may be invited. */
  z.object({
    type: z.literal('meetings'),
    list: z.array(Meeting),
    people: z.array(z.object({ userId: z.number().int(), name: z.string() })),
  }),
  z.object({ type: z.literal('meetingInvited'), meetingId: MeetingId, name: z.string(), by: z.string() }),
  z.object({
    type: z.literal('meetingResult'),
    requestId,
    result: z.number().int(),
    meetingId: MeetingId.optional(),
  }),
  /** Who is heard right now, when that changes. */
  z.object({ type: z.literal('meetingSpeaking'), meetingId: MeetingId, memberIds: z.array(MemberId) }),
  z.object({
    type: z.literal('meetingOut'),
    meetingId: MeetingId,
    why: z.enum(['ended', 'removed', 'revoked']),
  }),
])
export type MeetingServerFrame = z.infer<typeof MeetingServerFrame>
