import { z } from 'zod'
import { Alarm, AlarmResource } from '../alarms/entities.ts'
import { GpsFix } from '../devices/entities.ts'
import { DownloadTask, PlaybackState } from '../recordings/entities.ts'
import { ClockState } from '../session/entities.ts'
import { PlatformTrouble } from '../troubles.ts'

/**
 * The real-time channel: JSON text frames over WebSocket at /realtime (payloads are assumed throughout). The first
 * frame of a client is `login`; the platform answers `loginReply`. After that the platform sends one `batch` frame per
 * tick and audience, on a busy platform less often.
 */

/** West, south, east, north in WGS-84 degrees. */
export const Bounds = z.tuple([z.number(), z.number(), z.number(), z.number()])
export type Bounds = z.infer<typeof Bounds>

/** Scope of a subscription. A new subscription with the same id replaces the old one. */
export const Scope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('devices'), sns: z.array(z.string().min(1).max(64)).max(5000) }),
  /** Everything below a group; 0 is all that the user may see. */
  z.object({ kind: z.literal('subtree'), groupId: z.number().int() }),
  z.object({ kind: z.literal('window'), bounds: Bounds }),
])
export type Scope = z.infer<typeof Scope>

export const Topic = z.enum(['gps', 'status', 'alarm', 'sensor'])
export type Topic = z.infer<typeof Topic>

/** Cursors after fromCursor, up to and including toCursor. */
const CursorRange = z.object({ fromCursor: z.number().int().min(0), toCursor: z.number().int().min(0) })
/** Most uncounted gaps that a console names when it signs in; past them it joins the oldest. */
export const ALARM_GAPS_MAX = 64

/**
 * Calls that may be made over the channel (the requests are stated, their names and form assumed). A platform lists
 * those it takes in `requests` of its login reply; the console makes the others over HTTP.
 */
export const CHANNEL_CALLS = [
  'liveVideo.start',
  'liveVideo.stop',
  'ptz.control',
  'ptz.preset',
  'liveVideo.snapshot',
  'recordings.query',
  'recordings.captures',
  'recordings.play',
  'recordings.control',
  'recordings.state',
  'recordings.stop',
  'recordings.download',
  'recordings.cancelDownload',
  'deviceConfig.getVideoEncodeParam',
  'deviceConfig.setVideoEncodeParam',
  'deviceConfig.getNetworkParam',
  'deviceConfig.setNetworkParam',
  'deviceConfig.getHardDiskParam',
  'deviceConfig.setHardDiskParam',
  'deviceConfig.getTimeTitle',
  'deviceConfig.setTimeTitle',
  'deviceConfig.getTimingSwitch',
  'deviceConfig.setTimingSwitch',
  'deviceConfig.getTimingSnapshot',
  'deviceConfig.setTimingSnapshot',
  'deviceConfig.restart',
  'sensors.config',
  'sensors.setConfig',
  'solar.config',
  'solar.setConfig',
  'agriculture.config',
  'agriculture.setConfig',
  'gas.config',
  'gas.setConfig',
] as const
export type ChannelCallName = (typeof CHANNEL_CALLS)[number]
/** An answer longer than this is 413 over the channel: it would delay live messages. It is available over HTTP. */
export const CHANNEL_REPLY_CHARS = 128 * 1024

/** Frames that a console sends. */
export const ClientFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('login'),
    projectName: z.string().max(64),
    loginName: z.string().max(64),
    sessionId: z.string().min(1).max(256),
    /** Resume: the newest cursor seen. Later alarms are announced as gaps, besides live ones. */
    alarmCursor: z.number().int().min(0).optional(),
    /** Resume: gaps up to alarmCursor that were announced but not counted yet. Their counts continue. */
    alarmGaps: z.array(CursorRange).max(ALARM_GAPS_MAX).optional(),
  }),
  z.object({
    type: z.literal('subscribe'),
    id: z.string().min(1).max(32),
    topics: z.array(Topic).min(1).max(4),
    scope: Scope,
    /** Send the present state first. */
    snapshot: z.boolean().default(true),
  }),
  z.object({ type: z.literal('unsubscribe'), id: z.string().min(1).max(32) }),
  /** A call over the channel: same name, body and answer as over HTTP. */
  z.object({
    type: z.literal('request'),
    requestId: z.string().min(1).max(64),
    call: z.enum(CHANNEL_CALLS),
    body: z.unknown(),
    /** Of messages in the answer; left out: that of the socket's own request. */
    language: z.enum(['zh', 'en']).optional(),
  }),
  z.object({ type: z.literal('ping'), at: z.number() }),
])
export type ClientFrame = z.input<typeof ClientFrame>

/** Changed online fields and flags of a device. Absent fields did not change. */
export const StatusChange = z.object({
  sn: z.string(),
  videoOnlineStatus: z.number().int().optional(),
  sensorOnlineStatus: z.number().int().optional(),
  gbOnlineStatus: z.number().int().optional(),
  smartOnlineStatus: z.number().int().optional(),
  gisOnlineStatus: z.number().int().optional(),
  alarmFlg: z.number().int().min(0).max(2).optional(),
})
export type StatusChange = z.infer<typeof StatusChange>

