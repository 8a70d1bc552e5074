import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { emptyQuery, get, post } from '../call.ts'
import { nothing } from '../envelope.ts'
import { ClockState } from '../session/entities.ts'
import { PlatformTrouble } from '../troubles.ts'
import { CLOCK_RATE, STORM_LIMITS } from './constants.ts'
import { StormProgress } from './storm-calls.ts'
import { TimelineProgress } from './timeline-progress.ts'

/** Calls that no real platform has. The console never makes them. */
const access = ACCESS.control
const origin = 'assumed' as const

export const controlStatus = get('/control/status', {
  name: 'control.status',
  summary: 'State of the simulator: seed, clock, fleet, streams, channel, store.',
  origin,
  access,
  query: emptyQuery,
  data: z.object({
    seed: z.number(),
    worldVersion: z.string(),
    boot: z.string(),
    uptimeMs: z.number(),
    clock: ClockState,
    devices: z.object({ total: z.number(), online: z.number() }),
    sessions: z.number(),
    channelClients: z.number(),
    streams: z.array(
      z.object({
        sn: z.string(),
        chnId: z.number(),
        streamType: z.string(),
        state: z.string(),
        viewers: z.number(),
        encoderPid: z.number().optional(),
        worker: z.string().optional().describe('the machine of the cluster that draws it'),
        framesEncoded: z.number().optional(),
        source: z.string().optional().describe('scene, clip, published or pulled'),
        /** Of a pulled stream: what is known of it, and why it does not come. */
        pulled: z
          .object({
            videoCodec: z.string().optional(),
            audioCodec: z.string().optional(),
            size: z.object({ width: z.number(), height: z.number() }).optional(),
            pictures: z.number().optional(),
            framesPerSecond: z.number().optional(),
            kbps: z.number().optional(),
            lostPackets: z.number().optional(),
            problem: z.string().optional(),
          })
          .optional(),
      }),
    ),
    alarms: z.object({ stored: z.number(), cursor: z.number() }),
    ports: z.object({
      http: z.number(),
      rtmp: z.number().nullable(),
      rtsp: z.number().nullable(),
      onvif: z.number().nullable(),
      jt1078: z.number().nullable(),
      gb28181: z.number().nullable(),
    }),
    /** Our own cameras at another platform of GB/T 28181; null without one. */
    gb28181To: z
      .object({
        address: z.string(),
        devices: z.number().describe('that are to register'),
        online: z.number(),
        offline: z.number().describe('offline in the world'),
        failed: z.number().describe('whose last try failed'),
        streams: z.number(),
        faults: z
          .array(z.object({ id: z.string(), name: z.string(), fault: z.string() }))
          .describe('why, of the first hundred'),
      })
      .nullable(),
    /** The archive in PostgreSQL; null without one. */
    archive: z
      .object({
        address: z.string().describe('without the password'),
        state: z.enum(['connecting', 'connected', 'away', 'refused']),
        reason: z.string().nullable().describe('why it is away, or refuses this platform'),
        waiting: z.number().describe('changed rows that wait, at most'),
        lagSeconds: z.number().describe('since the oldest of them changed'),
        rows: z.number().describe('stored since the start'),
        failures: z.number().describe('failed connections and batches since the start'),
      })
      .nullable(),
    ffmpeg: z.string().nullable(),
    /** The timeline that the platform plays by itself; null when it was started without one. */
    timeline: TimelineProgress.nullable(),
    /** Problems of the platform itself. */
    troubles: z.array(PlatformTrouble),
  }),
})

export const controlVerifyCode = get('/control/verifycodes/:key', {
  name: 'control.verifyCode',
  summary: 'The text of a verification code picture (for tests).',
  origin,
  access,
  params: z.object({ key: z.string().max(64) }),
  query: emptyQuery,
  data: z.object({ code: z.string() }),
})

export const controlClock = get('/control/clock', {
  name: 'control.clock',
  summary: 'The platform clock.',
  origin,
  access,
  query: emptyQuery,
  data: ClockState,
})

/** A clock that goes back removes later actions and alarms; otherwise they are hidden until their time comes again. */
const CutAfter = z.boolean().default(false)

