import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { emptyQuery, get, post } from '../call.ts'
import { nothing, pageOf, pageQuery } from '../envelope.ts'
import { StreamType } from '../live-video/calls.ts'
import {
  CaptureFile,
  DownloadTask,
  PLAYBACK_SPEEDS,
  PlaybackState,
  RECORDING_LIMITS,
  RecordFile,
} from './entities.ts'

/**
 * Recorded video. Paths of queries and of the start of a playback are stated, inputs and outputs are not shown: all
 * fields are assumed but those of a recording file. Times without a unit are seconds since the epoch, with fractions.
 */
const access = ACCESS.watchVideo
const sn = z.string().min(1).max(64)
const chnId = z.number().int().min(0)
const seconds = z.number().min(0).max(9_999_999_999)
const fid = z.string().min(1).max(120)
const sessionId = z.string().min(1).max(64)
const downloadId = z.string().min(1).max(64)
const fileTypes = z.array(z.number().int()).max(16).optional()
/** A flag as text or number, since queries carry text. */
const flag = z.coerce.number().int().min(0).max(1)

/** A common code of bad spans is 400 with `field`; the other codes are PLAYBACK_CODES. */
const PLAY_FAILURES = {
  1: 'media service info failed',
  2: 'template not bound to a media service',
  3: 'unknown playback failure',
  4: 'failed to get play address',
  5: 'no recording files',
  503: 'no encoder available (assumed)',
}

export const queryRecordFile = post('/api/queryRecordFile', {
  name: 'recordings.query',
  summary: 'Recorded files of a channel in a span, by start. At most 24 hours within the last 180 days.',
  origin: 'stated',
  writes: false,
  access,
  body: z.object({
    sn,
    chnId,
    startTime: seconds,
    endTime: seconds,
    /** Source of the files. A device is asked itself, so it must be online. */
    source: z.enum(['server', 'device']).default('server'),
    /** Of FILE_TYPES; all when left out. */
    fileTypes,
  }),
  data: z.object({ list: z.array(RecordFile), total: z.number().int() }),
})

export const startPlayRecordFile = get('/api/startPlayRecordFileReq', {
  name: 'recordings.play',
  summary:
    'Starts a playback and answers its address: FLV over WebSocket or HTTP, as for live video. It begins when it is read.',
  origin: 'stated',
  writes: true,
  access,
  changes: 'scope',
  query: z.object({
    sn,
    chnId: z.coerce.number().int().min(0),
    /** A file, played from its start to its end; else a span. With both the file is played from startTime. */
    fid: fid.optional(),
    startTime: z.coerce.number().min(0).max(9_999_999_999).optional(),
    endTime: z.coerce.number().min(0).max(9_999_999_999).optional(),
    streamType: StreamType.default('main'),
    speed: z.coerce
      .number()
      .refine((speed) => (PLAYBACK_SPEEDS as readonly number[]).includes(speed), 'must be 1, 2, 3 or 4')
      .default(1),
    /** Joins the playbacks of a group: same moment, same pace. Of the answer to the first one. */
    groupId: sessionId.optional(),
    /** 1: shows its first picture and waits. */
    paused: flag.default(0),
  }),
  data: z.object({
    sessionId: z.string(),
    groupId: z.string(),
    /** FLV over WebSocket, path and query on the platform's host (or absolute). */
    url: z.string(),
    /** FLV over HTTP. */
    httpUrl: z.string(),
    /** Host epoch milliseconds until which the address opens. */
    expiresAt: z.number(),
    hasAudio: z.boolean(),
    /** The span that is played. */
    startTime: z.number(),
    endTime: z.number(),
    playback: PlaybackState,
  }),
  codes: PLAY_FAILURES,
})

