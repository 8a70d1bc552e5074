import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { emptyQuery, get } from '../call.ts'
import { LIMITS } from '../limits.ts'
import { RECORD_MODES } from '../media-config/constants.ts'
import { AIR_QUANTITIES, POLLUTANTS } from './air-index.ts'

/**
 * Sums of the present situation, for the home page and the large screen. All assumed: the specification shows neither
 * screen's calls. Each answers within its caller's scope, and counts the rows that the lists of the same span would
 * show.
 */

const seconds = z.coerce.number().int().min(0).max(9_999_999_999)
const count = z.number().int().min(0)
/** open: nobody has processed them yet. */
const counted = { total: count, open: count }

export const AlarmHour = z.object({
  time: z.number().int().describe('start of the civil hour, seconds'),
  ...counted,
})
export type AlarmHour = z.infer<typeof AlarmHour>
export const AlarmTypeSum = z.object({ type: z.string(), ...counted })
export type AlarmTypeSum = z.infer<typeof AlarmTypeSum>
export const AlarmGroupSum = z.object({
  nodeId: z.number().int(),
  name: z.string(),
  /** The group above, where there is one. */
  parentName: z.string(),
  ...counted,
})
export type AlarmGroupSum = z.infer<typeof AlarmGroupSum>
export const AlarmDeviceSum = z.object({ sn: z.string(), name: z.string(), ...counted })
export type AlarmDeviceSum = z.infer<typeof AlarmDeviceSum>

/** Longest span of sums (rows are limited to 24 hours, sums are not rows). */
export const ALARM_SUMS_RANGE_MS = LIMITS.exportRangeMs

export const alarmSituation = get('/situation/alarms', {
  name: 'situation.alarms',
  summary:
    'Alarms that started in a span, summed by civil hour, type, group and device; by default the civil day so far. Groups are those of the devices when the alarms started. Expensive answers are cached for a while.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.seeAlarms,
  query: z.object({
    startTime: seconds.optional(),
    endTime: seconds.optional(),
    /** Length of the rankings of groups and devices. */
    top: z.coerce.number().int().min(1).max(50).default(10),
  }),
  data: z.object({
    startTime: z.number().int(),
    endTime: z.number().int(),
    ...counted,
    /** Every civil hour that the span touches, oldest first. */
    byHour: z.array(AlarmHour),
    /** Most alarms first, here and below. */
    byType: z.array(AlarmTypeSum),
    byGroup: z.array(AlarmGroupSum),
    byDevice: z.array(AlarmDeviceSum),
  }),
})

const airValues = z.partialRecord(z.enum(AIR_QUANTITIES), z.number())
const index = {
  /** Air quality index of HJ 633 from momentary values; absent without any pollutant of it. */
  aqi: z.number().int().min(0).max(500).optional(),
  /** The pollutant that makes it, above 50. */
  primary: z.enum(POLLUTANTS).optional(),
}

export const AirStation = z.object({
  sn: z.string(),
  name: z.string(),
  longitude: z.number().optional(),
  latitude: z.number().optional(),
  /** Of its last readings, seconds. */
  time: z.number().int(),
  values: airValues,
  ...index,
})
export type AirStation = z.infer<typeof AirStation>

/** Readings older than this do not describe the present air. */
export const AIR_FRESH_MS = 3_600_000

export const airSituation = get('/situation/air', {
  name: 'situation.air',
  summary:
    'Latest readings of the HJ 212 stations that reported within the last hour, and their means. µg/m³, CO in mg/m³, ℃, %, m/s, degrees, dB.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: { kind: 'routes', routes: ['/largeScreen', '/index', '/senseDevice'], anyOf: ['hjt212'] },
  query: emptyQuery,
  data: z.object({
    /** Stations that there are, and those that reported lately. */
    stations: count,
    reporting: count,
    mean: z.object({ values: airValues, ...index }),
    list: z.array(AirStation),
  }),
})
export type AirSituation = z.infer<(typeof airSituation)['data']>

