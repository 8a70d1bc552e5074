import { z } from 'zod'
import { BusParam } from '../sense-controllers/entities.ts'
import { AgricultureParam, GasParam, SensorParam, SolarParam } from '../sensors/params.ts'
import { oneLine } from '../texts.ts'
import {
  BATTERY_TYPES,
  BIT_RATE_TYPES,
  DEVICE_RULES_MAX,
  FILE_TYPES,
  PICTURE_QUALITIES,
  PUSH_AT_ONCE,
  PUSH_FAULTS,
  PUSH_STATES,
  RESOLUTIONS,
  UPGRADE_STATES,
  WORK_MODES,
} from './constants.ts'
import { BIT_RATE_KBPS, FRAME_RATE } from './limits.ts'

const minuteOfDay = z.number().int().min(0).max(1439)
const host = z
  .string()
  .max(253)
  .regex(/^[A-Za-z0-9.:-]+$/, 'use letters, digits, dots, colons and minus signs only')
const ipv4 = z.ipv4()

const EncodeStream = z.object({
  resolution: z.enum(RESOLUTIONS),
  frameRate: z.number().int().min(FRAME_RATE.min).max(FRAME_RATE.max),
  bitRateType: z.enum(BIT_RATE_TYPES),
  /** Constant: the rate; variable: its ceiling. */
  bitRateKbps: z.number().int().min(BIT_RATE_KBPS.min).max(BIT_RATE_KBPS.max),
  quality: z.enum(PICTURE_QUALITIES),
})
export type EncodeStream = z.infer<typeof EncodeStream>

/** How a channel's two streams are encoded. */
export const VideoEncodeParam = z.object({ main: EncodeStream, sub: EncodeStream })
export type VideoEncodeParam = z.infer<typeof VideoEncodeParam>

/** The text that a channel shows in its picture. */
export const TimeTitle = z.object({
  showTime: z.boolean(),
  showTitle: z.boolean(),
  /** Empty: the channel's name. */
  title: z.string(),
})
export type TimeTitle = z.infer<typeof TimeTitle>
export const NewTimeTitle = TimeTitle.extend({ title: oneLine(0, 32) })

export const HardDiskParam = z.object({ whenFull: z.enum(['overwrite', 'stop']) })
export type HardDiskParam = z.infer<typeof HardDiskParam>
export const HardDisk = z.object({
  id: z.number().int(),
  totalGb: z.number(),
  freeGb: z.number(),
  state: z.enum(['normal', 'formatting', 'fault']),
})
export type HardDisk = z.infer<typeof HardDisk>

export const NetworkParam = z
  .object({
    dhcp: z.boolean(),
    ip: ipv4,
    mask: ipv4,
    gateway: ipv4,
    dns1: ipv4,
    dns2: z.union([ipv4, z.literal('')]),
    httpPort: z.number().int().min(1).max(65_535),
    rtspPort: z.number().int().min(1).max(65_535),
  })
  .refine(({ httpPort, rtspPort }) => httpPort !== rtspPort, {
    path: ['rtspPort'],
    message: 'the two ports must differ',
  })
export type NetworkParam = z.infer<typeof NetworkParam>

/** Where a device signs in. */
export const PlatformParam = z.object({
  address: host,
  port: z.number().int().min(1).max(65_535),
  heartbeatSeconds: z.number().int().min(10).max(600),
})
export type PlatformParam = z.infer<typeof PlatformParam>

/** Files that a device uploads, and how often. Packing at most 30 minutes, sending at most a day (stated). */
export const UploadConfig = z
  .object({
    packMinutes: z.number().int().min(1).max(30),
    uploadMinutes: z.number().int().min(1).max(1440),
    fileTypes: z.array(z.enum(FILE_TYPES)).max(FILE_TYPES.length),
  })
  .refine(({ packMinutes, uploadMinutes }) => packMinutes <= uploadMinutes, {
    path: ['uploadMinutes'],
    message: 'the upload interval must not be shorter than the packing interval',
  })
export type UploadConfig = z.infer<typeof UploadConfig>

export const CommonConfig = z.object({
  workMode: z.enum(WORK_MODES),
  batteryType: z.enum(BATTERY_TYPES),
  speakerVolume: z.number().int().min(0).max(100),
  microphoneVolume: z.number().int().min(0).max(100),
  indicatorLight: z.boolean(),
})
export type CommonConfig = z.infer<typeof CommonConfig>

/** Hours in which a device pushes a channel to somebody else. A span that ends before it begins goes over midnight. */
export const PushPlan = z.object({
  id: z.number().int().min(1).max(DEVICE_RULES_MAX),
  name: z.string(),
  /** 0 is Sunday. */
  weekdays: z.array(z.number().int().min(0).max(6)).min(1).max(7),
  fromMinute: minuteOfDay,
  toMinute: minuteOfDay,
})
export type PushPlan = z.infer<typeof PushPlan>
export const NewPushPlan = PushPlan.extend({ name: oneLine(1, 32) })
export const PushPlans = z
  .object({ list: z.array(NewPushPlan).max(DEVICE_RULES_MAX) })
  .refine(({ list }) => new Set(list.map(({ id }) => id)).size === list.length, {
    path: ['list'],
    message: 'each plan needs its own number',
  })

