import { z } from 'zod'
import { get } from '../call.ts'

const sn = z.string().min(1).max(64)
const seconds = z.coerce.number().int().min(0).max(9_999_999_999)
const access = {
  kind: 'routes',
  routes: ['/statDevOnline', '/realTime/statDevOnline'],
  anyOf: ['video'],
} as const

/** One civil day of a device. The first and last day of a range may be parts of days. */
export const OnlineDay = z.object({
  date: z.string().describe('yyyy-MM-dd in the platform’s zone'),
  /** Start of the civil day, seconds. */
  time: z.number().int(),
  onlineSeconds: z.number().int(),
  offlineSeconds: z.number().int(),
  /** How often it went off line. */
  drops: z.number().int(),
  /** Share of the day's time that has passed in which it was on line, 0 … 1. */
  rate: z.number(),
})
export type OnlineDay = z.infer<typeof OnlineDay>

/** The path is stated, what goes in and out is not shown: the fields are assumed. */
export const onlineByDay = get('/device/stats/online/day', {
  name: 'statistics.onlineByDay',
  summary: 'When a device was on and off line on one day, and the sums.',
  origin: 'stated',
  access,
  query: z.object({
    sn,
    /** Any moment of the day, seconds; today by default. */
    time: seconds.optional(),
  }),
  data: OnlineDay.extend({
    sn: z.string(),
    list: z.array(z.object({ startTime: z.number().int(), endTime: z.number().int(), online: z.boolean() })),
  }),
})

export const onlineByRange = get('/device/stats/online/range', {
  name: 'statistics.onlineByRange',
  summary: 'A device’s online time by day, within the last 180 days.',
  origin: 'stated',
  access,
  query: z.object({
    sn,
    /** Seven days up to now by default. */
    startTime: seconds.optional(),
    endTime: seconds.optional(),
  }),
  data: z.object({ sn: z.string(), list: z.array(OnlineDay) }),
})

export const STATISTICS_CALLS = [onlineByDay, onlineByRange]