const WEATHER_CONDITIONS = [
  'clear',
  'cloudy',
  'overcast',
  'rain',
  'heavyRain',
  'snow',
  'fog',
  'haze',
  'sand',
] as const
export type WeatherCondition = (typeof WEATHER_CONDITIONS)[number]

export const weatherNow = get('/situation/weather', {
  name: 'situation.weather',
  summary: "The current weather at the platform's location.",
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.signedIn,
  query: emptyQuery,
  data: z.object({
    time: z.number().int(),
    condition: z.enum(WEATHER_CONDITIONS),
    /** The sun is down. */
    night: z.boolean(),
    temperatureC: z.number(),
    humidityPercent: z.number(),
    /** 0 clear, 1 overcast. */
    cloud: z.number().min(0).max(1),
    windSpeedMs: z.number(),
    /** Where it comes from, degrees clockwise from north. */
    windFromDeg: z.number(),
    rainMmPerHour: z.number(),
    pressureKpa: z.number(),
    visibilityM: z.number(),
  }),
})
export type WeatherNow = z.infer<(typeof weatherNow)['data']>

export const workSituation = get('/situation/work', {
  name: 'situation.work',
  summary: 'Open work orders, those created today, and the newest open ones.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: { kind: 'routes', routes: ['/earlyWarningData/workOrderList', '/index'], anyOf: ['workOrder'] },
  query: emptyQuery,
  data: z.object({
    open: count,
    today: count,
    list: z.array(
      z.object({
        id: z.number().int(),
        number: z.string(),
        title: z.string(),
        /** Empty when it is about a group alone. */
        sn: z.string(),
        /** Its first alarm; absent when it has none, or none is left. */
        alarmId: z.number().int().optional(),
        alarmSeq: z.string().optional(),
        creatorName: z.string(),
        /** Seconds. */
        createTime: z.number().int(),
      }),
    ),
  }),
})
export type WorkSituation = z.infer<(typeof workSituation)['data']>

export const mediaSituation = get('/situation/media', {
  name: 'situation.media',
  summary: 'Running streams, recordings and, with access to servers, the disk.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: { kind: 'routes', routes: ['/index', '/realTime', '/videoReplay'], anyOf: ['video'] },
  query: emptyQuery,
  data: z.object({
    /** Of devices that the caller may see: streams that run, and players that watch them. */
    streams: count,
    viewers: count,
    /** Video channels. */
    channels: count,
    channelsOnline: count,
    recordMode: z.enum(RECORD_MODES),
    keepDays: z.number().int(),
    disk: z.object({ totalBytes: z.number(), freeBytes: z.number() }).optional(),
  }),
})
export type MediaSituation = z.infer<(typeof mediaSituation)['data']>

/** Where a mover has been lately, by column: seconds, degrees WGS-84, km/h. */
export const RecentFlow = z.object({
  sn: z.string(),
  time: z.array(z.number().int()),
  longitude: z.array(z.number()),
  latitude: z.array(z.number()),
  speed: z.array(z.number()),
})
export type RecentFlow = z.infer<typeof RecentFlow>

/** More movers are thinned out. */
export const FLOWS_MOST = 300

export const recentFlows = get('/situation/flows', {
  name: 'situation.flows',
  summary: `Recent positions of online moving devices, at most ${FLOWS_MOST} devices.`,
  origin: 'assumed',
  whenMissing: 'hide',
  access: { kind: 'routes', routes: ['/largeScreen'], anyOf: ['alarm'] },
  query: z.object({
    minutes: z.coerce.number().int().min(1).max(30).default(10),
    /** Seconds between two positions. */
    interval: z.coerce.number().int().min(5).max(60).default(10),
  }),
  data: z.object({ startTime: z.number().int(), endTime: z.number().int(), list: z.array(RecentFlow) }),
})

export const SITUATION_CALLS = [
  alarmSituation,
  airSituation,
  weatherNow,
  workSituation,
  mediaSituation,
  recentFlows,
]
