import { z } from 'zod'
import { POLLUTANTS } from '../situation/air-index.ts'
import { DAY_MS } from '../time.ts'

/** Means over whole minutes, hours and days of the platform's zone (stated: by minute, hour, day). */
export const HISTORY_INTERVALS = ['minute', 'hour', 'day'] as const
export type HistoryInterval = (typeof HISTORY_INTERVALS)[number]

/** Longest span of a query by its interval; 24 hours are stated for minute data, the others assumed. */
export const HISTORY_RANGE_MS: Readonly<Record<HistoryInterval, number>> = {
  minute: DAY_MS,
  hour: 31 * DAY_MS,
  day: 180 * DAY_MS,
}

/** Stations that can be compared in one question. */
export const HISTORY_STATIONS_MAX = 4

/**
 * Marks of values in HJ 212: N good, F stopped, M maintained, S entered by hand, D faulty, C calibrating, T beyond the
 * measuring range, B no connection. Values with any mark but N do not count in means.
 */
export const DATA_FLAGS = ['N', 'F', 'M', 'S', 'D', 'C', 'T', 'B'] as const
export type DataFlag = (typeof DATA_FLAGS)[number]

const value = z.number().nullable()

/** One quantity of a station over the stretches of an answer; null where nothing good came. */
export const QuantityHistory = z.object({
  code: z.string(),
  name: z.string(),
  icon: z.string(),
  F: z.string().describe('unit'),
  decimals: z.number().int(),
  /** Limits, where the quantity has any. */
  low: z.number().optional(),
  high: z.number().optional(),
  /** Means; winds as vectors, counters their last value. */
  values: z.array(value),
  min: z.array(value),
  max: z.array(value),
  /** The worst mark of each stretch, empty while all was good. */
  flags: z.array(z.string()),
})
export type QuantityHistory = z.infer<typeof QuantityHistory>

/** Speeds at which the classes of a wind rose begin, m/s; below the first it is calm. */
export const WIND_CLASSES = [0.3, 1.6, 3.4, 5.5, 8] as const

export const WindRose = z.object({
  /** Reports with both speed and direction. */
  total: z.number().int(),
  calm: z.number().int(),
  /** Sixteen directions from north on, clockwise: how often each class of speed came from there. */
  sectors: z.array(z.array(z.number().int()).length(WIND_CLASSES.length)).length(16),
})
export type WindRose = z.infer<typeof WindRose>

export const StationHistory = z.object({
  sn: z.string(),
  name: z.string(),
  quantities: z.array(QuantityHistory),
  /** Air quality index by HJ 633 of each stretch, for stations that measure a pollutant. */
  aqi: z
    .array(z.object({ aqi: z.number().int(), primary: z.enum(POLLUTANTS).optional() }).nullable())
    .optional(),
  windRose: WindRose.optional(),
})
export type StationHistory = z.infer<typeof StationHistory>

export const ReadingHistory = z.object({
  interval: z.enum(HISTORY_INTERVALS),
  startTime: z.number().int(),
  endTime: z.number().int(),
  /** Starts of the stretches, seconds. */
  times: z.array(z.number().int()),
  stations: z.array(StationHistory),
})
export type ReadingHistory = z.infer<typeof ReadingHistory>