export const controlPlayRecordFile = post('/api/controlPlayRecordFileReq', {
  name: 'recordings.control',
  summary: 'Pauses, resumes, seeks, speeds up or steps a playback, with all others of its group.',
  origin: 'assumed',
  whenMissing: 'disable',
  access,
  changes: 'own',
  body: z.discriminatedUnion('action', [
    z.object({ sessionId, action: z.literal('pause') }),
    z.object({ sessionId, action: z.literal('resume') }),
    /** To a moment, epoch milliseconds; into a gap: to the next recording. */
    z.object({ sessionId, action: z.literal('seek'), timeMs: z.number().min(0) }),
    z.object({
      sessionId,
      action: z.literal('speed'),
      speed: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
    }),
    /** Pauses and moves by this many pictures, backwards when negative. */
    z.object({ sessionId, action: z.literal('step'), frames: z.number().int().min(-100).max(100) }),
  ]),
  data: PlaybackState,
})

export const playRecordFileState = get('/api/playRecordFileState', {
  name: 'recordings.state',
  summary: 'The state of a playback. The channel sends changes as `playback` messages.',
  origin: 'assumed',
  whenMissing: 'fallback',
  access,
  query: z.object({ sessionId }),
  data: PlaybackState,
})

export const stopPlayRecordFile = post('/api/stopPlayRecordFileReq', {
  name: 'recordings.stop',
  summary: 'Ends a playback at once.',
  origin: 'assumed',
  whenMissing: 'fallback',
  access,
  changes: 'own',
  body: z.object({ sessionId }),
  data: nothing,
})

export const downloadRecordFile = post('/api/downloadRecordFileReq', {
  name: 'recordings.download',
  summary:
    'Creates an MP4 of a period of at most 30 minutes, without gaps. A period that ends in the future ends now; endTime in the reply shows the actual end. The channel sends the progress as `download` messages.',
  origin: 'assumed',
  whenMissing: 'hide',
  access,
  changes: 'scope',
  body: z.object({ sn, chnId, startTime: seconds, endTime: seconds }),
  data: DownloadTask,
  codes: PLAY_FAILURES,
})

export const listDownloads = get('/api/downloadRecordFile/list', {
  name: 'recordings.downloads',
  summary: 'The downloads of this sign-in.',
  origin: 'assumed',
  whenMissing: 'hide',
  access,
  query: emptyQuery,
  data: z.object({ list: z.array(DownloadTask) }),
})

export const cancelDownload = post('/api/downloadRecordFile/cancel', {
  name: 'recordings.cancelDownload',
  summary: 'Stops a download and removes its data.',
  origin: 'assumed',
  whenMissing: 'hide',
  access,
  changes: 'own',
  body: z.object({ downloadId }),
  data: nothing,
})

export const queryCaptureFile = post('/api/queryCaptureFile', {
  name: 'recordings.captures',
  summary: 'Pictures of a device in a span, newest first: from capture rules, manual snapshots and alarms.',
  origin: 'stated',
  writes: false,
  access,
  body: z.object({
    sn,
    /** All video channels when left out. */
    chnId: chnId.optional(),
    startTime: seconds,
    endTime: seconds,
    fileTypes,
    ...pageQuery(RECORDING_LIMITS.capturePageSize, RECORDING_LIMITS.capturePageSizeMax),
  }),
  data: pageOf(CaptureFile),
})

export const capturePicture = get('/api/captureFile/:fid', {
  name: 'recordings.picture',
  summary: 'A picture of the capture query (JPEG).',
  origin: 'assumed',
  whenMissing: 'hide',
  access,
  params: z.object({ fid }),
  query: z.object({ width: z.coerce.number().int().min(160).max(1920).optional() }),
  data: z.unknown(),
  raw: { reply: 'image/jpeg', parts: true },
  codes: { 6: 'no capture files' },
})

export const RECORDING_CALLS = [
  queryRecordFile,
  startPlayRecordFile,
  controlPlayRecordFile,
  playRecordFileState,
  stopPlayRecordFile,
  downloadRecordFile,
  listDownloads,
  cancelDownload,
  queryCaptureFile,
  capturePicture,
]
