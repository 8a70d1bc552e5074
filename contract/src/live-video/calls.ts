import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { get, post } from '../call.ts'
import { nothing } from '../envelope.ts'
import { LIMITS } from '../limits.ts'

export const StreamType = z.enum(['main', 'sub'])
export type StreamType = z.infer<typeof StreamType>

const sn = z.string().min(1).max(64)
const chnId = z.number().int().min(0)

export const startLiveVideo = post('/api/startLiveVideoReq', {
  name: 'liveVideo.start',
  summary: 'Starts a live stream and answers its address, which contains a token that expires.',
  origin: 'stated',
  changes: 'scope',
  access: ACCESS.watchVideo,
  body: z.object({ sn, chnId, streamType: StreamType.default('main') }),
  data: z.object({
    /** FLV over WebSocket, path and query on the platform's host (or absolute). */
    url: z.string(),
    /** FLV over HTTP. */
    httpUrl: z.string(),
    expiresAt: z.number().describe('host epoch milliseconds'),
    hasAudio: z.boolean(),
    /** scene: rendered; clip: pre-encoded loop (no encoder); published: a real camera; pulled: asked of a foreign device. */
    source: z.enum(['scene', 'clip', 'published', 'pulled']).optional(),
  }),
  codes: {
    [-1]: 'the device is off line; msg is shown',
    [-2]: 'the device has no such channel (assumed); msg is shown',
    1: 'get media server failed',
    2: 'media server not bound',
    3: 'play failed, unknown',
  },
})

export const stopLiveVideo = post('/api/stopLiveVideoReq', {
  name: 'liveVideo.stop',
  summary: 'Stops watching a live stream; it ends some seconds after its last viewer.',
  origin: 'assumed',
  whenMissing: 'fallback',
  changes: 'own',
  access: ACCESS.watchVideo,
  body: z.object({ sn, chnId, streamType: StreamType.default('main') }),
  data: nothing,
})

export const mediaServer = get('/device/getMediaServer', {
  name: 'liveVideo.mediaServer',
  summary: 'The media server a device is bound to.',
  origin: 'stated',
  access: ACCESS.watchVideo,
  query: z.object({
    sn: sn.optional(),
    id: z.coerce.number().int().optional(),
    type: z.coerce.number().int().optional(),
  }),
  data: z.object({
    addr1: z.string(),
    addr2: z.string(),
    addr3: z.string(),
    localAddr: z.string(),
    loginName: z.string(),
    password: z.string(),
    configJson: z.object({ wsPort: z.number().int(), wssPort: z.number().int() }),
  }),
})

export const manualSnapshot = post('/api/v1/manual/snapshot', {
  name: 'liveVideo.snapshot',
  summary: 'Requests a picture from the device. It arrives as a Snapshot-Manual alarm whose alarmSeq is seq.',
  origin: 'stated',
  changes: 'scope',
  access: ACCESS.watchVideo,
  body: z.object({
    sn,
    chnId,
    seq: z
      .string()
      .length(LIMITS.snapshotSeqLength)
      .regex(/^[A-Za-z0-9]+$/),
  }),
  data: nothing,
})

export const LIVE_VIDEO_CALLS = [startLiveVideo, stopLiveVideo, mediaServer, manualSnapshot]
