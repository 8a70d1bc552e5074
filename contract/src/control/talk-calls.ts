import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { get, post } from '../call.ts'
import { nothing } from '../envelope.ts'
import { SerialNumber as sn } from './serial-numbers.ts'

/** The simulated devices' side of talk: received audio, their answers, and their behaviour. */
const access = ACCESS.control
const origin = 'assumed' as const

/** Sound that a device received since it was last looked at with `reset`. */
export const HeardSound = z.object({
  /** Received frames, and frames that consoles report as captured. */
  frames: z.number().int(),
  captured: z.number().int(),
  /** Captured and never received, up to now. */
  lost: z.number().int(),
  /** Share of the captured frames that was lost, 0 to 1. */
  loss: z.number(),
  /** Frames that came while nobody might speak. */
  stray: z.number().int(),
  /** Longest pause between two frames of one press, milliseconds. */
  longestGapMs: z.number(),
  /** Level of the last second and of the loudest frame, dB below full scale (-96 is silence). */
  levelDb: z.number(),
  peakDb: z.number(),
})

export const controlTalk = get('/control/talk', {
  name: 'control.talk',
  summary: 'Current calls, meetings and push-to-talk groups, and what devices heard.',
  origin,
  access,
  query: z.object({ sn: sn.optional(), reset: z.stringbool().default(false) }),
  data: z.object({
    links: z.array(z.object({ service: z.string(), loginName: z.string(), queuedBytes: z.number() })),
    calls: z.array(
      z.object({
        callId: z.string(),
        loginName: z.string(),
        kind: z.string(),
        state: z.string(),
        talking: z.boolean(),
        sns: z.array(z.string()),
      }),
    ),
    ringing: z.array(z.object({ callId: z.string(), sn: z.string() })),
    meetings: z.array(z.object({ id: z.number(), name: z.string(), members: z.array(z.string()) })),
    floors: z.array(
      z.object({ groupId: z.number(), holder: z.string().nullable(), waiting: z.number().int() }),
    ),
    devices: z.array(z.object({ sn: z.string(), voiceHz: z.number(), heard: HeardSound })),
  }),
})

export const controlTalkDevice = post('/control/talk/device', {
  name: 'control.talkDevice',
  summary: 'Sets how a device answers calls and how it sounds. Omitted fields stay unchanged.',
  origin,
  access,
  body: z.strictObject({
    sn,
    answer: z
      .enum(['ok', 'busy', 'refuse', 'audioOffline', 'intercomOffline', 'network', 'unknown', 'noAnswer'])
      .optional(),
    ringMs: z.number().int().min(0).max(60_000).optional(),
    /** How long its own calls wait for an answer. */
    callForMs: z.number().int().min(1000).max(3_600_000).optional(),
    /** Plays received sound back this much later; 0 ends it. */
    echoMs: z.number().int().min(0).max(5000).optional(),
    /** Sounds this tone instead of a voice; 0 ends it. */
    toneHz: z.number().min(0).max(3400).optional(),
    /** Never speaks by itself. */
    silent: z.boolean().optional(),
  }),
  data: nothing,
})

export const controlTalkCall = post('/control/talk/call', {
  name: 'control.talkCall',
  summary: 'Makes a device call the operators who can see it.',
  origin,
  access,
  body: z.strictObject({ sn }),
  data: z.object({ callId: z.string(), rings: z.number().int() }),
})

export const controlTalkHangUp = post('/control/talk/hangup', {
  name: 'control.talkHangUp',
  summary: 'Hangs up the call of a device, or stops its calling.',
  origin,
  access,
  body: z.strictObject({ sn }),
  data: z.object({ ended: z.number().int() }),
})

export const controlTalkServer = post('/control/talk/server', {
  name: 'control.talkServer',
  summary: 'Stops the intercom server for a while: cuts connections and refuses new ones.',
  origin,
  access,
  body: z.strictObject({ downForMs: z.number().int().min(0).max(600_000) }),
  data: z.object({ cut: z.number().int() }),
})

export const TALK_CONTROL_CALLS = [
  controlTalk,
  controlTalkDevice,
  controlTalkCall,
  controlTalkHangUp,
  controlTalkServer,
]