export const controlSetClock = post('/control/clock', {
  name: 'control.setClock',
  summary: 'Pauses, runs, scales, steps (while paused) or moves the platform clock.',
  origin,
  access,
  body: z.discriminatedUnion('action', [
    z.object({ action: z.literal('pause') }),
    z.object({ action: z.literal('resume') }),
    z.object({ action: z.literal('speed'), rate: z.number().min(CLOCK_RATE.min).max(CLOCK_RATE.max) }),
    z.object({ action: z.literal('step'), byMs: z.number().positive().max(86_400_000) }),
    z.object({
      action: z.literal('jump'),
      toMs: z.number().min(0).optional(),
      byMs: z.number().optional(),
      cut: CutAfter,
    }),
    z.object({ action: z.literal('realtime'), cut: CutAfter }),
  ]),
  data: ClockState,
})

export const controlStorm = post('/control/storms/alarms', {
  name: 'control.stormAlarms',
  summary: 'Raises alarms at a rate for a given time. Replies when the storm has started.',
  origin,
  access,
  body: z.object({
    ratePerSecond: z.number().min(STORM_LIMITS.rateMin).max(STORM_LIMITS.rateMax),
    forMs: z.number().int().min(1).max(STORM_LIMITS.msMax),
    types: z.array(z.string().max(130)).max(50).optional(),
    devices: z.array(z.string().max(64)).max(10_000).optional(),
    seed: z.number().int().optional(),
  }),
  data: z.object({ stormId: z.string(), planned: z.number() }),
})

export const controlStormStatus = get('/control/storms/:id', {
  name: 'control.stormStatus',
  summary: 'Progress of a storm.',
  origin,
  access,
  params: z.object({ id: z.string().max(64) }),
  query: emptyQuery,
  data: StormProgress,
})

export const controlRaiseAlarm = post('/control/alarms', {
  name: 'control.raiseAlarm',
  summary: 'Raises one alarm.',
  origin,
  access,
  body: z.object({
    sn: z.string().min(1).max(64),
    chnId: z.number().int().default(0),
    type: z.string().min(1).max(64),
    subType: z.string().max(64).default(''),
  }),
  data: z.object({ id: z.number().int(), alarmSeq: z.string(), cursor: z.number().int() }),
})

export const controlDevices = get('/control/devices', {
  name: 'control.devices',
  summary: 'All devices with true position, state and (for cameras) pose and strip number.',
  origin,
  access,
  query: z.object({
    sn: z.string().max(64).optional(),
    kind: z.string().max(32).optional(),
    /** Part of a serial number or of a name in either language, capitals or not. */
    search: z.string().max(64).optional(),
    state: z.enum(['online', 'offline']).optional(),
    limit: z.coerce.number().int().min(1).max(100_000).default(1000),
  }),
  data: z.object({
    list: z.array(
      z.object({
        sn: z.string(),
        name: z.string(),
        nameEn: z.string(),
        kind: z.string(),
        online: z.boolean(),
        /** State it was forced into, until it is released. */
        forced: z.enum(['online', 'offline']).optional(),
        /** Numbers of its channels that are offline although it is online; left out: none. */
        lostChannels: z.array(z.number().int()).optional(),
        longitude: z.number(),
        latitude: z.number(),
        cameraNumber: z.number().optional(),
        pose: z.object({ pan: z.number(), tilt: z.number(), zoom: z.number() }).optional(),
        /** Address of its ONVIF device service, where it has one. */
        onvif: z.string().optional(),
        /** Its id at the platform of GB/T 28181 that our own cameras register at, where it does. */
        gb28181: z.string().optional(),
      }),
    ),
  }),
})

export const controlSetDevice = post('/control/devices/state', {
  name: 'control.setDeviceState',
  summary: 'Forces a device offline or online, or releases it; with `chnId`, one of its channels.',
  origin,
  access,
  body: z
    .object({
      sn: z.string().min(1).max(64),
      state: z.enum(['offline', 'online', 'auto']),
      chnId: z.number().int().min(1).max(65_535).optional(),
    })
    .refine(({ state, chnId }) => chnId === undefined || state !== 'online', {
      path: ['state'],
      message: 'a channel can only be set to offline or auto',
    }),
  data: nothing,
})

export const controlCutChannel = post('/control/channel/cut', {
  name: 'control.cutChannel',
  summary: 'Cuts the channel connections of one account, or of all accounts.',
  origin,
  access,
  body: z.object({
    loginName: z.string().max(64).optional(),
    refuseForMs: z.number().int().min(0).max(60_000).default(0),
  }),
  data: z.object({ cut: z.number().int() }),
})

export const CONTROL_CALLS = [
  controlStatus,
  controlVerifyCode,
  controlClock,
  controlSetClock,
  controlStorm,
  controlStormStatus,
  controlRaiseAlarm,
  controlDevices,
  controlSetDevice,
  controlCutChannel,
]
