import { z } from 'zod'
import { BROADCAST_TARGETS_MAX } from './constants.ts'

/**
 * Intercom, broadcast and listening: frames of console and platform besides the sound (assumed; results and states are
 * stated).
 */
const CallId = z.string().min(1).max(40)
export const TalkSerial = z.string().min(1).max(64)
const TalkChannelNumber = z.number().int().min(0)

/** idle: none. calling: the operator speaks. monitoring: the device is heard. duplex: both at once (V3). */
export const CallState = z.enum(['idle', 'calling', 'monitoring', 'duplex'])
export type CallState = z.infer<typeof CallState>

export const CallTarget = z.object({ sn: TalkSerial, chnId: TalkChannelNumber })
export type CallTarget = z.infer<typeof CallTarget>

export const IntercomClientFrame = z.discriminatedUnion('type', [
  /** call: one device, press to talk (V3: duplex). monitor: listening. broadcast: to many, nothing is heard back. */
  z.object({
    type: z.literal('callStart'),
    callId: CallId,
    kind: z.enum(['call', 'monitor', 'broadcast']),
    targets: z.array(CallTarget).min(1).max(BROADCAST_TARGETS_MAX),
  }),
  /** The talk button went down or up. `frames`: how many frames of sound were captured while it was down. */
  z.object({
    type: z.literal('callTalk'),
    callId: CallId,
    on: z.boolean(),
    frames: z.number().int().min(0).optional(),
  }),
  z.object({ type: z.literal('callStop'), callId: CallId }),
  z.object({ type: z.literal('callAnswer'), callId: CallId }),
  z.object({ type: z.literal('callReject'), callId: CallId }),
])
export type IntercomClientFrame = z.infer<typeof IntercomClientFrame>

export const CallEndReason = z.enum([
  'hangUp',
  'released',
  'deviceOffline',
  'revoked',
  'serverDown',
  'tooLong',
])
export type CallEndReason = z.infer<typeof CallEndReason>

export const IntercomServerFrame = z.discriminatedUnion('type', [
  /** kind: table of the result: call and monitor 1 to 6, duplex 1, 2 and 100 (stated). */
  z.object({
    type: z.literal('callResult'),
    callId: CallId,
    kind: z.enum(['call', 'monitor', 'duplex']),
    result: z.number().int(),
    /** Each device of a broadcast. */
    targets: z.array(CallTarget.extend({ result: z.number().int() })).optional(),
  }),
  z.object({
    type: z.literal('callState'),
    callId: CallId,
    state: CallState,
    /** monitoring: 0 listening alone, 1 listening between two presses of a call (stated states 0 or 1). */
    monitor: z.union([z.literal(0), z.literal(1)]).optional(),
    /** The platform takes the operator's sound. */
    talking: z.boolean(),
  }),
  z.object({
    type: z.literal('callEnd'),
    callId: CallId,
    by: z.enum(['operator', 'device', 'platform']),
    reason: CallEndReason,
  }),
  /** A device calls: answer, reject, or let it ring. */
  z.object({
    type: z.literal('incoming'),
    callId: CallId,
    sn: TalkSerial,
    chnId: TalkChannelNumber,
    cause: z.enum(['sos', 'button']),
    waitMs: z.number().int().min(0),
  }),
  z.object({
    type: z.literal('incomingEnd'),
    callId: CallId,
    why: z.enum(['answered', 'answeredElsewhere', 'rejected', 'hungUp', 'noAnswer']),
    /** Who answered it, for whom it rang elsewhere. */
    by: z.string().optional(),
  }),
])
export type IntercomServerFrame = z.infer<typeof IntercomServerFrame>
