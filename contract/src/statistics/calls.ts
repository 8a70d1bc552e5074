import { z } from 'zod'
import { get } from '../call.ts'
import { pageOf, pageQuery } from '../envelope.ts'

const sn = z.string().min(1).max(64)
const seconds = z.coerce.number().int().min(0).max(9_999_999_999)
const access = {
  kind: 'routes',
  routes: ['/statDevOnline', '/realTime/statDevOnline'],
  anyOf: ['video'],
} as const

/** Online and offline times, summed over devices and time. */
export const OnlineSum = z.object({
  onlineSeconds: z.number().int(),
  offlineSeconds: z.number().int(),
  /** How often they went offline. */
  drops: z.number().int(),
  /** Share of the past time in which they were online, 0 … 1. */
  rate: z.number(),
})
export type OnlineSum = z.infer<typeof OnlineSum>

/** One civil day. The first and last day of a range may be parts of days. */
export const OnlineDay = OnlineSum.extend({
  date: z.string().describe("yyyy-MM-dd in the platform's zone"),
  /** Start of the civil day, seconds. */
  time: z.number().int(),
})
export type OnlineDay = z.infer<typeof OnlineDay>

/** One hour of a day. */
const OnlineHour = OnlineSum.extend({ time: z.number().int().describe('start, seconds') })

export const OnlineSpan = z.object({
  startTime: z.number().int(),
  endTime: z.number().int(),
  online: z.boolean(),
})
export type OnlineSpan = z.infer<typeof OnlineSpan>

/** Which devices: one, or those at and below a node, or all that the caller may see. */
const choice = {
  sn: sn.optional(),
  nodeId: z.coerce.number().int().optional(),
  /** Part of a name or serial number. */
  name: z.string().max(64).optional(),
}
const many = { nodeId: choice.nodeId, name: choice.name }
/** Seven days up to now by default. */
const range = { startTime: seconds.optional(), endTime: seconds.optional() }

/** The path is stated, inputs and outputs are not shown: the fields are assumed. */
export const onlineByDay = get('/device/stats/online/day', {
  name: 'statistics.onlineByDay',
  summary: 'Online time of one day, by hour and in total, of a device (then with its spans) or of many.',
  origin: 'stated',
  access,
  query: z.object({
    ...choice,
    /** Any moment of the day, seconds; today by default. */
    time: seconds.optional(),
  }),
  data: OnlineDay.extend({
    sn: z.string().optional(),
    devices: z.number().int(),
    hours: z.array(OnlineHour),
    /** When the one device was online and offline. */
    list: z.array(OnlineSpan),
  }),
})

export const onlineByRange = get('/device/stats/online/range', {
  name: 'statistics.onlineByRange',
  summary: 'Online time by day within the last 180 days, of a device or the sum over many.',
  origin: 'stated',
  access,
  query: z.object({ ...choice, ...range }),
  data: z.object({
    sn: z.string().optional(),
    devices: z.number().int(),
    sum: OnlineSum,
    list: z.array(OnlineDay),
  }),
})

const device = {
  sn: z.string(),
  name: z.string(),
  groupName: z.string(),
}
/** A device with its sum over a range. */
export const OnlineDevice = OnlineSum.extend({
  ...device,
  /** Now. */
  onlineStatus: z.number().int().min(0).max(1),
})
export type OnlineDevice = z.infer<typeof OnlineDevice>

/** Sort fields of devices. */
export const ONLINE_SORTS = [
  'name',
  'groupName',
  'onlineStatus',
  'rate',
  'onlineSeconds',
  'offlineSeconds',
  'drops',
] as const

export const onlineDevices = get('/device/stats/online/list', {
  name: 'statistics.onlineDevices',
  summary: 'Devices with their online time over a range.',
  origin: 'assumed',
  whenMissing: 'hide',
  access,
  query: z.object({
    ...many,
    ...range,
    ...pageQuery(50, 500),
    sort: z.enum(ONLINE_SORTS).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  data: pageOf(OnlineDevice),
})

/** A group with the sum of the devices at and below it. */
export const OnlineGroup = OnlineSum.extend({
  nodeId: z.number().int(),
  name: z.string(),
  /** Devices at and below it, and those online now. */
  devices: z.number().int(),
  devicesOnline: z.number().int(),
})
export type OnlineGroup = z.infer<typeof OnlineGroup>

export const onlineGroups = get('/device/stats/online/group/list', {
  name: 'statistics.onlineGroups',
  summary:
    'The groups below a node (or below a single top-level one) with their online time over a range. Devices directly in the node are one row with its id.',
  origin: 'assumed',
  whenMissing: 'hide',
  access,
  query: z.object({ ...many, ...range }),
  data: z.object({ list: z.array(OnlineGroup) }),
})

/** One day of one device. */
export const OnlineDeviceDay = OnlineDay.extend(device)
export type OnlineDeviceDay = z.infer<typeof OnlineDeviceDay>

export const exportOnline = get('/device/stats/online/export', {
  name: 'statistics.exportOnline',
  summary: 'Rows by device and day, at most 7 days. Pages and total count devices.',
  origin: 'assumed',
  whenMissing: 'hide',
  access,
  query: z.object({ ...many, ...range, ...pageQuery(500, 500) }),
  data: pageOf(OnlineDeviceDay),
})

export const STATISTICS_CALLS = [onlineByDay, onlineByRange, onlineDevices, onlineGroups, exportOnline]
