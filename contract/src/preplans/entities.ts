import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { RecordVersion } from '../record-version.ts'
import { oneLine } from '../texts.ts'

/** A channel in its place of a polling. */
export const PollChannel = z.object({ sn: z.string().min(1).max(64), chnId: z.number().int() })
export type PollChannel = z.infer<typeof PollChannel>

/** Seconds that each group of channels is shown (stated: at least ten). */
export const PollingInterval = z.number().int().min(LIMITS.pollingSecondsMin).max(LIMITS.pollingSecondsMax)

/** Windows that are shown at once: one of the stated layouts. */
export const PollingWindow = z.literal(LIMITS.windowLayouts)
export type PollingWindow = z.infer<typeof PollingWindow>

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/**
 * When an enabled plan runs by itself, in the platform's zone (assumed). An end at or before the start is on the next
 * day; equal ends are the whole day.
 */
export const PlanSchedule = z.object({
  /** 1 Monday … 7 Sunday: the days on which it starts. */
  days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  startTime: timeOfDay.describe('HH:mm'),
  endTime: timeOfDay.describe('HH:mm'),
})
export type PlanSchedule = z.infer<typeof PlanSchedule>

export const planName = oneLine(1, 32)

/** A video plan (stated: polling interval and window; the other fields are assumed). */
export const Preplan = z.object({
  id: z.number().int(),
  name: z.string(),
  pollingInterval: z.number().int().describe('seconds'),
  window: PollingWindow,
  enabled: z.boolean(),
  schedule: PlanSchedule.nullable(),
  /** Place among the plans, from 1. */
  sort: z.number().int(),
  /** Channels that the caller may see. */
  channels: z.number().int(),
  creatorName: z.string(),
  updateTime: z.number().int().describe('seconds'),
  version: RecordVersion,
  /** Whether the caller may change it: its creator and administrators may. */
  editable: z.boolean(),
})
export type Preplan = z.infer<typeof Preplan>

/** A channel of a plan. */
export const PreplanDevice = PollChannel.extend({
  id: z.number().int(),
  /** Place in the plan, from 1. */
  sort: z.number().int(),
  name: z.string().describe('name of the device'),
  chnName: z.string(),
  onlineStatus: z.number().int().min(0).max(1),
})
export type PreplanDevice = z.infer<typeof PreplanDevice>

/** Polling of a user without a plan. */
export const Polling = z.object({
  pollingInterval: PollingInterval,
  window: PollingWindow,
  /** Channels without a picture are passed over. */
  skipOffline: z.boolean(),
  /** Enabled plans take over by their schedules. */
  followPlans: z.boolean(),
  /** Minutes without operation after which it ends. */
  autoCloseMinutes: z.number().int().min(LIMITS.idleCloseMinutesMin).max(LIMITS.autoCloseMinutesMax),
  list: z.array(PollChannel).max(LIMITS.pollingChannelsMax),
})
export type Polling = z.infer<typeof Polling>

/** The polling of somebody who has saved none. */
export const FIRST_POLLING: Polling = {
  pollingInterval: 15,
  window: 4,
  skipOffline: true,
  followPlans: false,
  autoCloseMinutes: LIMITS.autoCloseMinutesDefault,
  list: [],
}