/** A channel that is pushed by a plan, or at once. */
export const PushWork = z.object({
  id: z.number().int().min(1).max(DEVICE_RULES_MAX),
  chnId: z.number().int().min(0),
  streamType: z.enum(['main', 'sub']),
  /** rtmp://host[:port]/… */
  url: z
    .string()
    .max(255)
    .regex(/^rtmps?:\/\/[^\s/]+\/\S+$/, 'must begin with rtmp://'),
  /** A push plan of the device, or PUSH_AT_ONCE. */
  planId: z.number().int().min(PUSH_AT_ONCE).max(DEVICE_RULES_MAX),
})
export type PushWork = z.infer<typeof PushWork>
/** How a push that is executed gets on (assumed). */
export const PushProgress = z.object({
  state: z.enum(PUSH_STATES),
  /** Last failure; also of one that reconnects. */
  reason: z.enum(PUSH_FAULTS).optional(),
  sinceTime: z.number().describe('start of this state, seconds since the epoch, host time'),
  failures: z.number().int().min(0).describe('consecutive failed attempts'),
  retrySeconds: z.number().int().min(0).optional().describe('seconds until the next attempt after a failure'),
  sentBytes: z.number().int().min(0).describe('bytes sent by the current attempt'),
})
export type PushProgress = z.infer<typeof PushProgress>

/** Pictures that a device takes by itself, at an interval within hours of the day. */
export const DeviceCaptureRule = z
  .object({
    enabled: z.boolean(),
    intervalMinutes: z.number().int().min(1).max(240),
    fromHour: z.number().int().min(0).max(23),
    toHour: z.number().int().min(1).max(24),
  })
  .refine(({ fromHour, toHour }) => fromHour < toHour, {
    path: ['toHour'],
    message: 'toHour must be later than fromHour',
  })
export type DeviceCaptureRule = z.infer<typeof DeviceCaptureRule>

/** Pictures at times of the day. */
export const TimingSnapshot = z.object({
  enabled: z.boolean(),
  atMinutes: z.array(minuteOfDay).max(DEVICE_RULES_MAX),
})
export type TimingSnapshot = z.infer<typeof TimingSnapshot>

/** When a device switches itself on and off, every day. */
export const TimingSwitch = z
  .object({ enabled: z.boolean(), onMinute: minuteOfDay, offMinute: minuteOfDay })
  .refine(({ onMinute, offMinute }) => onMinute !== offMinute, {
    path: ['offMinute'],
    message: 'the two times must differ',
  })
export type TimingSwitch = z.infer<typeof TimingSwitch>

/** A remote upgrade, as far as it has come. */
export const UpgradeTask = z.object({
  version: z.string(),
  state: z.enum(UPGRADE_STATES),
  /** 0 to 100, of the present step. */
  progress: z.number().int().min(0).max(100),
  startTime: z.number().describe('seconds'),
})
export type UpgradeTask = z.infer<typeof UpgradeTask>

/** Sections that hold one object: of the whole device, or (`channel`) of each video channel. */
export const CONFIG_SECTIONS = {
  videoEncodeParam: { schema: VideoEncodeParam, channel: true },
  timeTitle: { schema: NewTimeTitle, channel: true },
  hardDiskParam: { schema: HardDiskParam, channel: false },
  networkParam: { schema: NetworkParam, channel: false },
  platform: { schema: PlatformParam, channel: false },
  uploadConfig: { schema: UploadConfig, channel: false },
  common: { schema: CommonConfig, channel: false },
  pushPlan: { schema: PushPlans, channel: false },
  pushWork: { schema: z.object({ list: z.array(PushWork).max(DEVICE_RULES_MAX) }), channel: false },
  captureRule: { schema: DeviceCaptureRule, channel: false },
  timingSnapshot: { schema: TimingSnapshot, channel: false },
  timingSwitch: { schema: TimingSwitch, channel: false },
  sensorParam: { schema: SensorParam, channel: false },
  solarParam: { schema: SolarParam, channel: false },
  agricultureParam: { schema: AgricultureParam, channel: false },
  gasParam: { schema: GasParam, channel: false },
  /** Polls of a station on its RS-485 line (docs/sensors.md). */
  busParam: { schema: BusParam, channel: false },
} as const
export type ConfigSection = keyof typeof CONFIG_SECTIONS
export type ConfigOf<S extends ConfigSection> = z.infer<(typeof CONFIG_SECTIONS)[S]['schema']>
