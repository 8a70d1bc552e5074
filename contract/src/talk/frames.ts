import { z } from 'zod'
import { IntercomClientFrame, IntercomServerFrame } from './intercom-frames.ts'
import { MeetingClientFrame, MeetingServerFrame } from './meeting-frames.ts'
import { PttClientFrame, PttServerFrame } from './ptt-frames.ts'

/**
 * Talk: WebSocket at /talk. The first frame of a console is `talkLogin`, JSON text like everything but sound; the
 * session is in it, never in the address. Sound is binary, one frame a message (see audio-frame.ts), and belongs to the
 * one call, meeting or floor that the socket has. Each service (the specification's engines) has a socket of its own.
 * Payloads are assumed throughout; results and states are stated where their tables note it.
 */
export const TALK_PATH = '/talk'

export const TalkService = z.enum(['intercom', 'meeting', 'ptt'])
export type TalkService = z.infer<typeof TalkService>

const TalkCodecName = z.enum(['pcm', 'alaw'])

export const TalkLogin = z.object({
  type: z.literal('talkLogin'),
  service: TalkService,
  projectName: z.string().max(64),
  loginName: z.string().max(64),
  sessionId: z.string().min(1).max(256),
  /** Of the sound in both directions. */
  codec: TalkCodecName.default('pcm'),
  lang: z.enum(['zh', 'en']).default('zh'),
})
export type TalkLogin = z.output<typeof TalkLogin>

const TalkPing = z.object({ type: z.literal('ping'), at: z.number() })

/** Frames that a console sends. */
export const TalkClientFrame = z.discriminatedUnion('type', [
  TalkLogin,
  TalkPing,
  ...IntercomClientFrame.options,
  ...MeetingClientFrame.options,
  ...PttClientFrame.options,
])
export type TalkClientFrame = z.input<typeof TalkClientFrame>
export type TalkRequest = z.output<typeof TalkClientFrame>

/** Frames that the platform sends. */
export const TalkServerFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('talkLoginReply'),
    code: z.number().int(),
    msg: z.string(),
    boot: z.string().optional(),
  }),
  z.object({ type: z.literal('pong'), at: z.number() }),
  ...IntercomServerFrame.options,
  ...MeetingServerFrame.options,
  ...PttServerFrame.options,
])
export type TalkServerFrame = z.infer<typeof TalkServerFrame>

/** Close codes: as on the real-time channel; noServer: the intercom server is down. */
export const TALK_CLOSE = {
  badFrame: 4400,
  signInFirst: 4401,
  notPermitted: 4403,
  tooSlow: 4408,
  kicked: 4409,
  tooMany: 4429,
  noServer: 4503,
  shutdown: 1001,
} as const

/**
 * When an engine signs in again, milliseconds. Stated: intercom 2 s after a failure or a logout, push-to-talk 2 s after
 * a failure and 5 s after a logout. The meeting engine's are not shown: as the intercom's.
 */
export const TALK_RETRY_MS: Readonly<Record<TalkService, { failed: number; loggedOut: number }>> = {
  intercom: { failed: 2000, loggedOut: 2000 },
  meeting: { failed: 2000, loggedOut: 2000 },
  ptt: { failed: 2000, loggedOut: 5000 },
}