const AccountNotice = z.object({
  type: z.literal('account'),
  /** permissionChanged: reload; the others: warning, then forced sign-out and storage cleared (stated). */
  notice: z.enum(['permissionChanged', 'deleted', 'updated', 'kickedOut']),
})

/** Messages inside a batch. */
export const ChannelMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('gps'), list: z.array(GpsFix) }),
  z.object({ type: z.literal('status'), list: z.array(StatusChange) }),
  /**
   * Alarms by commit order. updateOnly: processing, reading or an end; does not count as new. cursor: where to resume:
   * up to there everything was sent, or announced as a gap.
   */
  z.object({
    type: z.literal('alarm'),
    list: z.array(Alarm),
    updateOnly: z.boolean(),
    cursor: z.number().int(),
  }),
  /**
   * Alarms that are not sent: too many at a time, or missed while the console was away. They can be paged from
   * `fromCursor`. skipped: how many, changes of older ones included; byType: the new ones of them.
   */
  z.object({
    type: z.literal('alarmGap'),
    skipped: z.number().int(),
    fromCursor: z.number().int(),
    toCursor: z.number().int(),
    byType: z.record(z.string(), z.number().int()),
    /**
     * false: alarms that a returning console missed, not counted yet. The counts follow in gaps inside this one; the
     * part that was not counted when the console leaves is named in its next login.
     */
    counted: z.boolean().optional(),
  }),
  /** Work orders that this console may see were made or changed; views of them load again. */
  z.object({
    type: z.literal('workOrder'),
    list: z.array(z.object({ id: z.number().int(), version: z.number().int(), state: z.number().int() })),
  }),
  /** Alarm types or levels were changed, or the account's shield list: views of alarms load it again. */
  z.object({ type: z.literal('alarmTypes'), changed: z.enum(['types', 'shield']) }),
  /** Pictures or clips that came after their alarm. */
  z.object({
    type: z.literal('resource'),
    sn: z.string(),
    alarmSeq: z.string(),
    resource: z.array(AlarmResource),
  }),
  /** The tree changed; sent 500 ms after add, update or delete (stated). */
  z.object({ type: z.literal('tree'), parentIds: z.array(z.number().int()) }),
  /** Channels of a device: online states, or reload when the list itself changed. */
  z.object({
    type: z.literal('channelChange'),
    sn: z.string(),
    reload: z.boolean(),
    list: z.array(z.object({ chnId: z.number().int(), onlineStatus: z.number().int() })),
  }),
  /** Answer of a device to a setting; result 0 is success (stated). */
  z.object({
    type: z.literal('setting'),
    sn: z.string(),
    setting: z.string(),
    result: z.number().int(),
    requestId: z.string().optional(),
  }),
  /** State of a playback of this session: sent when it changes, not for every picture. */
  z.object({ type: z.literal('playback'), playback: PlaybackState }),
  /** How far a download of this sign-in has come. */
  z.object({ type: z.literal('download'), download: DownloadTask }),
  /** Clock changed: rate, pause or jump. On a new epoch consoles load everything again. */
  z.object({ type: z.literal('clock'), clock: ClockState }),
  /** All problems of the platform itself: sent when they change. */
  z.object({ type: z.literal('troubles'), list: z.array(PlatformTrouble) }),
  AccountNotice,
])
export type ChannelMessage = z.infer<typeof ChannelMessage>

/** Frames that the platform sends. */
export const ServerFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('loginReply'),
    code: z.number().int(),
    msg: z.string(),
    /** Changes with every start of the platform. */
    boot: z.string().optional(),
    clock: ClockState.optional(),
    /** Problems of the platform itself; omitted: none. */
    troubles: z.array(PlatformTrouble).optional(),
    /** Newest alarm cursor at sign-in. */
    alarmCursor: z.number().int().optional(),
    /** Names of calls that may be made over this channel (CHANNEL_CALLS; others pass); left out: none. */
    requests: z.array(z.string()).optional(),
  }),
  z.object({
    type: z.literal('batch'),
    boot: z.string(),
    epoch: z.number().int(),
    at: z.number(),
    messages: z.array(ChannelMessage),
  }),
  z.object({ type: z.literal('subscribed'), id: z.string(), code: z.number().int(), msg: z.string() }),
  z.object({
    type: z.literal('reply'),
    requestId: z.string(),
    code: z.number().int(),
    msg: z.string(),
    data: z.unknown(),
  }),
  z.object({ type: z.literal('pong'), at: z.number() }),
])
export type ServerFrame = z.infer<typeof ServerFrame>

/** Close codes of the channel. */
export const CLOSE = {
  signInFirst: 4401,
  notPermitted: 4403,
  badFrame: 4400,
  tooSlow: 4408,
  kicked: 4409,
  shutdown: 1001,
  /** An edge cannot go on (RFC 6455's registry: service restart): come back with the cursor, to whichever edge. */
  comeBack: 1012,
  /** The platform was set back to a snapshot: sign in again at once, and load everything again. */
  restored: 4012,
} as const

export const CHANNEL_PATH = '/realtime'
/** Ticks of the channel, milliseconds. */
export const CHANNEL_TICK_MS = 100
/** Most alarms a console gets a second over the channel; the rest is an alarmGap. */
export const CHANNEL_ALARMS_PER_SECOND = 500
